/* Used if no library of a copy has suffix families, a partner or builds for several CUDA majors.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#pragma once

#define lazynccl_in_use(library) (library)
#define lazynccl_slot_of(member, symbol) lazynccl_symbol_index((*(member))->description, symbol)
#define lazynccl_is_cuda_named(description) ((void)(description), 0)
#define lazynccl_cuda_of(description, major) ((void)(description), (void)(major), 0)
