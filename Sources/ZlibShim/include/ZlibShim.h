// Undoing gzip and packing for zip through zlib, which no other target sees.

#ifndef DNP_ZLIB_SHIM_H
#define DNP_ZLIB_SHIM_H

#include <stddef.h>
#include <stdint.h>

typedef struct dnp_inflater dnp_inflater;

enum __attribute__((enum_extensibility(closed))) dnp_inflate_result {
  // Everything that could be done with this input and output is done.
  dnp_inflate_result_ok,
  // A member of the file has ended; the next step begins another.
  dnp_inflate_result_ended,
  dnp_inflate_result_corrupt,
  dnp_inflate_result_no_memory,
};
typedef enum dnp_inflate_result dnp_inflate_result;

// A new inflater for gzip; null without memory. zlib's state must stay where it is in memory.
dnp_inflater *dnp_inflater_make(void);
void dnp_inflater_free(dnp_inflater *inflater);

// Inflates as much of the input as fits the output, and tells how much of each was used.
dnp_inflate_result dnp_inflater_step(
    dnp_inflater *inflater, const void *input, size_t input_count, size_t *input_used,
    void *output, size_t output_count, size_t *output_used);

// How much room packing so many bytes needs at most.
size_t dnp_deflate_bound(size_t count);
// Packs bytes without any header; returns how many bytes that made, 0 without memory or room.
size_t dnp_deflate(const void *input, size_t count, void *output, size_t room);
// The checksum that zip and gzip have.
uint32_t dnp_crc32(const void *input, size_t count);

#endif
