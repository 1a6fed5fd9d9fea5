import DeviceModel
import Scenarios

/// What a pane asks of the rest of the console; the model does it, in order.
///
/// A pane changes only its own state. What belongs to another pane, to the phone or to the shell
/// goes through one of these.
enum PaneEffect {
  /// Say something at the foot of the screen.
  case notify(Notice)
  /// Put something in front of the screen.
  case open(Overlay)
  /// Do what was typed into a line.
  case submit(Prompt)
  /// Take away what is in front of the screen.
  case close
  /// Do another action, as if its key had been pressed.
  case send(Action)
  /// Do something to the phone.
  case perform(Command, title: String)
  /// Give the line of the log to the terminal's clipboard.
  case copyLine
  /// Show the page of a record that the present page leads to.
  case openRecord(UInt64)
  /// Show the page that led to the present one.
  case back
  /// The phone has changed: read what is new in its trace.
  case phoneChanged
  /// Show another phone; with a new one, history and log start over.
  case adopt(InteractiveRun, isNewPhone: Bool)
  /// What the phone's line of the session held is not needed any more.
  case replaceLine
  /// Begin a scenario with a phone of its own.
  case begin(Scenario)
  /// Show a screen, and give the keyboard to a part of it.
  case show(Screen)
  /// Show the log at a record, or at the next one that it has.
  case showLog(UInt64)
  /// Mark a button.
  case mark(Control)
  /// Ask something of the shell.
  case shell(Effect)
}
