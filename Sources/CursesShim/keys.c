#define _GNU_SOURCE
#include "shim.h"

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <wchar.h>

enum {
  // Above every code of ncurses' own and of terminfo's extensions.
  code_paste_begin = 0x4001,
  code_paste_end = 0x4002,
  sequence_length_max = 32,
};

// Keys are read through a pad, since reading through the screen's window would refresh it.
static WINDOW *keyboard;
// A code that was read to see whether it belongs to an escape; ERR for none.
static int ahead = ERR;
// The bytes of a character that has not ended.
static uint32_t partial_scalar;
static int partial_missing;
static uint32_t partial_least;

// What terminals send that are not quite of the type that they say, or in the other cursor mode.
static const struct {
  const char *sequence;
  int code;
} sequences[] = {
    {"\033[A", KEY_UP},      {"\033OA", KEY_UP},      {"\033[B", KEY_DOWN},
    {"\033OB", KEY_DOWN},    {"\033[C", KEY_RIGHT},   {"\033OC", KEY_RIGHT},
    {"\033[D", KEY_LEFT},    {"\033OD", KEY_LEFT},    {"\033[H", KEY_HOME},
    {"\033OH", KEY_HOME},    {"\033[1~", KEY_HOME},   {"\033[F", KEY_END},
    {"\033OF", KEY_END},     {"\033[4~", KEY_END},    {"\033[3~", KEY_DC},
    {"\033[5~", KEY_PPAGE},  {"\033[6~", KEY_NPAGE},  {"\033[Z", KEY_BTAB},
    {"\033OM", KEY_ENTER},   {"\033[200~", code_paste_begin},
    {"\033[201~", code_paste_end},
};

void dnp_keys_open(void) {
  keyboard = newpad(1, 1);
  keypad(keyboard, TRUE);
  nodelay(keyboard, TRUE);
  for (size_t index = 0; index < sizeof sequences / sizeof sequences[0]; index += 1) {
    if (key_defined(sequences[index].sequence) == 0) {
      define_key(sequences[index].sequence, sequences[index].code);
    }
  }
  ahead = ERR;
  partial_missing = 0;
}

void dnp_keys_close(void) {
  delwin(keyboard);
  keyboard = NULL;
}

bool dnp_keys_are_waiting(void) {
  return ahead != ERR;
}

static int next_code(void) {
  int code = ahead;
  ahead = ERR;
  return code != ERR ? code : wgetch(keyboard);
}

// Drops the rest of a sequence that ncurses does not know; false where there is none.
static bool skip_sequence(void) {
  int code = next_code();
  if (code != '[' && code != 'O') {
    ahead = code;
    return false;
  }
  bool is_short = code == 'O';
  for (int count = 0; count < sequence_length_max; count += 1) {
    code = next_code();
    bool is_last = code >= 0x40 && code <= 0x7E;
    if (is_short || is_last || code == ERR) return true;
    if (code < 0x20 || code > 0x7E) {
      ahead = code;
      return true;
    }
  }
  return true;
}

static bool give(dnp_key *key, dnp_key_kind kind, uint32_t value) {
  key->kind = kind;
  key->value = value;
  return true;
}

