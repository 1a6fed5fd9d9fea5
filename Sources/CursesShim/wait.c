#define _GNU_SOURCE
#include "shim.h"

#include <limits.h>
#include <poll.h>
#include <time.h>

static int wait_for(struct pollfd *descriptors, nfds_t count, int64_t microseconds) {
#ifdef __linux__
  struct timespec time = {
      .tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
  return ppoll(descriptors, count, microseconds < 0 ? NULL : &time, NULL);
#else
  // Rounded up, so that a caller who waits for an instant is not woken before it.
  int64_t milliseconds = microseconds / 1000 + (microseconds % 1000 > 0);
  if (milliseconds > INT_MAX) milliseconds = INT_MAX;
  return poll(descriptors, count, microseconds < 0 ? -1 : (int)milliseconds);
#endif
}

int dnp_wait(int64_t microseconds, int extra) {
  if (!dnp_the_terminal.is_open) return 0;
  if (dnp_keys_are_waiting()) microseconds = 0;
  // A negative descriptor is passed over.
  struct pollfd descriptors[] = {
      {.fd = dnp_the_terminal.input, .events = POLLIN},
      {.fd = dnp_signals_descriptor(), .events = POLLIN},
      {.fd = dnp_errors_descriptor(), .events = POLLIN},
      {.fd = extra, .events = POLLIN},
  };
  int result = dnp_keys_are_waiting() ? dnp_wake_input : 0;
  if (wait_for(descriptors, 4, microseconds) <= 0) return result;
  if (descriptors[0].revents & POLLIN) result |= dnp_wake_input;
  if (descriptors[0].revents & (POLLHUP | POLLERR | POLLNVAL)) result |= dnp_wake_hang_up;
  if (descriptors[1].revents != 0) result |= dnp_wake_signal;
  if (descriptors[2].revents != 0) result |= dnp_wake_error_output;
  if (descriptors[3].revents != 0) result |= dnp_wake_extra;
  return result;
}
