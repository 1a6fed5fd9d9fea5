#ifndef TERMINAL_DRIVER_SHIM_H
#define TERMINAL_DRIVER_SHIM_H

#include <stddef.h>
#include <sys/types.h>

#include "VTermScreen.h"

/// What Swift cannot import: calls that glibc declares only for `_GNU_SOURCE` or `_XOPEN_SOURCE`.
/// Every function returns 0, or the number of the error.

/// A descriptor of the parent and the number that it has in the child.
struct td_inherited {
  int parent;
  int child;
};

/// A program to start as the leader of a session of its own.
struct td_launch {
  const char *path;
  /// The name and the arguments, with a null pointer behind them.
  char *const *arguments;
  /// `NAME=value`, with a null pointer behind them.
  char *const *environment;
  /// Where it starts; null for the parent's working directory.
  const char *directory;
  /// The terminal that becomes descriptors 0, 1 and 2.
  const char *terminal;
  /// A file that takes the place of descriptor 2; null for none.
  const char *error_file;
  /// Further descriptors, numbered from 3; all others are closed.
  const struct td_inherited *inherited;
  size_t inherited_count;
};

/// The most descriptors that a program can be given.
#define TD_INHERITED_MAX 16

/// Opens a master, close-on-exec from the first moment, and tells the path of its slave.
int td_open_master(int *master, char *slave_path, size_t capacity);

/// Makes a pipe, both ends close-on-exec: the reading end, then the writing end.
int td_pipe(int ends[2]);

/// Starts a program; the terminal becomes its controlling terminal.
int td_spawn(const struct td_launch *launch, pid_t *child);

#endif
