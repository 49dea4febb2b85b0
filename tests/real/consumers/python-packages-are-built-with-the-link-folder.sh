# The recipes in docs/adopting.md for Python packages that cannot be changed work with each released
# builder: a module that links -lnccl, or searches it, is built into a wheel that does not need
# NCCL.
need cmake ninja
builder 'setuptools==69.5.1' 'wheel==0.43.0' 'Cython==3.0.12' 'meson-python==0.17.1' \
    'scikit-build-core==0.10.7'
PATH=$stage/builder/bin:$PATH
mkdir link theirs setuptools cython meson-python scikit-build-core
ln -s "$ARCHIVE" link/libnccl.a
ln -s "$FAKE/libnccl.so.2" theirs/libnccl.so
export LIBRARY_PATH="$stage/theirs" # as if it were in the system's folder

cat >module.c <<'END'
#include <Python.h>
int ncclGetVersion(int *);
static PyObject *version(PyObject *self, PyObject *none)
{
    int number = 0, code = ncclGetVersion(&number);
    return Py_BuildValue("ii", code, number);
}
static PyMethodDef methods[] = {{"version", version, METH_NOARGS, NULL}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "module", NULL, -1, methods};
PyMODINIT_FUNC PyInit_module(void) { return PyModule_Create(&module); }
END
for builder in setuptools meson-python scikit-build-core; do
    cp module.c $builder
done
cat >setuptools/setup.py <<'END'
from setuptools import Extension, setup
setup(name="module", version="1",
      ext_modules=[Extension("module", ["module.c"], libraries=["nccl"])])
END
cat >cython/setup.py <<'END'
from Cython.Build import cythonize
from setuptools import Extension, setup
setup(name="module", version="1",
      ext_modules=cythonize([Extension("module", ["module.pyx"], libraries=["nccl"])]))
END
cat >cython/module.pyx <<'END'
cdef extern from *:
    "int ncclGetVersion(int *);"
    int ncclGetVersion(int *)
def version():
    cdef int number = 0
    code = ncclGetVersion(&number)
    return code, number
END
cat >meson-python/meson.build <<'END'
project('module', 'c')
python = import('python').find_installation(pure: false)
nccl = meson.get_compiler('c').find_library('nccl')
python.extension_module('module', 'module.c', dependencies: [python.dependency(), nccl],
                        install: true)
END
cat >scikit-build-core/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(module LANGUAGES C)
find_package(Python REQUIRED COMPONENTS Interpreter Development.Module)
find_library(NCCL_LIBRARY nccl HINTS $ENV{LIBRARY_PATH})
Python_add_library(module MODULE module.c)
target_link_libraries(module PRIVATE ${NCCL_LIBRARY} dl)
install(TARGETS module DESTINATION .)
END
for backend in meson-python:mesonpy scikit-build-core:scikit_build_core.build; do
    cat >${backend%:*}/pyproject.toml <<END
[build-system]
requires = ["${backend%:*}"]
build-backend = "${backend#*:}"
[project]
name = "module"
version = "1"
END
done

# wheel BUILDER [NAME=VALUE]: prints how many NCCL libraries the wheel's module needs.
wheel()
{
    rm -rf copy wheels unpacked
    cp -r "$1" copy
    env ${2+"$2"} pip wheel -q --no-build-isolation --no-deps -w wheels ./copy >wheel.log 2>&1 ||
        fail "$*: $(tail -n 5 wheel.log)"
    "$PYTHON" -m zipfile -e wheels/*.whl unpacked
    readelf -d unpacked/*.so | grep -c 'NEEDED.*nccl' || true
}
while read -r builder setting; do
    equal "$builder: $(wheel "$builder")" "$builder: 1"
    equal "$builder: $(wheel "$builder" "$setting")" "$builder: 0"
    # NCCL's system error, because NCCL is missing.
    equal "$(cd unpacked && python -c 'import module; print(module.version())')" '(2, 0)'
done <<END
setuptools LDFLAGS=-L$stage/link
cython LDFLAGS=-L$stage/link
meson-python LDFLAGS=-L$stage/link
scikit-build-core CMAKE_ARGS=-DNCCL_LIBRARY=$stage/link/libnccl.a
END
