#include "VTermScreen.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vterm.h>

// 0.1 names these functions by the parser, which has the same two first.
#if VTERM_VERSION_MAJOR == 0 && VTERM_VERSION_MINOR < 2
typedef VTermParserCallbacks td_fallbacks;
#else
typedef VTermStateFallbacks td_fallbacks;
#endif

struct td_screen {
  VTerm *terminal;
  VTermScreen *cells;
  struct td_modes modes;
  /// The bytes from the last ESC on, as many as the longest sequence below has.
  char sequence[8];
  size_t sequence_length;
  /// Whether the terminal has answered the program or a key since this was last cleared.
  bool has_answered;
  char unknown[1024];
};

static void add_unknown(struct td_screen *screen, const char *format, ...) {
  size_t used = strlen(screen->unknown);
  va_list values;
  va_start(values, format);
  vsnprintf(screen->unknown + used, sizeof screen->unknown - used, format, values);
  va_end(values);
}

static int on_property(VTermProp property, VTermValue *value, void *user) {
  struct td_screen *screen = user;
  if (property == VTERM_PROP_CURSORVISIBLE) {
    screen->modes.is_cursor_visible = value->boolean;
  } else if (property == VTERM_PROP_ALTSCREEN) {
    screen->modes.is_alternate = value->boolean;
  }
  return 1;
}

static int on_unknown_control(unsigned char control, void *user) {
  add_unknown(user, "\\x%02X ", control);
  return 1;
}

static int on_unknown_sequence(
    const char *leader, const long arguments[], int count, const char *intermediate, char command,
    void *user) {
  // The stack of titles, which terminfo's `smcup` and `rmcup` push and pop.
  if (command == 't') {
    return 1;
  }
  add_unknown(user, "ESC[%s", leader == NULL ? "" : leader);
  for (int i = 0; i < count; i++) {
    add_unknown(user, i == 0 ? "" : ";");
    if (!CSI_ARG_IS_MISSING(arguments[i])) {
      add_unknown(user, "%ld", (long)CSI_ARG(arguments[i]));
    }
  }
  add_unknown(user, "%s%c ", intermediate == NULL ? "" : intermediate, command);
  return 1;
}

static void on_answer(const char *bytes, size_t count, void *user) {
  struct td_screen *screen = user;
  (void)bytes;
  (void)count;
  screen->has_answered = true;
}

static const VTermScreenCallbacks callbacks = {.settermprop = on_property};
static const td_fallbacks fallbacks = {.control = on_unknown_control, .csi = on_unknown_sequence};

// libvterm 0.1 writes to null when a wide glyph does not fit into a row.
static int at_least_two(int columns) { return columns < 2 ? 2 : columns; }

struct td_screen *td_screen_new(int rows, int columns) {
  struct td_screen *screen = calloc(1, sizeof *screen);
  if (screen == NULL) {
    abort();
  }
  screen->terminal = vterm_new(rows, at_least_two(columns));
  vterm_set_utf8(screen->terminal, 1);
  vterm_output_set_callback(screen->terminal, on_answer, screen);
  screen->cells = vterm_obtain_screen(screen->terminal);
  vterm_screen_set_callbacks(screen->cells, &callbacks, screen);
  vterm_screen_set_unrecognised_fallbacks(screen->cells, &fallbacks, screen);
  vterm_screen_enable_altscreen(screen->cells, 1);
  vterm_screen_reset(screen->cells, 1);
  return screen;
}

void td_screen_free(struct td_screen *screen) {
  vterm_free(screen->terminal);
  free(screen);
}

static VTermPos position(const struct td_screen *screen) {
  VTermPos position;
  vterm_state_get_cursorpos(vterm_obtain_state(screen->terminal), &position);
  return position;
}

static bool is_sequence(const struct td_screen *screen, const char *text) {
  return screen->sequence_length == strlen(text) &&
      memcmp(screen->sequence, text, screen->sequence_length) == 0;
}

