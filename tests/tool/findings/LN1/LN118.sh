# A wheel contains a renamed NCCL.
fake_library nccl 2.26.2 "$site/libcuvs.libs"
mv "$site/libcuvs.libs/libnccl.so.2" "$site/libcuvs.libs/libnccl-960d9476.so.2.26.2"
