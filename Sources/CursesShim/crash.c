#define _GNU_SOURCE
#include "shim.h"

#include <curses.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>

static const int numbers[] = {
    SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT, SIGSYS,
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
#ifdef SIGEMT
    SIGEMT,
#endif
};
enum { number_count = sizeof numbers / sizeof numbers[0], stack_bytes = 64 * 1024 };

static struct sigaction previous[number_count];
static bool is_open;
static bool owns_stack;
static char stack[stack_bytes];
static atomic_bool is_armed;
static atomic_flag is_crashing = ATOMIC_FLAG_INIT;
// What leaves the screen, known in advance since terminfo must not be asked in a handler.
static char leaving[256];
static size_t leaving_count;

static void restore_terminal(void) {
  if (atomic_exchange(&is_armed, false)) {
    dnp_make_room(dnp_the_terminal.output);
    dnp_write(dnp_the_terminal.output, leaving, leaving_count);
  }
  if (dnp_the_terminal.has_modes) {
    tcsetattr(dnp_the_terminal.output, TCSANOW, &dnp_the_terminal.modes);
  }
  dnp_errors_restore();
}

// Lets whoever handled the signal before, such as Swift's backtracer, see the crash as it was.
static void pass_on(int number, siginfo_t *information, void *context) {
  for (size_t index = 0; index < number_count; index += 1) {
    if (numbers[index] != number) continue;
    const struct sigaction *action = &previous[index];
    if ((action->sa_flags & SA_SIGINFO) != 0 && action->sa_sigaction != NULL) {
      action->sa_sigaction(number, information, context);
    } else if (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN) {
      action->sa_handler(number);
    }
  }
}

static void die(int number) {
  struct sigaction action = {.sa_flags = 0};
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
  // Held back until the handler returns.
  raise(number);
}

static void crash(int number, siginfo_t *information, void *context) {
  if (!atomic_flag_test_and_set(&is_crashing)) {
    restore_terminal();
    pass_on(number, information, context);
  }
  die(number);
}

// Gives the thread a stack to handle an overflow of its own, unless the runtime gave it one.
static void provide_stack(void) {
  stack_t current;
  if (sigaltstack(NULL, &current) != 0 || (current.ss_flags & SS_DISABLE) == 0) return;
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack, .ss_flags = 0};
  owns_stack = sigaltstack(&own, NULL) == 0;
}

void dnp_crash_open(void) {
  provide_stack();
  atomic_flag_clear(&is_crashing);
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = crash;
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < number_count; index += 1) {
    sigaction(numbers[index], NULL, &previous[index]);
    bool is_ignored = previous[index].sa_handler == SIG_IGN;
    if (!is_ignored) sigaction(numbers[index], &action, NULL);
  }
  is_open = true;
}

void dnp_crash_close(void) {
  if (!is_open) return;
  for (size_t index = 0; index < number_count; index += 1) {
    sigaction(numbers[index], &previous[index], NULL);
  }
  if (owns_stack) {
    stack_t none = {.ss_flags = SS_DISABLE, .ss_size = sizeof stack};
    sigaltstack(&none, NULL);
  }
  owns_stack = false;
  leaving_count = 0;
  is_open = false;
}

void dnp_crash_arm(bool is_on_screen) {
  atomic_store(&is_armed, is_on_screen);
}

// Adds a text without its delays; false for a capability that the terminal lacks.
static bool append(const char *text) {
  if (text == NULL || text == (char *)-1) return false;
  while (*text != '\0' && leaving_count < sizeof leaving) {
    const char *end = strncmp(text, "$<", 2) == 0 ? strchr(text, '>') : NULL;
    if (end != NULL) {
      text = end + 1;
    } else {
      leaving[leaving_count] = *text;
      leaving_count += 1;
      text += 1;
    }
  }
  return true;
}

void dnp_crash_prepare(void) {
  leaving_count = 0;
  if (dnp_the_terminal.has_private_modes) append(DNP_SYNC_END DNP_PASTE_END);
  if (dnp_the_terminal.has_mouse) append(DNP_MOUSE_END);
  append(tigetstr("rmkx"));
  append(tigetstr("sgr0"));
  // Without a screen of its own to leave, what follows begins on a new line.
  if (!append(tigetstr("rmcup"))) append("\r\n");
  append(tigetstr("cnorm"));
}
