#include "DigestShim.h"

#ifdef __APPLE__
#include <CommonCrypto/CommonDigest.h>

void dnp_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
  CC_SHA256_CTX context;
  CC_SHA256_Init(&context);
  // A call takes 32 bits of a count.
  while (count > 0) {
    CC_LONG part = count > UINT32_MAX ? UINT32_MAX : (CC_LONG)count;
    CC_SHA256_Update(&context, bytes, part);
    bytes += part;
    count -= part;
  }
  CC_SHA256_Final(digest, &context);
}
#else
#include <sha2.h>

void dnp_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, bytes, count);
  SHA256Final(digest, &context);
}
#endif
