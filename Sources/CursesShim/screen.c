#define _GNU_SOURCE
#include "shim.h"

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { escape_delay_milliseconds = 25, name_bytes = 128 };

dnp_terminal dnp_the_terminal = {.input = -1, .output = -1, .curses_output = -1};

static SCREEN *screen;
static FILE *reading;
static FILE *writing;
static char type_name[name_bytes];
static int open_error;

// Paste brackets and the cursor, which ncurses does not turn on and off by itself.
static void enter(void) {
  dnp_crash_arm(true);
  curs_set(0);
  if (dnp_the_terminal.has_private_modes) {
    dnp_write(dnp_the_terminal.output, DNP_PASTE_BEGIN, strlen(DNP_PASTE_BEGIN));
  }
}

static void leave(void) {
  if (dnp_the_terminal.has_private_modes) {
    dnp_write(dnp_the_terminal.output, DNP_PASTE_END, strlen(DNP_PASTE_END));
  }
  // In this order: when libvterm (the terminals in Neovim and Emacs) leaves the screen, it shows the
  // cursor only if it was shown when its position was last saved, as ncurses does while it scrolls.
  endwin();
  curs_set(1);
  dnp_crash_arm(false);
}

// The size by the terminal itself; false where there is none to ask, or where it does not know.
static bool ask_size(int *rows, int *columns) {
  struct winsize size = {0};
  if (ioctl(dnp_the_terminal.output, TIOCGWINSZ, &size) != 0) return false;
  *rows = size.ws_row;
  *columns = size.ws_col;
  return size.ws_row > 0 && size.ws_col > 0;
}

static void take_size(void) {
  int rows = 0;
  int columns = 0;
  if (ask_size(&rows, &columns) && (rows != getmaxy(stdscr) || columns != getmaxx(stdscr))) {
    resizeterm(rows, columns);
  }
}

static FILE *stream_on(int descriptor, const char *mode) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (copy < 0) return NULL;
  FILE *stream = fdopen(copy, mode);
  if (stream == NULL) close(copy);
  return stream;
}

static bool take_descriptors(const dnp_options *options) {
  dnp_terminal *terminal = &dnp_the_terminal;
  terminal->input = fcntl(options->input, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  terminal->output = fcntl(options->output, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  reading = stream_on(options->input, "r");
  writing = stream_on(options->output, "w");
  if (terminal->input < 0 || terminal->output < 0 || !reading || !writing) return false;
  terminal->curses_output = fileno(writing);
  terminal->has_modes = tcgetattr(terminal->output, &terminal->modes) == 0;
  return dnp_frame_open();
}

static void close_streams(void) {
  if (reading != NULL) fclose(reading);
  if (writing != NULL) fclose(writing);
  reading = writing = NULL;
}

static void release_descriptors(void) {
  dnp_frame_close();
  close_streams();
  dnp_descriptor_close(&dnp_the_terminal.input);
  dnp_descriptor_close(&dnp_the_terminal.output);
  dnp_the_terminal.curses_output = -1;
  dnp_the_terminal.has_modes = false;
}

// The modes, and then who hears of signals and errors, in the reverse of the order of opening.
static void restore(void) {
  dnp_terminal *terminal = &dnp_the_terminal;
  if (terminal->has_modes) tcsetattr(terminal->output, TCSADRAIN, &terminal->modes);
  dnp_errors_close();
  dnp_crash_close();
  dnp_signals_close();
  release_descriptors();
}

static dnp_open_result fail(dnp_open_result result) {
  open_error = errno;
  restore();
  return result;
}

static void configure(void) {
  raw();
  noecho();
  nonl();
  idlok(stdscr, FALSE);
  scrollok(stdscr, FALSE);
  leaveok(stdscr, TRUE);
  // A key that waits must not leave a frame half painted.
  typeahead(-1);
  if (getenv("ESCDELAY") == NULL) set_escdelay(escape_delay_milliseconds);
}

static bool is_old(const char *name) {
  return strcmp(name, "linux") == 0 || strcmp(name, "dumb") == 0 || strncmp(name, "vt", 2) == 0;
}

static void close_at_exit(void) {
  static pid_t owner;
  if (owner == 0) {
    owner = getpid();
    atexit(close_at_exit);
  } else if (owner == getpid()) {
    dnp_close();
  }
}

static dnp_open_result open_screen(const dnp_options *options) {
  const char *type = dnp_term_type_choose(options->term_name, dnp_the_terminal.output);
  if (type == NULL) return fail(dnp_open_result_no_terminal_type);
  strncpy(type_name, type, sizeof type_name - 1);
  dnp_the_terminal.has_mouse = false;
  dnp_the_terminal.has_private_modes = !is_old(options->term_name) && !is_old(type_name);
  // LINES and COLUMNS speak of the terminal that a shell was started in.
  use_env(FALSE);
  // Gives 24 x 80 where neither the terminal nor its type has a size.
  use_tioctl(TRUE);
  screen = newterm(type_name, writing, reading);
  if (screen == NULL) return fail(dnp_open_result_no_terminal_type);
  configure();
  dnp_colors_open(options->is_color_allowed);
  dnp_keys_open();
  dnp_crash_prepare();
  take_size();
  enter();
  dnp_the_terminal.is_open = true;
  return dnp_open_result_opened;
}

dnp_open_result dnp_open(const dnp_options *options) {
  if (dnp_the_terminal.is_open) return dnp_open_result_already_open;
  bool is_terminal = isatty(options->input) && isatty(options->output);
  if (options->is_terminal_required && !is_terminal) return dnp_open_result_not_a_terminal;
  dnp_the_terminal.is_utf8 = dnp_locale_adopt();
  close_at_exit();
  // Before ncurses, which installs its own handlers where there are none.
  if (!take_descriptors(options) || !dnp_signals_open()) return fail(dnp_open_result_refused);
  dnp_crash_open();
  if (!dnp_errors_open()) return fail(dnp_open_result_refused);
  return open_screen(options);
}

int dnp_open_error(void) {
  return open_error;
}

void dnp_close(void) {
  if (!dnp_the_terminal.is_open) return;
  dnp_the_terminal.is_open = false;
  dnp_make_room(dnp_the_terminal.output);
  leave();
  dnp_keys_close();
  delscreen(screen);
  screen = NULL;
  restore();
}

bool dnp_is_utf8(void) {
  return dnp_the_terminal.is_utf8;
}

const char *dnp_term_name(void) {
  return type_name;
}

void dnp_size(int *rows, int *columns) {
  *rows = getmaxy(stdscr);
  *columns = getmaxx(stdscr);
}

// Paints the last frame, since whoever had the terminal left something else on it.
static void take_back(void) {
  take_size();
  clearok(curscr, TRUE);
  wnoutrefresh(stdscr);
  doupdate();
  enter();
}

void dnp_adopt_size(void) {
  if (!dnp_the_terminal.is_open) return;
  if (dnp_signals_take_continued()) {
    // It was stopped by a signal that nobody can handle, and the shell has used the terminal.
    leave();
    take_back();
  }
  take_size();
  dnp_repaint();
}

void dnp_suspend(void) {
  if (!dnp_the_terminal.is_open) return;
  leave();
  dnp_errors_release();
  dnp_signals_stop_group();
  dnp_errors_capture();
  take_back();
}
