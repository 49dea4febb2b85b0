# A copy with the location `wheel` finds the wheel of the active virtual environment and of the running Python,
# also in a module outside site-packages. `lazynccl find` names the file that the call opens.
export LAZYNCCL_SEARCH=api,env,loaded,wheel

vendor copy nccl
asking ask copy nccl
cat >module.c <<'C'
#include "lazynccl.h"
const char *where(void)
{
    return lazynccl_why(lazynccl_nccl()) ? lazynccl_why(lazynccl_nccl()) : lazynccl_path(lazynccl_nccl());
}
C
$CC -w -shared -fPIC module.c copy/lazynccl.c -Icopy -pthread -ldl -o module.so
cat >ask.py <<'C'
import ctypes, sys
module = ctypes.CDLL(sys.argv[1])
module.where.restype = ctypes.c_char_p
print(module.where().decode())
C
says_not_found()
{
    says "$1" '^NCCL cannot be used: no libnccl.so.2 in any search location'
}
"$PYTHON" -m venv --without-pip venv
"$PYTHON" -m venv --without-pip other # without the wheel
site=$(echo venv/lib/python3*/site-packages)
fake_library nccl 2.28.9 "$site/nvidia/nccl/lib"
file=$stage/$site/nvidia/nccl/lib/libnccl.so.2

./ask >said
says_not_found said
says said '; name the file in LAZYNCCL_LIBPATH; not in this copy'
mkdir "${site%site-packages}dist-packages" # Debian's
VIRTUAL_ENV=$stage/venv LAZYNCCL_DEBUG=1 ./ask >said 2>steps
equal "$(cat said)" "$file"
equal "$(tail -n 1 steps)" "lazynccl: nccl: wheel     $file: taken"
VIRTUAL_ENV=venv ./ask >said
says said '^NCCL cannot be used: VIRTUAL_ENV=venv refused: not an absolute path'
VIRTUAL_ENV=$stage/nowhere ./ask >said
says_not_found said
says said 'pip install nvidia-nccl-cu13'

# `find` names the file that the call opens, and none where it opens none.
if [ -n "${TOOL-}" ]; then
    mkdir -p above/bin above/nvidia/nccl/lib
    cp "$file" above/nvidia/nccl/lib
    cp ask above/bin
    for program in ./ask above/bin/ask; do
        VIRTUAL_ENV=$stage/venv "$TOOL" find nccl --from $program >said
        says said "lazynccl +2\.28\.9 +wheel +$stage/$site/nvidia/nccl/lib$"
        "$TOOL" find nccl --from $program >said || true
        says said 'lazynccl +(none|nothing)'
        VIRTUAL_ENV=$stage/venv LAZYNCCL_SEARCH=soname,wheel,nonsense "$TOOL" find nccl --from $program >said
        says said "lazynccl +2\.28\.9 +wheel +$stage/$site/nvidia/nccl/lib$"
    done
    above/bin/ask >said
    says_not_found said
fi

# A module outside site-packages, as after `pip install --editable`.
equal "$("$stage/venv/bin/python" ask.py "$stage/module.so")" "$file"
other/bin/python ask.py "$stage/module.so" >said
says_not_found said
equal "$(VIRTUAL_ENV=$stage/venv other/bin/python ask.py "$stage/module.so")" "$file"
# A script's first line names the Python, and the kernel the script.
{ echo "#!$stage/venv/bin/python"; cat ask.py; } >script
chmod +x script
equal "$(./script "$stage/module.so")" "$file"

# With raised privileges no variable counts; a superuser takes nothing that all users can replace, unless a
# variable names it.
if [ "$(id -u)" = 0 ]; then
    chmod 777 "$site/nvidia/nccl/lib"
    shows 'refused: others can write to ' "$stage/venv/bin/python" ask.py "$stage/module.so"
    equal "$(VIRTUAL_ENV=$stage/venv ./ask)" "$file"
fi
