#define _GNU_SOURCE
#include "shim.h"

#include <curses.h>
#include <string.h>
#include <term.h>

typedef enum { type_unknown, type_immobile, type_usable } type_state;

static type_state state_of(const char *name, int output) {
  int result = 0;
  if (setupterm(name, output, &result) != OK) return type_unknown;
  bool is_mobile = cursor_address != NULL && !hard_copy;
  del_curterm(cur_term);
  return is_mobile ? type_usable : type_immobile;
}

const char *dnp_term_type_choose(const char *name, int output) {
  // What nearly every terminal of today understands, then what nearly every one ever did.
  const char *const types[] = {name, "xterm-256color", "xterm", "vt100"};
  for (size_t index = 0; index < sizeof types / sizeof types[0]; index += 1) {
    switch (state_of(types[index], output)) {
      case type_usable: return types[index];
      // A terminal that is known to have no screen gets no stand-in.
      case type_immobile: return NULL;
      case type_unknown: break;
    }
  }
  return NULL;
}

const char *dnp_term_type_scroll_all(int rows) {
  if (change_scroll_region == NULL) return "";
  const char *sequence = tparm(change_scroll_region, 0L, (long)(rows - 1), 0L, 0L, 0L, 0L, 0L, 0L, 0L);
  // A terminal that needs pauses gets none of it: it is too old to change its size.
  return sequence == NULL || strstr(sequence, "$<") != NULL ? "" : sequence;
}
