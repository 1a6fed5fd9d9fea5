#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

// By `dnp_signal`.
static const int numbers[] = {0, SIGTERM, SIGHUP, SIGINT, 0, SIGCONT, SIGWINCH, SIGTSTP};
enum { signal_count = sizeof numbers / sizeof numbers[0] };

// What ends a process that does not handle it, beside the above and crashes (crash.c).
static const int ending[] = {
    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
#ifdef SIGPWR
    SIGPWR,
#endif
#ifdef __linux__
    // Elsewhere it is discarded.
    SIGIO,
#endif
};
enum { ending_count = sizeof ending / sizeof ending[0], realtime_max = 64 };

static struct sigaction previous[signal_count];
static struct sigaction previous_ending[ending_count + realtime_max];
static struct sigaction previous_pipe;
static sigset_t previous_mask;
static atomic_bool is_pending[signal_count];
static atomic_bool is_continued;
static atomic_int ending_signal;
static int wake[2] = {-1, -1};

static bool ends_program(int index) {
  return index >= dnp_signal_terminate && index <= dnp_signal_other_end;
}

// How many of `ending_number` there are.
static int ending_total(void) {
#ifdef SIGRTMIN
  int realtime_count = SIGRTMAX - SIGRTMIN + 1;
  return ending_count + (realtime_count < realtime_max ? realtime_count : realtime_max);
#else
  return ending_count;
#endif
}

static int ending_number(int index) {
#ifdef SIGRTMIN
  if (index >= ending_count) return SIGRTMIN + index - ending_count;
#endif
  return ending[index];
}

static void wake_up(void) {
  int error = errno;
  // A full pipe wakes as well as one byte more would.
  ssize_t written = write(wake[1], "", 1);
  (void)written;
  errno = error;
}

static void note(int number) {
  if (number == SIGCONT) atomic_store(&is_continued, true);
  for (int index = 1; index < signal_count; index += 1) {
    if (numbers[index] == number) atomic_store(&is_pending[index], true);
  }
  wake_up();
}

static void note_end(int number) {
  int none = 0;
  atomic_compare_exchange_strong(&ending_signal, &none, number);
  atomic_store(&is_pending[dnp_signal_other_end], true);
  wake_up();
}

static void ignore(int number) {
  (void)number;
}

static struct sigaction action_of(void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  return action;
}

// A program that is started from a thread with blocked signals, as dispatch's are, inherits those.
static void unblock(void) {
  sigset_t mask;
  sigemptyset(&mask);
  for (int index = 1; index < signal_count; index += 1) {
    if (numbers[index] != 0) sigaddset(&mask, numbers[index]);
  }
  for (int index = 0; index < ending_total(); index += 1) sigaddset(&mask, ending_number(index));
  sigaddset(&mask, SIGABRT);
  sigaddset(&mask, SIGQUIT);
  pthread_sigmask(SIG_UNBLOCK, &mask, &previous_mask);
}

// Handles what nobody else does: a timer may be that of a profiler, with a handler of its own.
static void open_ending(void) {
  atomic_store(&ending_signal, 0);
  struct sigaction action = action_of(note_end);
  // It also ends a write to a terminal that does not read.
  action.sa_flags = 0;
  for (int index = 0; index < ending_total(); index += 1) {
    sigaction(ending_number(index), NULL, &previous_ending[index]);
    bool is_default = previous_ending[index].sa_handler == SIG_DFL;
    if (is_default) sigaction(ending_number(index), &action, NULL);
  }
}

bool dnp_signals_open(void) {
  if (!dnp_pipe_open(wake)) return false;
  struct sigaction action = action_of(note);
  for (int index = 1; index < signal_count; index += 1) {
    atomic_store(&is_pending[index], false);
    if (numbers[index] == 0) continue;
    sigaction(numbers[index], NULL, &previous[index]);
    // What the person had ignored, as `nohup` does, stays ignored.
    bool is_kept = previous[index].sa_handler == SIG_IGN && numbers[index] != SIGWINCH;
    // What ends the program also ends a write to a terminal that does not read.
    action.sa_flags = ends_program(index) ? 0 : SA_RESTART;
    if (!is_kept) sigaction(numbers[index], &action, NULL);
  }
  open_ending();
  atomic_store(&is_continued, false);
  // A handler, unlike SIG_IGN, does not outlive an exec.
  action = action_of(ignore);
  sigaction(SIGPIPE, &action, &previous_pipe);
  unblock();
  return true;
}

void dnp_signals_close(void) {
  if (wake[0] < 0) return;
  pthread_sigmask(SIG_SETMASK, &previous_mask, NULL);
  for (int index = 1; index < signal_count; index += 1) {
    if (numbers[index] != 0) sigaction(numbers[index], &previous[index], NULL);
  }
  for (int index = 0; index < ending_total(); index += 1) {
    sigaction(ending_number(index), &previous_ending[index], NULL);
  }
  sigaction(SIGPIPE, &previous_pipe, NULL);
  dnp_descriptor_close(&wake[0]);
  dnp_descriptor_close(&wake[1]);
}

int dnp_signals_descriptor(void) {
  return wake[0];
}

bool dnp_signals_end_is_due(void) {
  for (int index = 1; index < signal_count; index += 1) {
    if (ends_program(index) && atomic_load(&is_pending[index])) return true;
  }
  return false;
}

bool dnp_signals_take_continued(void) {
  return atomic_exchange(&is_continued, false);
}

void dnp_signals_stop_group(void) {
  // A shell without job control has this ignored, and could not continue what stops.
  if (previous[dnp_signal_suspend].sa_handler == SIG_IGN) return;
  struct sigaction kept;
  struct sigaction action = action_of(SIG_IGN);
  sigaction(SIGTSTP, &action, &kept);
  // The others first, `make` among them; a process stops itself only with a signal to its thread.
  kill(0, SIGTSTP);
  action = action_of(SIG_DFL);
  sigaction(SIGTSTP, &action, NULL);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &kept, NULL);
  atomic_store(&is_pending[dnp_signal_continue], false);
  atomic_store(&is_pending[dnp_signal_suspend], false);
  atomic_store(&is_continued, false);
}

dnp_signal dnp_next_signal(void) {
  char bytes[64];
  while (wake[0] >= 0 && read(wake[0], bytes, sizeof bytes) > 0) {}
  for (int index = 1; index < signal_count; index += 1) {
    if (atomic_exchange(&is_pending[index], false)) return (dnp_signal)index;
  }
  return dnp_signal_none;
}

int dnp_signal_number(dnp_signal signal) {
  return numbers[signal];
}

int dnp_ending_signal(void) {
  return atomic_load(&ending_signal);
}

void dnp_end_by_signal(int number) {
  struct sigaction action = action_of(SIG_DFL);
  sigaction(number, &action, NULL);
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, number);
  pthread_sigmask(SIG_UNBLOCK, &mask, NULL);
  raise(number);
}
