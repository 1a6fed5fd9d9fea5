// The JSON schemas of the project, as bytes of the program.

#ifndef DNP_SCHEMA_SHIM_H
#define DNP_SCHEMA_SHIM_H

#include <stddef.h>

// A file of assets/schema, as it was when the program was built.
typedef struct {
  // Its path in the folder, without `.schema.json`.
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t count;
} dnp_schema;

size_t dnp_schema_count(void);

// The schema with a number below the count; no schema for another number.
const dnp_schema *_Nullable dnp_schema_at(size_t index);

#endif
