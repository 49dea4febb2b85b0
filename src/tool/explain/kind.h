/* How much a line tells.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

enum message_kind {
    CAUSE,
    EFFECT,    /* another message tells why, if there is one */
    BARE,      /* a code that says nothing of the cause */
    ASKED,     /* healthy runs print it too: counts if NCCL_NET_PLUGIN is set, or if it is the
                  only line of NCCL's */
    ASKED_NET, /* the same with NCCL_NET */
    OTHERS,    /* a library that is not NVIDIA's: anything else tells more */
};
