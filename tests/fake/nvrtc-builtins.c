/* Fake builtins, opened by NVRTC at its first compilation.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
int fake_builtins(void)
{
    return MAJOR * 100 + MINOR;
}
