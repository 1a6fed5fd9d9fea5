#define _GNU_SOURCE
#include "shim.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_utf8(void) {
  const char *codeset = nl_langinfo(CODESET);
  return strcasecmp(codeset, "UTF-8") == 0 || strcasecmp(codeset, "UTF8") == 0;
}

// The locale of text that the person asked for; null for none.
static const char *name_asked_for(void) {
  const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (size_t index = 0; index < 3; index += 1) {
    const char *name = getenv(variables[index]);
    if (name != NULL && name[0] != '\0') return name;
  }
  return NULL;
}

// A container often names a locale that it lacks: its text is UTF-8 all the same.
static bool names_utf8(const char *name) {
  return strcasestr(name, "UTF-8") != NULL || strcasestr(name, "utf8") != NULL;
}

bool dnp_locale_adopt(void) {
  bool is_known = setlocale(LC_ALL, "") != NULL;
  // Numbers keep their point, whatever the language.
  setlocale(LC_NUMERIC, "C");
  if (is_utf8()) return true;
  const char *name = name_asked_for();
  bool is_open_to_utf8 = name == NULL || (!is_known && names_utf8(name));
  if (!is_open_to_utf8) return false;
  // The second name is Darwin's.
  return (setlocale(LC_CTYPE, "C.UTF-8") != NULL || setlocale(LC_CTYPE, "UTF-8") != NULL)
      && is_utf8();
}
