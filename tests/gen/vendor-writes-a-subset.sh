# dev vendor writes two files with the chosen libraries only, identical from any folder, without
# paths or dates.
vendor()
{
    "$SOURCE/dev" vendor --search full "$@"
}

# The header is lazynccl.h, except for the banner and the accessors.
lines()
{
    grep -E '^[a-z]' "$1" | grep "$2" '^lazynccl_library'
}
vendor nvrtc nccl -o deep/er
equal "$(ls deep/er)" "lazynccl.c
lazynccl.h"
equal "$(lines deep/er/lazynccl.h -e)" "lazynccl_library *lazynccl_nvrtc(void);
lazynccl_library *lazynccl_nccl(void);"
equal "$(lines deep/er/lazynccl.h -v)" "$(lines "$BUILD/include/lazynccl.h" -v)"
[ "$(lines deep/er/lazynccl.h -v | wc -l)" -ge 12 ] || fail "only $(lines deep/er/lazynccl.h -v)"
$CC -O2 -c deep/er/lazynccl.c -o lazynccl.o
nm lazynccl.o >names
says names 'nccl(AllReduce|_nccl)$'
says names '(nvrtcCompileProgram|_nvrtc)$'
says_not names '[nN]vJitLink|lazynccl_nvjitlink'

# It contains every file of the runtime; start.c only if a library is opened at the start, and missing.c and
# not_installed.c only if a fallback value is an answer.
vendor nvrtc nccl --open start -o started
for file in "$SOURCE"/src/runtime/l*/*.c "$SOURCE"/src/runtime/search/*.c \
    "$SOURCE"/src/runtime/search/*/*.c; do
    title=$(head -n 1 "$file")
    case ${file##*/} in missing.c | not_installed.c) continue ;; esac
    grep -qF -e "$title" started/lazynccl.c || fail "not in the copy: $file"
    [ "${file##*/}" != start.c ] || continue
    grep -qF -e "$title" deep/er/lazynccl.c || fail "not in the copy: $file"
done
says_not deep/er/lazynccl.c '^/\* Opens a library before main'
says_not deep/er/lazynccl.c '^#include "([^l]|l[^a])|define _GNU_SOURCE.+'
equal "$(grep -c 'SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD' deep/er/lazynccl.c)" 1

(cd / && export PYTHONHASHSEED=1 && vendor nvrtc "$SOURCE/stubs/nccl.toml" -o "$stage/again")
for file in lazynccl.c lazynccl.h; do # the first comment has its lines broken elsewhere
    head -n 5 again/$file | tr -s '\n *' ' ' | sed 's/nvrtc nccl\.toml/nvrtc nccl/' >first
    head -n 5 deep/er/$file | tr -s '\n *' ' ' | cmp - first
    sed 1,5d again/$file >rest
    sed 1,5d deep/er/$file | cmp - rest
done
for text in "$SOURCE" "$stage" "$(date +%Y-%m)" "$(date '+%b %e')" "$(hostname)"; do
    ! grep -Fw -e "$text" again/* || fail "the copy contains $text"
done
