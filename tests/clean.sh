#!/bin/sh
# usage: clean.sh NAME=VALUE... TEST: runs it with these variables and nothing else of the caller's.
# The search leaves out the machine's own folders, for there may be a CUDA: a test that means them
# sets LAZYNCCL_SEARCH itself.
# SPDX-License-Identifier: Apache-2.0 OR MIT
exec env -i PATH="$PATH" HOME="$HOME" LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 \
    ${XDG_CACHE_HOME:+XDG_CACHE_HOME="$XDG_CACHE_HOME"} \
    LAZYNCCL_SEARCH=api,env,loaded,partner,wheel,conda "$@"
