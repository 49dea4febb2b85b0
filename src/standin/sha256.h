/* Computes SHA-256 for a wheel's RECORD. No library that the command needs offers it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct sha256 {
    uint32_t state[8];
    uint64_t size;
    unsigned char block[64];
};

void sha256_begin(struct sha256 *);
void sha256_add(struct sha256 *, const void *data, size_t size);

enum { SHA256_SIZE = 32, SHA256_TEXT = 44 };
/* Write the digest in URL-safe base64, without padding. */
void sha256_text(const unsigned char digest[SHA256_SIZE], char text[SHA256_TEXT]);
void sha256_end(struct sha256 *, char text[SHA256_TEXT]);
