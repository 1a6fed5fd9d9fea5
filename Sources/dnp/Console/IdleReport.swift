import CellGrid
import Foundation

/// Tells a driver that everything has been heard and drawn: `idle KEYS ROWSxCOLUMNS`, a line each.
///
/// KEYS counts the keys so far, the size is that of the frame. Written after the frame, so a driver
/// that has read the line can read the whole frame. A driver that does not read misses lines.
struct IdleReport {
  let descriptor: Int32
  var keyCount = 0

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  func write(_ size: CellSize) {
    let line = "idle \(keyCount) \(size.rows)x\(size.columns)\n"
    _ = RunStream.write(Array(line.utf8), to: descriptor)
  }
}
