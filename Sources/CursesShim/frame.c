#define _GNU_SOURCE
#include "shim.h"

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Whether the next frame is painted afresh.
static bool is_repaint;

// What a frame that is painted afresh begins with. A part of a frame that was under way when the size
// changed may have set a scroll region for the size before, which a terminal keeps and ncurses does not
// know of; lines that are inserted later would then move wrongly.
static const char *head_of_repaint(void) {
  if (!is_repaint) return "";
  is_repaint = false;
  return dnp_term_type_scroll_all(getmaxy(stdscr));
}

#ifdef __linux__
#include <sys/mman.h>

// ncurses writes once a row. Its descriptor is turned to a file in memory while it paints, so that
// the terminal gets the frame in one piece.
static int file = -1;
static char *bytes;
static size_t capacity;

bool dnp_frame_open(void) {
  file = memfd_create("dnp-frame", MFD_CLOEXEC);
  // Without it frames go out row by row.
  return true;
}

void dnp_frame_close(void) {
  dnp_descriptor_close(&file);
  free(bytes);
  bytes = NULL;
  capacity = 0;
}

static bool redirect(int descriptor) {
  int result;
  do {
    result = dup3(descriptor, dnp_the_terminal.curses_output, O_CLOEXEC);
  } while (result < 0 && (errno == EINTR || errno == EBUSY));
  return result >= 0;
}

static bool reserve(size_t count) {
  if (count <= capacity) return true;
  char *larger = realloc(bytes, 2 * count);
  if (larger == NULL) return false;
  bytes = larger;
  capacity = 2 * count;
  return true;
}

// Writes what the file holds before its offset; false if that is no more than `least`.
static bool write_file(size_t least) {
  off_t end = lseek(file, 0, SEEK_CUR);
  size_t count = end > 0 ? (size_t)end : 0;
  if (count <= least || !reserve(count + strlen(DNP_SYNC_END))) return false;
  if (pread(file, bytes, count, 0) != end) return false;
  if (least > 0) {
    memcpy(bytes + count, DNP_SYNC_END, strlen(DNP_SYNC_END));
    count += strlen(DNP_SYNC_END);
  }
  return dnp_write_frame(dnp_the_terminal.output, bytes, count);
}

static bool can_collect(void) {
  // After a suspension ncurses sets the terminal's modes as well, which a file does not have.
  return file >= 0 && !isendwin();
}

static bool present_collected(void) {
  size_t start = dnp_the_terminal.has_private_modes ? strlen(DNP_SYNC_BEGIN) : 0;
  const char *head = head_of_repaint();
  lseek(file, 0, SEEK_SET);
  if (!dnp_write(file, DNP_SYNC_BEGIN, start) || !dnp_write(file, head, strlen(head)) ||
      !redirect(file)) {
    doupdate();
    return true;
  }
  doupdate();
  redirect(dnp_the_terminal.output);
  return write_file(start);
}
#else
bool dnp_frame_open(void) {
  return true;
}

void dnp_frame_close(void) {}

static bool can_collect(void) {
  return false;
}

static bool present_collected(void) {
  return false;
}
#endif

static void write_mode(const char *mode) {
  if (!dnp_the_terminal.has_private_modes) return;
  dnp_write_frame(dnp_the_terminal.output, mode, strlen(mode));
}

bool dnp_present(void) {
  if (!dnp_the_terminal.is_open) return false;
  wnoutrefresh(stdscr);
  if (can_collect()) return present_collected();
  write_mode(DNP_SYNC_BEGIN);
  dnp_write_sequence(head_of_repaint());
  doupdate();
  write_mode(DNP_SYNC_END);
  return true;
}

void dnp_write_sequence(const char *sequence) {
  if (dnp_the_terminal.is_open) {
    dnp_write_frame(dnp_the_terminal.output, sequence, strlen(sequence));
  }
}

void dnp_repaint(void) {
  if (!dnp_the_terminal.is_open) return;
  is_repaint = true;
  clearok(curscr, TRUE);
}
