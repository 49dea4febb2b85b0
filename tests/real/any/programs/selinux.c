/* Takes a context apart, which needs no SELinux in the kernel. SPDX-License-Identifier: Apache-2.0
 * OR MIT */
#include <selinux/context.h>
#include <selinux/selinux.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    context_t context;

    if (is_selinux_enabled() > 0)
        puts("SELinux is enabled");
    context = context_new("user_u:role_r:type_t:s0");
    if (!context || strcmp(context_type_get(context), "type_t") != 0)
        return 1;
    context_free(context);
    puts("works");
    return 0;
}
