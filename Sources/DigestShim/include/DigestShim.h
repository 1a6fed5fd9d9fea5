// SHA-256 by the system's library, which no other target sees.

#ifndef DNP_DIGEST_SHIM_H
#define DNP_DIGEST_SHIM_H

#include <stddef.h>
#include <stdint.h>

// Writes the SHA-256 (FIPS 180-4) of bytes, 32 bytes, to a digest.
void dnp_sha256(const uint8_t *bytes, size_t count, uint8_t *digest);

#endif
