/* Runs Python. None, the types and the exceptions are variables of the library. */
#include <Python.h>
#include <stdio.h>

int main(void)
{
    PyObject *list, *missing;

    Py_Initialize();
    list = Py_BuildValue("[OOi]", Py_None, Py_True, 3);
    missing = PyList_GetItem(list, 7);
    if (missing || !PyErr_ExceptionMatches(PyExc_IndexError) || !PyList_Check(list) ||
        PyList_GetItem(list, 0) != Py_None || Py_TYPE(list) != &PyList_Type)
        return 1;
    PyErr_Clear();
    PyRun_SimpleString("print('works')");
    return Py_FinalizeEx() < 0;
}
