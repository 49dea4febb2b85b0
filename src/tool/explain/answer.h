/* What a recognized line means: what happened, why, and what to do.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "tool/explain/owner.h"

/* How much a line says about the cause. */
enum answer_rank {
    CAUSE,
    EFFECT,    /* another line may say why */
    BARE,      /* a code, which says nothing about the cause */
    ASKED,     /* also printed by healthy runs; counts like CAUSE if the text says that
                  NCCL_NET_PLUGIN is set, or has no other line of NCCL */
    ASKED_NET, /* like ASKED, for NCCL_NET */
    OTHERS,    /* a library that is not NVIDIA's: CAUSE and EFFECT take precedence */
};

/* The texts have placeholders:
 * {L} "libcublas.so.12 (cuBLAS)"   {l} its file name   {P} its path   {T} its title, "cuBLAS"
 * {N} what follows -l to link it   {A} the linker's option for its lazynccl archive
 * {I} pip's command to install it  {D} docker's command that mounts it
 * {F} the requesting file          {R} the release that added or removed the symbol
 * {S} the symbol, or an error code's name   {V} the symbol's version, or the code's number
 * {W} the framework that has the symbol, or the library that had it before glibc 2.34 */
struct answer {
    enum answer_rank rank;
    const char *what; /* what happened, in one line; NULL: the first finding's */
    const char *why;  /* NULL: the first finding's */
    const char *help; /* NULL: the first finding's */
    const char *ids;  /* of findings that may be the cause, likeliest first; "": none */
    const char *word; /* "code" or "other"; NULL: the first finding is the answer */
};

/* Returns the answer to a complaint of a loader or linker. */
struct answer answer_to(const struct complaint *, const struct owner *);

/* Returns a text of an answer with the names of a complaint, to be freed; NULL stays NULL. */
char *answer_text(const char *text, const struct complaint *, const struct owner *);
