import Hummingbird
import NIOCore

/// A body with its faults: cut off in the middle, far too long, or dripping.
struct ScriptedBody {
  let bytes: [UInt8]
  /// Whether the connection breaks in the middle of it.
  let isTruncated: Bool
  /// Whether it is 5 MiB of spaces instead.
  let isEndless: Bool
  /// How long it takes, in milliseconds.
  let dripMilliseconds: Int64
  /// The connection.
  let channel: any Channel

  private static let endlessBytes = 5 * 1_048_576
  private static let chunkBytes = 65_536
  /// How many pieces a dripping body arrives in.
  private static let drops = 20

  /// The body as the server writes it.
  var body: ResponseBody {
    if isEndless { return endless }
    if isTruncated { return truncated }
    guard dripMilliseconds > 0, !bytes.isEmpty else {
      return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
    }
    return dripping
  }

  private var endless: ResponseBody {
    ResponseBody(contentLength: ScriptedBody.endlessBytes) { writer in
      let chunk = ByteBuffer(repeating: UInt8(ascii: " "), count: ScriptedBody.chunkBytes)
      for _ in 0..<(ScriptedBody.endlessBytes / ScriptedBody.chunkBytes) {
        try await writer.write(chunk)
      }
      try await writer.finish(nil)
    }
  }

  private var truncated: ResponseBody {
    ResponseBody(contentLength: bytes.count) { writer in
      try await writer.write(ByteBuffer(bytes: bytes.prefix(bytes.count / 2)))
      await channel.reset()
      throw CancellationError()
    }
  }

  private var dripping: ResponseBody {
    ResponseBody(contentLength: bytes.count) { writer in
      let size = max(1, bytes.count / ScriptedBody.drops)
      let count = (bytes.count + size - 1) / size
      for number in 0..<count {
        try await Task.sleep(for: .milliseconds(dripMilliseconds / Int64(count)))
        let drop = bytes[(number * size)..<min(bytes.count, (number + 1) * size)]
        try await writer.write(ByteBuffer(bytes: drop))
      }
      try await writer.finish(nil)
    }
  }
}
