import CellGrid
import Descriptors

/// Reports to a driver that everything was handled and drawn: `idle KEYS ROWSxCOLUMNS`.
///
/// KEYS counts the keys since the start; the size is that of the frame. The line is written after
/// the frame, so a driver that has read the line can read the whole frame. If the driver does not
/// read, lines are dropped.
struct IdleReport {
  let descriptor: Descriptor
  var keyCount = 0

  init(descriptor: Int32) {
    self.descriptor = Descriptor(number: descriptor)
  }

  func write(_ size: CellSize) {
    let line = "idle \(keyCount) \(size.rows)x\(size.columns)\n"
    try? descriptor.writeAll(Array(line.utf8))
  }
}