void dnp_mouse_set(bool is_on) {
  if (!dnp_the_terminal.is_open) return;
  mouseinterval(0);
  dnp_the_terminal.has_mouse = is_on;
  dnp_crash_prepare();
  mousemask(is_on ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
}

static bool mouse_key(dnp_key *key) {
  MEVENT event;
  if (getmouse(&event) != OK || event.x < 0 || event.y < 0) return false;
  uint32_t place = (uint32_t)event.y << 16 | ((uint32_t)event.x & 0xFFFF);
  if (event.bstate & BUTTON1_PRESSED) return give(key, dnp_key_kind_mouse_press, place);
  if (event.bstate & BUTTON4_PRESSED) return give(key, dnp_key_kind_mouse_wheel_up, place);
  if (event.bstate & BUTTON5_PRESSED) return give(key, dnp_key_kind_mouse_wheel_down, place);
  return false;
}

static bool function_key(int code, dnp_key *key) {
  if (code >= KEY_F(1) && code <= KEY_F(12)) {
    return give(key, dnp_key_kind_function, (uint32_t)(code - KEY_F0));
  }
  switch (code) {
    case KEY_MOUSE: return mouse_key(key);
    case KEY_ENTER: return give(key, dnp_key_kind_enter, 0);
    case KEY_BTAB: return give(key, dnp_key_kind_back_tab, 0);
    case KEY_BACKSPACE: return give(key, dnp_key_kind_backspace, 0);
    case KEY_DC: return give(key, dnp_key_kind_delete, 0);
    case KEY_UP: return give(key, dnp_key_kind_up, 0);
    case KEY_DOWN: return give(key, dnp_key_kind_down, 0);
    case KEY_LEFT: return give(key, dnp_key_kind_left, 0);
    case KEY_RIGHT: return give(key, dnp_key_kind_right, 0);
    case KEY_HOME: return give(key, dnp_key_kind_home, 0);
    case KEY_END: return give(key, dnp_key_kind_end, 0);
    case KEY_PPAGE: return give(key, dnp_key_kind_page_up, 0);
    case KEY_NPAGE: return give(key, dnp_key_kind_page_down, 0);
    case code_paste_begin: return give(key, dnp_key_kind_paste_begin, 0);
    case code_paste_end: return give(key, dnp_key_kind_paste_end, 0);
    // A resize is told by its signal; other keys have no use here.
    default: return false;
  }
}

static bool control_key(int byte, dnp_key *key) {
  switch (byte) {
    case '\t': return give(key, dnp_key_kind_tab, 0);
    case '\r':
    case '\n': return give(key, dnp_key_kind_enter, 0);
    case '\b':
    case 0x7F: return give(key, dnp_key_kind_backspace, 0);
    case 0x1B: return skip_sequence() ? false : give(key, dnp_key_kind_escape, 0);
    default: break;
  }
  uint32_t letter = (uint32_t)byte + 0x40;
  bool is_capital = letter >= 'A' && letter <= 'Z';
  return give(key, dnp_key_kind_control, is_capital ? letter + 0x20 : letter);
}

static bool begin_character(int byte) {
  if (byte >= 0xC2 && byte <= 0xDF) {
    partial_missing = 1;
    partial_least = 0x80;
  } else if (byte >= 0xE0 && byte <= 0xEF) {
    partial_missing = 2;
    partial_least = 0x800;
  } else if (byte >= 0xF0 && byte <= 0xF4) {
    partial_missing = 3;
    partial_least = 0x10000;
  }
  partial_scalar = (uint32_t)byte & (0x3Fu >> partial_missing);
  return false;
}

// Takes a byte of a character in UTF-8; true when it ends one. What is no UTF-8 is dropped.
//
// ncurses' own `wget_wch` loses the first half of a character that arrives in two pieces, and
// everything up to the next pause after a wrong byte.
static bool continue_character(int byte, dnp_key *key) {
  if ((byte & 0xC0) != 0x80 || partial_missing == 0) {
    partial_missing = 0;
    return begin_character(byte);
  }
  partial_scalar = partial_scalar << 6 | ((uint32_t)byte & 0x3F);
  partial_missing -= 1;
  if (partial_missing > 0) return false;
  bool is_surrogate = partial_scalar >= 0xD800 && partial_scalar <= 0xDFFF;
  bool is_scalar = partial_scalar >= partial_least && partial_scalar <= 0x10FFFF && !is_surrogate;
  return is_scalar && give(key, dnp_key_kind_character, partial_scalar);
}

static bool character(int byte, dnp_key *key) {
  if (dnp_the_terminal.is_utf8) return continue_character(byte, key);
  wint_t scalar = btowc(byte);
  return scalar != WEOF && give(key, dnp_key_kind_character, (uint32_t)scalar);
}

bool dnp_next_key(dnp_key *key) {
  if (!dnp_the_terminal.is_open) return false;
  int code;
  while ((code = next_code()) != ERR) {
    bool is_key = false;
    if (code >= 0x80 && code <= 0xFF) {
      is_key = character(code, key);
    } else {
      partial_missing = 0;
      if (code > 0xFF) {
        is_key = function_key(code, key);
      } else if (code < 0x20 || code == 0x7F) {
        is_key = control_key(code, key);
      } else {
        is_key = give(key, dnp_key_kind_character, (uint32_t)code);
      }
    }
    if (is_key) return true;
  }
  return false;
}
