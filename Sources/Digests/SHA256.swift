import DigestShim

/// The digests of SHA-256, 32 bytes each.
///
/// Source: FIPS 180-4. The arithmetic is that of the system's library: libmd on Linux, CommonCrypto
/// on macOS. It has no state and reads nothing but its input, so the pure ring may use it.
public enum SHA256 {
  /// The digest of bytes.
  public static func digest(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
      guard let start = digest.baseAddress else { return }
      bytes.withUnsafeBufferPointer { input in
        // Without bytes there may be no address, but one is asked for.
        dnp_sha256(input.baseAddress ?? UnsafePointer(start), input.count, start)
      }
      count = 32
    }
  }
}
