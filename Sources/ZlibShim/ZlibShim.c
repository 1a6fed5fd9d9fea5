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
