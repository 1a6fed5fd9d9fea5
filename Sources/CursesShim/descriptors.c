#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

static bool is_quiet(int descriptor) {
  return fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
      && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0;
}

bool dnp_pipe_open(int ends[2]) {
  if (pipe(ends) != 0) {
    ends[0] = ends[1] = -1;
    return false;
  }
  if (is_quiet(ends[0]) && is_quiet(ends[1])) return true;
  dnp_descriptor_close(&ends[0]);
  dnp_descriptor_close(&ends[1]);
  return false;
}

void dnp_descriptor_close(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}

static bool write_all(int descriptor, const char *next, size_t count, bool gives_up) {
  while (count > 0) {
    if (gives_up && dnp_signals_end_is_due()) return false;
    ssize_t written = write(descriptor, next, count);
    if (written >= 0) {
      next += written;
      count -= (size_t)written;
    } else if (errno == EAGAIN) {
      // Whoever shares the terminal may have made it non-blocking.
      struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool dnp_write(int descriptor, const void *bytes, size_t count) {
  return write_all(descriptor, bytes, count, false);
}

bool dnp_write_frame(int descriptor, const void *bytes, size_t count) {
  return write_all(descriptor, bytes, count, true);
}

void dnp_make_room(int descriptor) {
  struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
  if (poll(&ready, 1, 0) == 0) tcflush(descriptor, TCOFLUSH);
}
