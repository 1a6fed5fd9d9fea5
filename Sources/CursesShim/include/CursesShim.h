// The terminal's screen through ncurses, which no other target sees.
//
// One screen at a time, since ncurses keeps one, and one thread. No function blocks but `dnp_wait`,
// `dnp_suspend` and writing to a terminal that does not read.

#ifndef DNP_CURSES_SHIM_H
#define DNP_CURSES_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DNP_CLOSED_ENUM(name) enum __attribute__((enum_extensibility(closed))) name

// Opening and closing.

typedef struct {
  // The type of the terminal, usually the value of TERM.
  const char *term_name;
  int input;
  int output;
  // Whether descriptors that are no terminal are refused; a test opens a screen on the null device.
  bool is_terminal_required;
  bool is_color_allowed;
} dnp_options;

typedef DNP_CLOSED_ENUM(dnp_open_result) {
  dnp_open_result_opened,
  dnp_open_result_already_open,
  dnp_open_result_not_a_terminal,
  // The type cannot move the cursor, or there is no database of types.
  dnp_open_result_no_terminal_type,
  // A descriptor or a handler was refused; `dnp_open_error` has the reason.
  dnp_open_result_refused,
} dnp_open_result;

// Opens the screen; whatever fails, everything is as it was before.
dnp_open_result dnp_open(const dnp_options *options);

// The `errno` of the last `dnp_open_result_refused`.
int dnp_open_error(void);

// Closes the screen and restores terminal, signals and standard error; without a screen nothing.
void dnp_close(void);

// Whether the locale writes text as UTF-8; found out by `dnp_open`.
bool dnp_is_utf8(void);

// The type of terminal that was opened: the one asked for, or a stand-in for an unknown one.
const char *dnp_term_name(void);

// 0 without colour.
int dnp_color_count(void);

// Size, suspension.

void dnp_size(int *rows, int *columns);

// Asks the terminal for its size after a resize or a continuation; the next frame is whole.
void dnp_adopt_size(void);

// Gives the terminal back, stops the process group, and takes the terminal again when continued.
//
// In an orphaned process group nothing stops, and the screen is taken again at once.
void dnp_suspend(void);

// Cells.

enum {
  dnp_attribute_bold = 1,
  dnp_attribute_dim = 2,
  dnp_attribute_underline = 4,
  dnp_attribute_reverse = 8,
};

typedef struct {
  uint32_t scalar;
  // A combining mark; 0 for none.
  uint32_t mark;
  // 1 or 2 columns; in a cell that was read 0 for the right half of a wide glyph.
  uint8_t width;
  // 0 for the terminal's own, 1 to 8 black to white, 9 gray, 10 to 16 bright red to bright white.
  uint8_t foreground;
  uint8_t background;
  uint8_t attributes;
} dnp_cell;

// Puts a cell on the next frame; one whose width the C library disputes becomes `?`.
void dnp_put(int row, int column, dnp_cell cell);

// Writes what changed since the last frame; false if that was nothing.
bool dnp_present(void);

// Writes a sequence of bytes to the terminal as it is, between two frames.
void dnp_write_sequence(const char *sequence);

// Has the next frame written whole.
void dnp_repaint(void);

// Reads a cell of the frame that was presented last; false outside it.
bool dnp_read(int row, int column, dnp_cell *cell);

// The columns of a scalar by the C library's own table: -1 for none.
int dnp_scalar_width(uint32_t scalar);

// The C library, as in "glibc 2.36"; empty for another one.
const char *dnp_library_name(void);

// Keys.

typedef DNP_CLOSED_ENUM(dnp_key_kind) {
  dnp_key_kind_character,
  dnp_key_kind_control,
  dnp_key_kind_function,
  dnp_key_kind_enter,
  dnp_key_kind_tab,
  dnp_key_kind_back_tab,
  dnp_key_kind_escape,
  dnp_key_kind_backspace,
  dnp_key_kind_delete,
  dnp_key_kind_up,
  dnp_key_kind_down,
  dnp_key_kind_left,
  dnp_key_kind_right,
  dnp_key_kind_home,
  dnp_key_kind_end,
  dnp_key_kind_page_up,
  dnp_key_kind_page_down,
  // Rows and columns from 0: the row in the upper half of the value, the column in the lower one.
  dnp_key_kind_mouse_press,
  dnp_key_kind_mouse_wheel_up,
  dnp_key_kind_mouse_wheel_down,
  dnp_key_kind_paste_begin,
  dnp_key_kind_paste_end,
} dnp_key_kind;

typedef struct {
  dnp_key_kind kind;
  // The scalar of a character or of a control letter, the number of a function key, a place.
  uint32_t value;
} dnp_key;

// Asks the terminal to report the mouse, or leaves it to the terminal again.
void dnp_mouse_set(bool is_on);

// The next key; false when there is none now. An escape alone takes the escape delay.
bool dnp_next_key(dnp_key *key);

// Signals, waiting.

typedef DNP_CLOSED_ENUM(dnp_signal) {
  dnp_signal_none,
  dnp_signal_terminate,
  dnp_signal_hang_up,
  dnp_signal_interrupt,
  // Every other one that would end the process; `dnp_ending_signal` has its number.
  dnp_signal_other_end,
  dnp_signal_continue,
  dnp_signal_resize,
  dnp_signal_suspend,
} dnp_signal;

// The next signal that came in, the gravest first; equal ones that wait are one.
dnp_signal dnp_next_signal(void);

// The system's number of a signal; 0 for `dnp_signal_other_end`, which has several.
int dnp_signal_number(dnp_signal signal);

// The first signal that came in of those that would have ended the process; 0 for none.
int dnp_ending_signal(void);

// Ends the process by a signal, as if nobody had handled it; returns where it is ignored.
void dnp_end_by_signal(int number);

enum {
  dnp_wake_input = 1,
  dnp_wake_signal = 2,
  dnp_wake_error_output = 4,
  dnp_wake_hang_up = 8,
  dnp_wake_extra = 16,
};

// Waits until something is there, or for some microseconds (negative: for ever).
//
// Answers what is there, nothing after the time and when a signal came in between. `extra` is one
// more descriptor to read from; negative for none.
int dnp_wait(int64_t microseconds, int extra);

// Reads what was written to standard error; 0 when there is nothing.
size_t dnp_read_error_output(uint8_t *bytes, size_t capacity);

#endif
