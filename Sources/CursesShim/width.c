#define _GNU_SOURCE
#include "shim.h"

#include <stdio.h>
#include <wchar.h>

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

int dnp_scalar_width(uint32_t scalar) {
  return wcwidth((wchar_t)scalar);
}

const char *dnp_library_name(void) {
#ifdef __GLIBC__
  static char name[32];
  snprintf(name, sizeof name, "glibc %s", gnu_get_libc_version());
  return name;
#else
  return "";
#endif
}
