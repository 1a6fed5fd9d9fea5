#define _GNU_SOURCE
#include "shim.h"

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <string.h>
#include <wchar.h>

// By the numbers of `dnp_cell`: the terminal's own, black to white, gray, bright red to bright white.
enum { color_own = 0, color_gray = 9, color_bright = 10, color_count = 17, color_step = 8 };

static bool has_colors_open;
static bool has_own_colors;
static short pairs[color_count][color_count];
static short pair_count;
static unsigned char pair_colors[color_count * color_count][2];

void dnp_colors_open(bool is_allowed) {
  memset(pairs, 0, sizeof pairs);
  memset(pair_colors, 0, sizeof pair_colors);
  // Pair 0 is the terminal's own two colours.
  pair_count = 1;
  has_colors_open = is_allowed && tigetnum("colors") >= 8 && start_color() == OK;
  has_own_colors = has_colors_open && use_default_colors() == OK;
}

int dnp_color_count(void) {
  return dnp_the_terminal.is_open && has_colors_open ? COLORS : 0;
}

// The number that the terminal has for a colour; `own` is what stands for its own one.
static short number_of(unsigned char color, short own) {
  if (color == color_own) return has_own_colors ? -1 : own;
  return (short)(color - 1);
}

static short new_pair(unsigned char foreground, unsigned char background) {
  if (pair_count >= COLOR_PAIRS || pair_count >= color_count * color_count) return 0;
  short front = number_of(foreground, COLOR_WHITE);
  short back = number_of(background, COLOR_BLACK);
  if (init_pair(pair_count, front, back) != OK) return 0;
  pair_colors[pair_count][0] = foreground;
  pair_colors[pair_count][1] = background;
  pairs[foreground][background] = pair_count;
  pair_count += 1;
  return pairs[foreground][background];
}

static short pair_of(unsigned char foreground, unsigned char background) {
  if (foreground == color_own && background == color_own) return 0;
  short pair = pairs[foreground][background];
  return pair != 0 ? pair : new_pair(foreground, background);
}

static attr_t curses_attributes(unsigned attributes) {
  attr_t result = A_NORMAL;
  if (attributes & dnp_attribute_bold) result |= A_BOLD;
  if (attributes & dnp_attribute_dim) result |= A_DIM;
  if (attributes & dnp_attribute_underline) result |= A_UNDERLINE;
  if (attributes & dnp_attribute_reverse) result |= A_REVERSE;
  return result;
}

static uint8_t shim_attributes(attr_t attributes) {
  unsigned result = 0;
  if (attributes & A_BOLD) result |= dnp_attribute_bold;
  if (attributes & A_DIM) result |= dnp_attribute_dim;
  if (attributes & A_UNDERLINE) result |= dnp_attribute_underline;
  if (attributes & A_REVERSE) result |= dnp_attribute_reverse;
  return (uint8_t)result;
}

// Takes out the colours that the terminal does not have; returns the pair of the others.
static short fit_colors(dnp_cell *cell) {
  if (!has_colors_open) return 0;
  if (cell->foreground >= color_count) cell->foreground = color_own;
  if (cell->background >= color_count) cell->background = color_own;
  if (COLORS < 16) {
    if (cell->foreground == color_gray) {
      cell->foreground = color_own;
      cell->attributes |= dnp_attribute_dim;
    }
    if (cell->background == color_gray) cell->background = color_own;
    if (cell->foreground >= color_bright) {
      cell->foreground -= color_step;
      cell->attributes |= dnp_attribute_bold;
    }
    if (cell->background >= color_bright) cell->background -= color_step;
  }
  return pair_of(cell->foreground, cell->background);
}

static void put_one(
    int row, int column, wchar_t scalar, wchar_t mark, attr_t attributes, short pair) {
  const wchar_t text[] = {scalar, mark, L'\0'};
  cchar_t cell;
  if (setcchar(&cell, text, attributes, pair, NULL) != OK) return;
  // In the last column of the last row this is an error, after the cell has been put.
  mvwadd_wch(stdscr, row, column, &cell);
}

void dnp_put(int row, int column, dnp_cell cell) {
  if (!dnp_the_terminal.is_open) return;
  short pair = fit_colors(&cell);
  attr_t attributes = curses_attributes(cell.attributes);
  bool is_agreed = dnp_scalar_width(cell.scalar) == cell.width && cell.width > 0;
  bool fits = column + cell.width <= getmaxx(stdscr);
  if (is_agreed && fits) {
    wchar_t mark = dnp_scalar_width(cell.mark) == 0 ? (wchar_t)cell.mark : L'\0';
    put_one(row, column, (wchar_t)cell.scalar, mark, attributes, pair);
    return;
  }
  put_one(row, column, L'?', L'\0', attributes, pair);
  if (cell.width == 2 && fits) put_one(row, column + 1, L' ', L'\0', attributes, pair);
}

// The columns that a cell of ncurses takes: which part of a wide glyph it is, is kept in its
// attributes, from 1 for the left half.
static uint8_t width_of(const cchar_t *cell, wchar_t scalar) {
  return (cell->attr & A_CHARTEXT) > 1 ? 0 : (uint8_t)dnp_scalar_width((uint32_t)scalar);
}

bool dnp_read(int row, int column, dnp_cell *cell) {
  if (!dnp_the_terminal.is_open) return false;
  cchar_t read;
  wchar_t text[CCHARW_MAX + 1] = {0};
  attr_t attributes = 0;
  short pair = 0;
  if (mvwin_wch(curscr, row, column, &read) != OK) return false;
  if (getcchar(&read, text, &attributes, &pair, NULL) != OK) return false;
  cell->width = width_of(&read, text[0]);
  cell->scalar = cell->width == 0 ? L' ' : (uint32_t)text[0];
  cell->mark = cell->width == 0 ? 0 : (uint32_t)text[1];
  cell->attributes = shim_attributes(attributes);
  bool is_known = pair > 0 && pair < pair_count;
  cell->foreground = is_known ? pair_colors[pair][0] : color_own;
  cell->background = is_known ? pair_colors[pair][1] : color_own;
  return true;
}
