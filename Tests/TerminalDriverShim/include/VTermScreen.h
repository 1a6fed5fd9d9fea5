#ifndef VTERM_SCREEN_H
#define VTERM_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A terminal's screen by libvterm, whose headers differ between versions.
struct td_screen;

/// The attributes of a cell, as bits.
enum {
  TD_BOLD = 1,
  TD_ITALIC = 2,
  TD_UNDERLINE = 4,
  TD_BLINK = 8,
  TD_REVERSE = 16,
  TD_STRIKE = 32,
};

struct td_cell {
  /// The base and its combining characters, then zeros; all zero where nothing was written.
  uint32_t scalars[6];
  /// 1, 2, or 0 for the right half of a wide glyph.
  int width;
  /// -1 for the terminal's own, below 256 an index, else 0x1RRGGBB.
  int32_t foreground;
  int32_t background;
  uint8_t attributes;
};

struct td_modes {
  bool is_alternate;
  bool is_cursor_visible;
  bool is_paste_bracketed;
  /// A synchronized update (mode 2026) has begun and not ended.
  bool is_synchronized;
  /// How many of them have ended.
  int synchronized_updates;
  /// How many strings have begun: commands of the operating system, of devices and the like.
  int strings;
};

/// A blank screen of at least 1×1.
struct td_screen *td_screen_new(int rows, int columns);
void td_screen_free(struct td_screen *screen);

/// Shows a program's output, which may be split anywhere.
void td_screen_write(struct td_screen *screen, const char *bytes, size_t count);
void td_screen_resize(struct td_screen *screen, int rows, int columns);

struct td_modes td_screen_modes(struct td_screen *screen);
void td_screen_cursor(const struct td_screen *screen, int *row, int *column);
struct td_cell td_screen_cell(const struct td_screen *screen, int row, int column);
/// Writes a row as UTF-8, without what was never written at its end, and returns the count.
size_t td_screen_row(
    const struct td_screen *screen, int row, int columns, char *text, size_t capacity);
/// The control characters and sequences that libvterm did not know, the first thousand bytes.
const char *td_screen_unknown(const struct td_screen *screen);

#endif
