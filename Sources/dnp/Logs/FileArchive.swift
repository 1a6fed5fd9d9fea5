import Descriptors
import Foundation
import Lines
import Synchronization

/// The bytes of a log file, read again where they are shown or searched.
///
/// The file stays open under its own descriptor, so that one that was deleted can be read on. It is
/// not mapped, since a process that looks at mapped bytes of a file that was cut gets killed.
final class FileArchive: LineArchive {
  /// A stretch that was read.
  private struct Stretch {
    var range = 0..<0
    var bytes: [UInt8] = []
  }

  private let file: Descriptor
  /// The stretches that were asked for last, the latest first.
  private let stretches = Mutex<[Stretch]>([])

  /// How many stretches are kept: those on the screen, and the one that is searched.
  private static let stretchesMax = 4

  /// An archive of an open file, which may be closed afterwards; nil where no descriptor is left.
  init?(_ file: Descriptor) {
    guard let own = try? file.duplicate() else { return nil }
    self.file = own
  }

  deinit { file.close() }

  func withBytes(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    stretches.withLock { stretches in
      if let place = stretches.firstIndex(where: { $0.range == range }) {
        if place > 0 { stretches.insert(stretches.remove(at: place), at: 0) }
      } else {
        // The memory of the one that nobody has asked for longest is used again.
        var stretch =
          stretches.count < FileArchive.stretchesMax ? Stretch() : stretches.removeLast()
        read(range, into: &stretch)
        stretches.insert(stretch, at: 0)
      }
      stretches[0].bytes.withUnsafeBufferPointer { bytes in
        body(UnsafeBufferPointer(rebasing: bytes[..<range.count]))
      }
    }
  }

  private func read(_ range: Range<Int>, into stretch: inout Stretch) {
    stretch.range = range
    if stretch.bytes.count < range.count {
      stretch.bytes = [UInt8](repeating: 0, count: range.count)
    }
    stretch.bytes.withUnsafeMutableBytes { buffer in
      var place = 0
      while place < range.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[place..<range.count])
        guard case .bytes(let count) = file.read(into: rest, at: Int64(range.lowerBound + place))
        else { break }
        place += count
      }
      for missing in place..<range.count { buffer[missing] = UInt8(ascii: " ") }
    }
  }
}
