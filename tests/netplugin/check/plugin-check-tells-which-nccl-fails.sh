# NCCL's releases differ in what they do between communicators. `lazynccl plugin check` tries each
# variant, and reports a failure only for the releases that it affects.

# fails VERSION OPTION ROWS: the trials of a plugin built with OPTION fail with these releases.
fails()
{
    net_plugin one.so -D_GNU_SOURCE -include unistd.h -include fcntl.h -DVERSION="$1" "$2"
    "$TOOL" plugin check one.so >said && fail "$2: $(cat said)"
    equal "$(grep -E '^NCCL since|^ +[0-9]' said)" "$3"
}

# init works once while the file is loaded. 2.22 to 2.26.1 call it again while a tuner keeps the
# file loaded, 2.28.3 and later call it again after the last communicator.
fails 8 '-DIN_INIT=if (inits > 1) return 2;' 'NCCL since    2.20.3   v8   passed
              2.22.3   v8   failed
              2.26.2   v8   passed
              2.28.3   v8   failed'
says said '^reload          ok$'
says said '^held            no$'
says said '^ +v8, held, init: it returns 2 \(system error\)$'

# init works once in a process.
fails 8 '-DIN_INIT=if (getenv("STARTED")) return 2; setenv("STARTED", "1", 1);' \
    'NCCL since    2.20.3   v8   passed
              2.22.3   v8   failed
              2.26.2   v8   passed
              2.28.3   v8   failed'
says said '^reload          no$'

# 2.28.3 to 2.29.3, which do not support v12, call finalize after a failed init.
cat >fault.h <<'C'
#define IN_INIT                                                                                    \
    int fd = open("/", 0);                                                                         \
    if (fd < 0) {                                                                                  \
        free(*ctx);                                                                                \
        *ctx = NULL;                                                                               \
        return 2;                                                                                  \
    }                                                                                              \
    close(fd)
#define IN_FINALIZE *(volatile char *)ctx = 1
C
fails 12 "-include$stage/fault.h" 'NCCL since    2.30.3   v12  passed'
says said '^failed init     no$'
says said '^ +v12, failed init, finalize after an init that failed: it crashed '

# A reason that does not apply to all versions names the versions.
two_versions both.so
"$TOOL" plugin check both.so >said || fail "$(cat said)"
says said '^failed init +-    -$'
says said '^               v8: finalize exists since v11; v12: its init succeeds without$'
says said '^               file descriptors$'
