# `lazynccl symbols` shows how a library's file differs from its stub, and with --demanded-by what
# another file needs that it lacks.
fake_library nccl 2.17.1 old
fake_library nccl 2.28.9 new
fake_library nvjitlink 12.2 jit
compile a.so -fPIC -shared -Lnew -l:libnccl.so.2 <<'END'
int ncclGetVersion(int *), ncclCommSplit(void), ncclCommShrink(void) __attribute__((weak));
int a(void) { int v; return ncclGetVersion(&v) + ncclCommSplit() + (ncclCommShrink != 0); }
END
compile b.so -fPIC -shared -Ljit -l:libnvJitLink.so.12 <<'END'
int __nvJitLinkVersion_12_1(void), __nvJitLinkCreate_12_1(void);
int b(void) { return __nvJitLinkCreate_12_1(); }
END

# only the file
"$TOOL" symbols old/libnccl.so.2 >said
says said '^lacks    ncclCommSplit, of 2\.18\.1$'
says_not said '^lacks    ncclGetVersion,'
says_not said '^unknown .*(_edata|_end|ncclGetVersion)'
library libnccl.so.2 'int fake(void) { return 0; } int ncclNovelty(void) { return 0; }'
"$TOOL" symbols libnccl.so.2 >said
says said '^unknown  ncclNovelty, in no stub$'
"$TOOL" symbols jit/libnvJitLink.so.12 >said # its plain names were added after its functions
says said '^lacks    nvJitLinkCreate, of 12\.3$'
"$TOOL" symbols a.so >said # not one of our libraries: nothing to compare
says_not said '^(lacks|unknown) '

# demands EXIT ARGUMENT...: --demanded-by exits with EXIT.
demands()
{
    wanted=$1 status=0
    shift
    "$TOOL" symbols "$@" >said 2>err || status=$?
    equal "$status $(cat err)" "$wanted "
}
demands 1 old/libnccl.so.2 --demanded-by a.so
says said '^2\.18\.1 +ncclCommSplit  missing$'
says said '^2\.3\.5 +ncclGetVersion$'
says said '^2\.27\.3 +ncclCommShrink$' # weak: may be missing
says said '^needs +NCCL 2\.27\.3 or later$'
demands 0 new/libnccl.so.2 --demanded-by a.so
says_not said ' missing$'
demands 0 nccl --demanded-by a.so
says said '^2\.18\.1 +ncclCommSplit$'
demands 0 jit/libnvJitLink.so.12 --demanded-by b.so
says said '^12\.1 +__nvJitLinkCreate_12_1$'
equal "$(wc -l <said)" 2
demands 0 nvjitlink --demanded-by b.so
says said '^needs +nvJitLink 12\.1 or later$'
demands 0 nccl --demanded-by b.so
equal "$(cat said)" "it needs no symbol of libnccl.so.2"

exits 1 "$TOOL" symbols old/libnccl.so.2 --demanded-by a.so --json >json
in_json json 'assert said["file"] == "old/libnccl.so.2" and said["demanded_by"] == "a.so", said
there = {row["name"]: row["there"] for row in said["demands"]}
assert there == {"ncclCommShrink": True, "ncclCommSplit": False, "ncclGetVersion": True}, there'
