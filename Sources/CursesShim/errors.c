#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static int captured[2] = {-1, -1};
static int original = -1;

bool dnp_errors_open(void) {
  // A file that the person sent it to is theirs; a closed one stays closed.
  if (!isatty(STDERR_FILENO)) return true;
  if (!dnp_pipe_open(captured)) return false;
  original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (original < 0) {
    dnp_errors_close();
    return false;
  }
  dnp_errors_capture();
  return true;
}

void dnp_errors_close(void) {
  dnp_errors_restore();
  dnp_descriptor_close(&original);
  dnp_descriptor_close(&captured[0]);
  dnp_descriptor_close(&captured[1]);
}

int dnp_errors_descriptor(void) {
  return captured[0];
}

void dnp_errors_capture(void) {
  if (original >= 0) dup2(captured[1], STDERR_FILENO);
}

void dnp_errors_release(void) {
  if (original >= 0) dup2(original, STDERR_FILENO);
}

void dnp_errors_restore(void) {
  if (original < 0) return;
  dnp_errors_release();
  uint8_t bytes[512];
  size_t count;
  while ((count = dnp_read_error_output(bytes, sizeof bytes)) > 0) {
    if (!dnp_write(STDERR_FILENO, bytes, count)) return;
  }
}

size_t dnp_read_error_output(uint8_t *bytes, size_t capacity) {
  if (captured[0] < 0) return 0;
  ssize_t count;
  do {
    count = read(captured[0], bytes, capacity);
  } while (count < 0 && errno == EINTR);
  return count > 0 ? (size_t)count : 0;
}
