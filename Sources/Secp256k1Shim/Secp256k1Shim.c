#include "Secp256k1Shim.h"

#include <pthread.h>
#include <secp256k1.h>
#include <secp256k1_recovery.h>
#include <string.h>

// Made once and only read afterwards, so that any thread may use it. It lives as long as the
// process. It is not blinded against measurements of time and power: its keys are test keys.
static secp256k1_context *context;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_context(void) {
  context = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
}

static const secp256k1_context *shared_context(void) {
  pthread_once(&once, make_context);
  return context;
}

// Writes a public key as x and y.
static void write_public_key(uint8_t output[64], const secp256k1_pubkey *key) {
  uint8_t bytes[65];
  size_t count = sizeof bytes;
  secp256k1_ec_pubkey_serialize(shared_context(), bytes, &count, key, SECP256K1_EC_UNCOMPRESSED);
  memcpy(output, bytes + 1, 64);
}

bool dnp_secp256k1_parse(uint8_t public_key[64], const uint8_t *bytes, size_t count) {
  secp256k1_pubkey key;
  // The library also knows a hybrid form, which nothing in use writes.
  if (count == 65 && bytes[0] != 4) return false;
  if (!secp256k1_ec_pubkey_parse(shared_context(), &key, bytes, count)) return false;
  write_public_key(public_key, &key);
  return true;
}

bool dnp_secp256k1_public_key(uint8_t public_key[64], const uint8_t private_key[32]) {
  secp256k1_pubkey key;
  if (!secp256k1_ec_pubkey_create(shared_context(), &key, private_key)) return false;
  write_public_key(public_key, &key);
  return true;
}

bool dnp_secp256k1_sign(
    uint8_t signature[64], int *recovery_number, const uint8_t digest[32],
    const uint8_t private_key[32]) {
  secp256k1_ecdsa_recoverable_signature made;
  const secp256k1_context *shared = shared_context();
  if (!secp256k1_ecdsa_sign_recoverable(shared, &made, digest, private_key, NULL, NULL)) {
    return false;
  }
  return secp256k1_ecdsa_recoverable_signature_serialize_compact(
      shared, signature, recovery_number, &made);
}

bool dnp_secp256k1_verify(
    const uint8_t signature[64], const uint8_t digest[32], const uint8_t public_key[64],
    bool is_lower_half_required) {
  const secp256k1_context *shared = shared_context();
  uint8_t bytes[65] = {4};
  secp256k1_pubkey key;
  secp256k1_ecdsa_signature parsed;
  memcpy(bytes + 1, public_key, 64);
  if (!secp256k1_ec_pubkey_parse(shared, &key, bytes, sizeof bytes)) return false;
  if (!secp256k1_ecdsa_signature_parse_compact(shared, &parsed, signature)) return false;
  // The library itself refuses an upper half.
  if (!is_lower_half_required) secp256k1_ecdsa_signature_normalize(shared, &parsed, &parsed);
  return secp256k1_ecdsa_verify(shared, &parsed, digest, &key);
}

bool dnp_secp256k1_recover(
    uint8_t public_key[64], const uint8_t signature[64], int recovery_number,
    const uint8_t digest[32]) {
  const secp256k1_context *shared = shared_context();
  secp256k1_ecdsa_recoverable_signature parsed;
  secp256k1_pubkey key;
  if (recovery_number < 0 || recovery_number > 3) return false;
  if (!secp256k1_ecdsa_recoverable_signature_parse_compact(
          shared, &parsed, signature, recovery_number)) {
    return false;
  }
  if (!secp256k1_ecdsa_recover(shared, &key, &parsed, digest)) return false;
  write_public_key(public_key, &key);
  return true;
}
