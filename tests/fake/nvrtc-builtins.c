/* Fake builtins, opened by NVRTC at its first compilation. */
int fake_builtins(void)
{
    return MAJOR * 100 + MINOR;
}
