# A program or library that contains the archive exports none of its names, even with -rdynamic.
consumer "$SOURCE/tests/variants/consumer.c" consumer -rdynamic
consumer "$SOURCE/tests/variants/consumer.c" libconsumer.so -shared -fPIC
for file in consumer libconsumer.so; do
    nm -D --defined-only "$file" >names
    says names ' main$'
    says_not names 'nccl|nvrtc|nvJitLink'
done
