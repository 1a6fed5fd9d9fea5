#include "ZlibShim.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

struct dnp_inflater {
  z_stream stream;
};

dnp_inflater *dnp_inflater_make(void) {
  dnp_inflater *inflater = calloc(1, sizeof *inflater);
  if (inflater == NULL) return NULL;
  // 16 asks for the header and the checksum of gzip.
  if (inflateInit2(&inflater->stream, 15 + 16) != Z_OK) {
    free(inflater);
    return NULL;
  }
  return inflater;
}

void dnp_inflater_free(dnp_inflater *inflater) {
  if (inflater == NULL) return;
  inflateEnd(&inflater->stream);
  free(inflater);
}

static uInt bounded(size_t count) { return count > UINT_MAX ? UINT_MAX : (uInt)count; }

dnp_inflate_result dnp_inflater_step(
    dnp_inflater *inflater, const void *input, size_t input_count, size_t *input_used,
    void *output, size_t output_count, size_t *output_used) {
  z_stream *stream = &inflater->stream;
  uInt input_room = bounded(input_count);
  uInt output_room = bounded(output_count);
  stream->next_in = (Bytef *)input;
  stream->avail_in = input_room;
  stream->next_out = output;
  stream->avail_out = output_room;
  int result = inflate(stream, Z_NO_FLUSH);
  *input_used = input_room - stream->avail_in;
  *output_used = output_room - stream->avail_out;
  switch (result) {
  case Z_OK:
  // Nothing could be done with this little input or output, which is no error.
  case Z_BUF_ERROR: return dnp_inflate_result_ok;
  case Z_STREAM_END:
    return inflateReset(stream) == Z_OK ? dnp_inflate_result_ended : dnp_inflate_result_corrupt;
  case Z_MEM_ERROR: return dnp_inflate_result_no_memory;
  default: return dnp_inflate_result_corrupt;
  }
}

size_t dnp_deflate_bound(size_t count) { return compressBound(count); }

size_t dnp_deflate(const void *input, size_t count, void *output, size_t room) {
  if (count > UINT_MAX || room > UINT_MAX) return 0;
  z_stream stream = {0};
  // Negative: without the header and checksum of zlib.
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    return 0;
  }
  stream.next_in = (Bytef *)input;
  stream.avail_in = (uInt)count;
  stream.next_out = output;
  stream.avail_out = (uInt)room;
  int result = deflate(&stream, Z_FINISH);
  size_t written = stream.total_out;
  deflateEnd(&stream);
  return result == Z_STREAM_END ? written : 0;
}

uint32_t dnp_crc32(const void *input, size_t count) {
  // In pieces, since zlib counts in 32 bits; an empty file has the checksum 0.
  uLong sum = crc32(0, NULL, 0);
  const Bytef *bytes = input;
  while (count > 0) {
    uInt piece = bounded(count);
    sum = crc32(sum, bytes, piece);
    bytes += piece;
    count -= piece;
  }
  return (uint32_t)sum;
}
