#!/bin/sh
# usage: clean.sh NAME=VALUE... TEST: runs TEST with only these variables set. LAZYNCCL_SEARCH omits
# the system's folders, which may contain a real CUDA; a test that needs them sets the variable.
umask 022 # a test of another mask sets it
exec env -i PATH="$PATH" HOME="$HOME" LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 ${BRIEF:+BRIEF=1} \
    ${XDG_CACHE_HOME:+XDG_CACHE_HOME="$XDG_CACHE_HOME"} \
    LAZYNCCL_SEARCH=api,env,loaded,partner,wheel,conda "$@"
