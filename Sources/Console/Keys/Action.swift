/// What a key, or an entry of the command line, does.
public enum Action: Hashable, Sendable {
  // The page
  case press(control: String)
  case activate
  // Moving about
  case nextPane
  case previousPane
  case up
  case down
  case pageUp
  case pageDown
  case first
  case last
  case scrollLeft
  case scrollRight
  case showConsole
  case showLog
  case showWalkthroughs
  // A scenario that leads
  case guideBack
  case guideRestart
  case takeOver
  case judgePass
  case judgeFail
  case judgeSkip
  case judgeNote
  // Time
  case togglePace
  case faster
  case slower
  case nextEvent
  case untilIdle
  case advanceMinute
  case advanceHour
  case advanceDay
  case askTime
  case cancelJump
  // The log
  case search
  case nextHit
  case previousHit
  case filter
  case negateFilter
  case cycleLevel
  case toggleSystemRecords
  case follow
  case nextError
  case previousError
  case nextWarning
  case previousWarning
  // The permission dialog
  case allow
  case deny
  case switchAnswer
  // Lines and lists that take text
  case accept
  case complete
  case nextEntry
  case previousEntry
  case deleteBackward
  case deleteForward
  case deleteWord
  case deleteLine
  case cursorLeft
  case cursorRight
  case cursorHome
  case cursorEnd
  // The program
  case command
  case help
  case errorLines
  case export
  case close
  case quit
  case interrupt
  case suspend
  case repaint
}
