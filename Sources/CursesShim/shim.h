// What the files of the shim share: one open screen, and each file's part in opening and closing.

#ifndef DNP_SHIM_H
#define DNP_SHIM_H

#include "CursesShim.h"

#include <termios.h>

typedef struct {
  bool is_open;
  bool is_utf8;
  // False for old types that would show unknown private modes as text.
  bool has_private_modes;
  // Whether the terminal reports the mouse.
  bool has_mouse;
  // Own copies of the person's descriptors.
  int input;
  int output;
  // The descriptor that ncurses writes to.
  int curses_output;
  // How the terminal was before it was opened.
  struct termios modes;
  bool has_modes;
} dnp_terminal;

extern dnp_terminal dnp_the_terminal;

bool dnp_locale_adopt(void);

// Finds a type that can show a screen; null for none.
const char *dnp_term_type_choose(const char *name, int output);

// What lets all rows of the screen scroll; empty where the open terminal has no regions.
const char *dnp_term_type_scroll_all(int rows);

void dnp_colors_open(bool is_allowed);
void dnp_keys_open(void);
void dnp_keys_close(void);
bool dnp_keys_are_waiting(void);

bool dnp_frame_open(void);
void dnp_frame_close(void);

bool dnp_signals_open(void);
void dnp_signals_close(void);
int dnp_signals_descriptor(void);
// Stops the process group as the terminal's stop key would; returns when it goes on.
void dnp_signals_stop_group(void);
// Whether a signal came in that ends the program.
bool dnp_signals_end_is_due(void);
// Whether the process was continued since the last call.
bool dnp_signals_take_continued(void);

bool dnp_errors_open(void);
void dnp_errors_close(void);
int dnp_errors_descriptor(void);
// Between these two, standard error is the person's own.
void dnp_errors_release(void);
void dnp_errors_capture(void);
// Safe in a signal handler.
void dnp_errors_restore(void);

void dnp_crash_open(void);
void dnp_crash_close(void);
// Prepares the bytes that leave the screen, once ncurses knows the terminal.
void dnp_crash_prepare(void);
// Whether a crash now has to leave the screen.
void dnp_crash_arm(bool is_on_screen);

// Opens a pipe whose ends neither block nor outlive an exec.
bool dnp_pipe_open(int ends[2]);
// Closes a descriptor if there is one, and forgets it.
void dnp_descriptor_close(int *descriptor);
// Writes all bytes, waiting where the descriptor does not take them; false if it takes no more.
bool dnp_write(int descriptor, const void *bytes, size_t count);
// The same, but gives up when the program is to end: its terminal may never read again.
bool dnp_write_frame(int descriptor, const void *bytes, size_t count);
// Drops what a terminal has not read if it takes no more, so that it can be left.
void dnp_make_room(int descriptor);

#define DNP_SYNC_BEGIN "\033[?2026h"
#define DNP_SYNC_END "\033[?2026l"
#define DNP_PASTE_BEGIN "\033[?2004h"
#define DNP_PASTE_END "\033[?2004l"
// The modes that ncurses sets for the mouse.
#define DNP_MOUSE_END "\033[?1000l\033[?1006l"

#endif
