# Shared by the importer's tests: a small library.
# Makes toy/include/toy.h, toy/lib/libtoy.so.1 (version 1.2.0) and a toy.toml that agrees with them.
# A test changes them, calls release to rebuild the library, and then import.

"$PYTHON" -c 'import clang.cindex' 2>/dev/null || skip "libclang for Python is not installed"

# release VERSION [COMPILER-OPTION...]: builds libtoy.so.1 from toy.c.
release()
{
    version=$1
    shift
    $CC -w -fPIC -shared -Wl,-soname,libtoy.so.1 -DVERSION="\"toy version $version\"" "$@" \
        -o toy/lib/libtoy.so.1 toy.c
}

# import STATUS [OPTION...]: runs the importer on the library, with its output in `said`.
import()
{
    wanted=$1
    shift
    exits "$wanted" "$PYTHON" "$SOURCE/gen" import "$@" ./toy.toml ./toy >said 2>&1
}

# changed TEXT: the stub differs from before in these rows ("> new", "< old").
changed()
{
    equal "$(diff before.toml toy.toml | grep -E '^[<>] ("""|)$' -v | grep '^[<>]')" "$1"
}

# fake_pip NAME=VERSIONS...: replaces pip by one that lists these versions of packages, divided by commas, and
# makes the wheel of NAME and a version from wheels/NAME-VERSION. Each download is a line of `downloads`.
fake_pip()
{
    mkdir -p modules/pip
    : >modules/pip/__init__.py
    cat >modules/pip/__main__.py <<'END'
import os
import shutil
import sys
import time

stage = os.environ["STAGE"]
if sys.argv[1] == "index":
    versions = dict(word.split("=") for word in os.environ["VERSIONS"].split())[sys.argv[3]]
    print(f"{sys.argv[3]} ({versions})\nAvailable versions: {versions.replace(',', ', ')}")
else:
    with open(f"{stage}/downloads", "a") as downloads:
        downloads.write("one\n")
    time.sleep(float(os.environ.get("SECONDS_OF_DOWNLOAD", "0")))
    folder = sys.argv[sys.argv.index("--dest") + 1]
    release = next(word for word in sys.argv if "==" in word).replace("==", "-")
    archive = shutil.make_archive(f"{folder}/{release}", "zip", f"{stage}/wheels/{release}")
    os.rename(archive, archive.replace(".zip", "-py3-none-any.whl"))
END
    export PYTHONPATH="$stage/modules" STAGE="$stage" VERSIONS="$*" XDG_CACHE_HOME="$stage/cache"
}

mkdir -p toy/include toy/lib
cat >toy/include/toy.h <<'END'
#include <stddef.h>
typedef struct toyBox *toyBox_t;
typedef enum { toySuccess, toySystemError = 2 } toyResult_t;
typedef struct { int width; char parts[8]; } toySize_t;
#ifdef __cplusplus
extern "C" {
#endif
toyResult_t toyGetVersion(int *version);
toyResult_t toyOpen(toyBox_t *box, const char *name, toySize_t size);
toyResult_t toyClose(toyBox_t box);
#ifdef __cplusplus
}
#endif
END
cat >toy.c <<'END'
const char version[] = VERSION;
int toyGetVersion() { return 0; }
int toyOpen() { return 0; }
int toyClose() { return 0; }
END
cat >toy.toml <<'END'
# A library that does not exist.

name = "toy"
title = "Toy"
described = "1.2.0"
headers = { "toy.h" = "1.0.0", "toy_more.h" = "1.0.0" }
header_version = "TOY_VERSION >= {major} * 100 + {minor} * 10 + {patch}"

sonames = ["libtoy.so.1"]
wheels = []
home_variables = []
packages = ["toy"]

[version]
function = "toyGetVersion"
text = "toy version "

[types.handles]
toyBox_t = "toyBox"

[types.enums]
toyResult_t = { toySuccess = 0, toySystemError = 2 }

[types.structs]
toySize_t = ["int m1", "char m2[8]"]

[absent.returns]
toyResult_t = "toySystemError"

# A comment that stays where it is.
[absent.out]
toyGetVersion = { 1 = "0" }
toyOpen = { 1 = "NULL" }

[functions]
"1.0.0" = """
toyResult_t toyGetVersion(int *);
toyResult_t toyOpen(toyBox_t *, const char *, toySize_t);
"""
"1.1.0" = """
toyResult_t toyClose(toyBox_t);
"""
END
cp toy.toml before.toml
release 1.2.0
