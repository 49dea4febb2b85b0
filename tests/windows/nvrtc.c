/* A fake NVRTC of version MAJOR.MINOR. */
#include <windows.h>

__declspec(dllexport) int nvrtcVersion(int *major, int *minor)
{
    *major = MAJOR;
    *minor = MINOR;
    return 0;
}

__declspec(dllexport) const char *nvrtcGetErrorString(int result)
{
    return result ? "an error" : "no error";
}

#ifdef BUILTINS /* 1 if the builtins of this version are loaded */
__declspec(dllexport) int nvrtcGetNumSupportedArchs(int *count)
{
    *count = GetModuleHandleA(BUILTINS) != NULL;
    return 0;
}
#endif
