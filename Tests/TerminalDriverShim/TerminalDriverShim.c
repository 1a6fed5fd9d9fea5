#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "TerminalDriverShim.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int td_open_master(int *master, char *slave_path, size_t capacity) {
#if defined(__linux__)
  int opened = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
#else
  // posix_openpt of Darwin refuses O_CLOEXEC.
  int opened = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
#endif
  if (opened < 0) {
    return errno;
  }
  if (grantpt(opened) != 0 || unlockpt(opened) != 0) {
    int code = errno;
    close(opened);
    return code;
  }
#if defined(__linux__)
  int code = ptsname_r(opened, slave_path, capacity);
#else
  char path[128] = {0};
  int code = ioctl(opened, TIOCPTYGNAME, path) == 0 ? 0 : errno;
  if (code == 0 && strlcpy(slave_path, path, capacity) >= capacity) {
    code = ERANGE;
  }
#endif
  if (code != 0) {
    close(opened);
    return code;
  }
  *master = opened;
  return 0;
}

int td_pipe(int ends[2]) {
#if defined(__linux__)
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#else
  if (pipe(ends) != 0) {
    return errno;
  }
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

/// The first number above all that the child will have.
static int first_free(const struct td_launch *launch) {
  int free_number = 3;
  for (size_t i = 0; i < launch->inherited_count; i++) {
    if (launch->inherited[i].child >= free_number) {
      free_number = launch->inherited[i].child + 1;
    }
  }
  return free_number;
}

#if defined(__linux__)
static int is_inherited(const struct td_launch *launch, int number) {
  for (size_t i = 0; i < launch->inherited_count; i++) {
    if (launch->inherited[i].child == number) {
      return 1;
    }
  }
  return 0;
}
#endif

/// A new session, every signal as a fresh program expects it.
static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t all;
  sigset_t none;
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  sigemptyset(&none);
  short flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#if defined(__APPLE__)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  int code = posix_spawnattr_setflags(attributes, flags);
  if (code == 0) {
    code = posix_spawnattr_setsigdefault(attributes, &all);
  }
  if (code == 0) {
    code = posix_spawnattr_setsigmask(attributes, &none);
  }
  return code;
}

/// The terminal at 0, 1 and 2, or the error file at 2.
static int add_standard(posix_spawn_file_actions_t *actions, const struct td_launch *launch) {
  // The leader of a session that opens a terminal without O_NOCTTY comes to be controlled by it.
  int code = posix_spawn_file_actions_addopen(actions, 0, launch->terminal, O_RDWR, 0);
  if (code == 0) {
    code = posix_spawn_file_actions_adddup2(actions, 0, 1);
  }
  if (code != 0) {
    return code;
  }
  if (launch->error_file == NULL) {
    return posix_spawn_file_actions_adddup2(actions, 0, 2);
  }
  int flags = O_WRONLY | O_CREAT | O_APPEND;
  return posix_spawn_file_actions_addopen(actions, 2, launch->error_file, flags, 0600);
}

/// The inherited descriptors at their numbers, and nothing else of the parent's.
///
/// `held` are copies above every number of the child, so that no number is overwritten while it is
/// still needed.
static int add_inherited(
    posix_spawn_file_actions_t *actions, const struct td_launch *launch, const int *held) {
  int limit = first_free(launch);
  int code = 0;
  for (size_t i = 0; i < launch->inherited_count && code == 0; i++) {
    code = posix_spawn_file_actions_adddup2(actions, held[i], launch->inherited[i].child);
  }
#if defined(__linux__)
  for (int number = 3; number < limit && code == 0; number++) {
    if (!is_inherited(launch, number)) {
      code = posix_spawn_file_actions_addclose(actions, number);
    }
  }
  if (code == 0) {
    code = posix_spawn_file_actions_addclosefrom_np(actions, limit);
  }
#endif
  return code;
}

static int add_actions(
    posix_spawn_file_actions_t *actions, const struct td_launch *launch, const int *held) {
  // The terminal and the error file are found from the parent's folder.
  int code = add_standard(actions, launch);
  if (code == 0) {
    code = add_inherited(actions, launch, held);
  }
  if (code == 0 && launch->directory != NULL) {
    code = posix_spawn_file_actions_addchdir_np(actions, launch->directory);
  }
  return code;
}

static int spawn_holding(const struct td_launch *launch, const int *held, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) {
    return code;
  }
  code = posix_spawnattr_init(&attributes);
  if (code != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  code = set_attributes(&attributes);
  if (code == 0) {
    code = add_actions(&actions, launch, held);
  }
  if (code == 0) {
    code = posix_spawn(
        child, launch->path, &actions, &attributes, launch->arguments, launch->environment);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

int td_spawn(const struct td_launch *launch, pid_t *child) {
  if (launch->inherited_count > TD_INHERITED_MAX) {
    return E2BIG;
  }
  int held[TD_INHERITED_MAX];
  size_t count = 0;
  int code = 0;
  int limit = first_free(launch);
  for (; count < launch->inherited_count && code == 0; count++) {
    held[count] = fcntl(launch->inherited[count].parent, F_DUPFD_CLOEXEC, limit);
    if (held[count] < 0) {
      code = errno;
      break;
    }
  }
  if (code == 0) {
    code = spawn_holding(launch, held, child);
  }
  for (size_t i = 0; i < count; i++) {
    close(held[i]);
  }
  return code;
}
