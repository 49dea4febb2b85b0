/* A Python module that can use NCCL and works without it: nccl_id.version(), unique_id(), why().
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define Py_LIMITED_API 0x03090000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <lazynccl.h>
#include <nccl.h>

/* Raises NCCL's text for the error: if NCCL is absent, why and what to install. */
static PyObject *failed(ncclResult_t result)
{
    PyErr_SetString(PyExc_RuntimeError, ncclGetErrorString(result));
    return NULL;
}

static PyObject *version(PyObject *self, PyObject *none)
{
    int number;
    ncclResult_t result = ncclGetVersion(&number);

    (void)self;
    (void)none;
    return result == ncclSuccess ? PyLong_FromLong(number) : failed(result);
}

static PyObject *unique_id(PyObject *self, PyObject *none)
{
    ncclUniqueId id;
    ncclResult_t result = ncclGetUniqueId(&id);

    (void)self;
    (void)none;
    return result == ncclSuccess ? PyBytes_FromStringAndSize((const char *)&id, sizeof id)
                                 : failed(result);
}

/* Call this instead of wrapping an import in try/except. Returns None, or why NCCL is absent. */
static PyObject *why(PyObject *self, PyObject *none)
{
    const char *reason = lazynccl_why(lazynccl_nccl());

    (void)self;
    (void)none;
    if (!reason)
        Py_RETURN_NONE;
    return PyUnicode_FromString(reason);
}

static PyMethodDef methods[] = {
    {"version", version, METH_NOARGS, "NCCL's version, such as 22809."},
    {"unique_id", unique_id, METH_NOARGS, "A new id for a communicator, 128 bytes."},
    {"why", why, METH_NOARGS, "Why NCCL cannot be used, or None."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{0, NULL}};

static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT, .m_name = "nccl_id", .m_methods = methods, .m_slots = slots};

PyMODINIT_FUNC PyInit_nccl_id(void)
{
    return PyModuleDef_Init(&module);
}
