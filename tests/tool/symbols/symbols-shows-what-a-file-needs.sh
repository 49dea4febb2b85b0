# The header lines and JSON keys: machine, soname, needed, search path, declared libraries, and
# whether it is a form of lazynccl.
notes '[ {"soname":["liba.so.1"],"feature":"a","priority":"suggested"} , {"soname":["libb.so","libb.so.0"]} ]' \
    '[{"soname":["lib\"c.so"],"numbers":[-1.5,10]}]' '[{"soname":["libd.so"]' >a.c
echo 'int a(void) { return 1; }' >>a.c
$CC -fPIC -shared -nostdlib -o b.so -x c /dev/null -Wl,-soname,libneeded.so.7
$CC -fPIC -shared -nostdlib -o a.so a.c ./b.so -Wl,-soname,liba.so.1,--no-as-needed \
    -Wl,--disable-new-dtags,-rpath,'$ORIGIN/x'
$CC -fPIC -shared -nostdlib -o new.so a.c -Wl,--enable-new-dtags,-rpath,/y

"$TOOL" symbols a.so >said
says said '^machine  '"$(uname -m)"'$'
says said '^soname   liba\.so\.1$'
says said '^rpath    \$ORIGIN/x$'
says said '^exports  1$'
"$TOOL" symbols new.so >said
says said '^runpath  /y$'
says said '^dlopen   liba\.so\.1 \(a, suggested\)$'
says said '^dlopen   libb\.so libb\.so\.0$'
says said '^dlopen   lib"c\.so$'
says said '^dlopen   malformed: \[\{"soname":\["libd\.so"\]$'
says_not said '^(rpath|soname|needed|lazynccl) '
"$TOOL" symbols "$SHARED" >said
says said '^lazynccl nccl, nvrtc, nvjitlink, exported, by lazynccl [0-9.]+$'
says said '^dlopen   .*libnccl.so.2'

"$TOOL" symbols --json a.so | in_json /dev/stdin '
assert said["schema_version"] == 2 and said["file"] == "a.so" and said["soname"] == "liba.so.1", said
assert said["rpath"] == "$ORIGIN/x" and said["runpath"] is None and said["lazynccl"] is None, said
assert [entry.get("soname") for entry in said["dlopen"]] == [
    ["liba.so.1"], ["libb.so", "libb.so.0"], ["lib\"c.so"], None], said
assert said["dlopen"][0]["feature"] == "a", said
assert said["dlopen"][3] == {"malformed": "[{\"soname\":[\"libd.so\"]"}, said
assert said["symbols"] == [
    {"name": "a", "binding": "global", "type": "func", "version": None}], said'
