/* The texts of a copy that has only a reason, which names each file that was refused.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#define OUTCOME_TEXTS 960
#define lazynccl_note(s, ...) (0 ? lazynccl_add_note(s, 0, __VA_ARGS__) : (void)0)
