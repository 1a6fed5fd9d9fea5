import Descriptors
import Foundation
import JSONText
import NetProtocol

/// Reads lines on a thread of its own.
enum LineInput {
  /// The lines of a descriptor until its end; one that is too long is left out.
  static func lines(of input: Descriptor) -> AsyncStream<LineSplitter.Item> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        var splitter = LineSplitter(bytesMax: NetRequest.lineBytesMax)
        while let chunk = try? input.readChunk(), !chunk.isEmpty {
          for item in splitter.take(chunk) { continuation.yield(item) }
        }
        continuation.finish()
      }
    }
  }
}
