// ECDSA on the curve secp256k1, through the library of that name, which no other target sees.

#ifndef DNP_SECP256K1_SHIM_H
#define DNP_SECP256K1_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A private key and a digest have 32 bytes; a public key 64, x then y; a signature 64, r then s.
// Every function returns whether it has a result; without one the output is unspecified.

// The public key of a private key; false for 0 and for what is not below the order of the curve.
bool dnp_secp256k1_public_key(uint8_t public_key[64], const uint8_t private_key[32]);

// Signs a digest. The nonce is that of RFC 6979, so equal input gives an equal signature, and s is
// in the lower half. The number, 0 to 3, tells which public key a recovery finds.
bool dnp_secp256k1_sign(
    uint8_t signature[64], int *recovery_number, const uint8_t digest[32],
    const uint8_t private_key[32]);

// Whether a key has signed a digest. A signature with s in the upper half counts too, since
// whoever has (r, s) can write (r, -s), unless only the lower one is asked for.
bool dnp_secp256k1_verify(
    const uint8_t signature[64], const uint8_t digest[32], const uint8_t public_key[64],
    bool is_lower_half_required);

// The public key that made a signature, of the two to four for which it is valid.
bool dnp_secp256k1_recover(
    uint8_t public_key[64], const uint8_t signature[64], int recovery_number,
    const uint8_t digest[32]);

// Parses a public key of 33 bytes (compressed) or 65 bytes (0x04, x, y).
bool dnp_secp256k1_parse(uint8_t public_key[64], const uint8_t *bytes, size_t count);

#endif
