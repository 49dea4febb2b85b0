# An unknown word in LAZYNCCL_SEARCH makes the library absent, wherever it stands, and the error lists the
# known words.
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 lib
export LAZYNCCL_LIBPATH="$stage/lib" LAZYNCCL_SEARCH

for row in env,whel:whel 'env, wheel: wheel' env,,wheel: env,: ,env: ENV:ENV /usr/lib:/usr/lib; do
    LAZYNCCL_SEARCH=${row%%:*} word=${row#*:}
    ./ask call string=2 report mapped=libnccl >output
    equal "$(sed -n 1p output)" "call 2 0.0"
    sed -n 2p output >reason
    says reason "^NCCL cannot be used: LAZYNCCL_SEARCH=$LAZYNCCL_SEARCH: '$word' is not a search location; "
    says reason '; the locations are api, env, loaded, partner, wheel, conda, system, toolkit'
    says_not output '^(env|mapped) '
done