/// Follows what libvterm does not report: synchronized updates and strings such as titles.
static void follow(struct td_screen *screen, char byte) {
  if (byte == '\033') {
    screen->sequence_length = 0;
  } else if (screen->sequence_length == 0 || screen->sequence_length == sizeof screen->sequence) {
    return;
  }
  screen->sequence[screen->sequence_length++] = byte;
  struct td_modes *modes = &screen->modes;
  if (is_sequence(screen, "\033[?2026h")) {
    modes->is_synchronized = true;
  } else if (is_sequence(screen, "\033[?2026l")) {
    modes->synchronized_updates += modes->is_synchronized;
    modes->is_synchronized = false;
  } else if (screen->sequence_length == 2 && strchr("]PX^_", byte) != NULL) {
    modes->strings += 1;
  }
}

void td_screen_write(struct td_screen *screen, const char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    follow(screen, bytes[i]);
  }
  vterm_input_write(screen->terminal, bytes, count);
}

static void go_to(struct td_screen *screen, VTermPos position) {
  char text[32];
  int count = snprintf(text, sizeof text, "\033[%d;%dH", position.row + 1, position.col + 1);
  vterm_input_write(screen->terminal, text, (size_t)count);
}

static void obey(struct td_screen *screen, const char *sequence) {
  vterm_input_write(screen->terminal, sequence, strlen(sequence));
}

// As xterm does, this resets the scroll region and moves the saved cursor inside. libvterm 0.1
// keeps both, and with fewer rows it then writes beyond its memory. The style is reset, and a
// sequence under way is cut off: a program draws everything again in a new size.
void td_screen_resize(struct td_screen *screen, int rows, int columns) {
  vterm_set_size(screen->terminal, rows, at_least_two(columns));
  bool is_cursor_visible = screen->modes.is_cursor_visible;
  VTermPos cursor = position(screen);
  obey(screen, "\033[r\0338");
  go_to(screen, position(screen));
  obey(screen, "\0337\033[m");
  obey(screen, is_cursor_visible ? "\033[?25h" : "\033[?25l");
  go_to(screen, cursor);
}

struct td_modes td_screen_modes(struct td_screen *screen) {
  // Only with bracketed paste does the beginning of a paste send anything.
  screen->has_answered = false;
  vterm_keyboard_start_paste(screen->terminal);
  screen->modes.is_paste_bracketed = screen->has_answered;
  return screen->modes;
}

const char *td_screen_unknown(const struct td_screen *screen) { return screen->unknown; }

void td_screen_cursor(const struct td_screen *screen, int *row, int *column) {
  VTermPos cursor = position(screen);
  *row = cursor.row;
  *column = cursor.col;
}

static int32_t color_code(const VTermColor *color) {
  if (VTERM_COLOR_IS_DEFAULT_FG(color) || VTERM_COLOR_IS_DEFAULT_BG(color)) {
    return -1;
  }
  if (VTERM_COLOR_IS_INDEXED(color)) {
    return color->indexed.idx;
  }
  return 1 << 24 | color->rgb.red << 16 | color->rgb.green << 8 | color->rgb.blue;
}

struct td_cell td_screen_cell(const struct td_screen *screen, int row, int column) {
  VTermScreenCell cell;
  VTermPos position = {.row = row, .col = column};
  vterm_screen_get_cell(screen->cells, position, &cell);
  // The right half of a wide glyph, which keeps the style of what was there before.
  if (cell.chars[0] == (uint32_t)-1) {
    return (struct td_cell){.foreground = -1, .background = -1};
  }
  struct td_cell copy = {
      .width = cell.width,
      .foreground = color_code(&cell.fg),
      .background = color_code(&cell.bg),
      .attributes = (cell.attrs.bold ? TD_BOLD : 0) | (cell.attrs.italic ? TD_ITALIC : 0) |
          (cell.attrs.underline ? TD_UNDERLINE : 0) | (cell.attrs.blink ? TD_BLINK : 0) |
          (cell.attrs.reverse ? TD_REVERSE : 0) | (cell.attrs.strike ? TD_STRIKE : 0),
  };
  memcpy(copy.scalars, cell.chars, sizeof copy.scalars);
  return copy;
}

size_t td_screen_row(
    const struct td_screen *screen, int row, int columns, char *text, size_t capacity) {
  VTermRect all = {.start_row = row, .end_row = row + 1, .start_col = 0, .end_col = columns};
  return vterm_screen_get_text(screen->cells, text, capacity, all);
}
