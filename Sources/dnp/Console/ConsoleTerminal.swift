import CellGrid
import CursesTerminal

/// What the console needs of a terminal, so that it also runs without one.
protocol ConsoleTerminal {
  var size: CellSize { get }
  var isUTF8: Bool { get }
  func wait(microseconds: Int64?, extraDescriptor: Int32?) -> Wakeup
  func nextKey() -> Key?
  func nextSignal() -> TerminalSignal?
  func readErrorOutput() -> [UInt8]
  @discardableResult func adoptSize() -> CellSize
  func suspend()
  func repaint()
  @discardableResult func present(_ grid: CellGrid) -> Int
  func setMouse(isOn: Bool)
  func copy(_ text: String, bytesMax: Int)
  func close()
}

extension CursesTerminal: ConsoleTerminal {}

/// No terminal: nobody presses a key, and what is shown is only kept.
final class HeadlessTerminal: ConsoleTerminal {
  let size: CellSize
  let isUTF8: Bool

  init(size: CellSize, isUTF8: Bool) {
    self.size = size
    self.isUTF8 = isUTF8
  }

  func wait(microseconds: Int64?, extraDescriptor: Int32?) -> Wakeup { [] }
  func nextKey() -> Key? { nil }
  func nextSignal() -> TerminalSignal? { nil }
  func readErrorOutput() -> [UInt8] { [] }
  func adoptSize() -> CellSize { size }
  func suspend() {}
  func repaint() {}
  func present(_ grid: CellGrid) -> Int { 0 }
  func setMouse(isOn: Bool) {}
  func copy(_ text: String, bytesMax: Int) {}
  func close() {}
}
