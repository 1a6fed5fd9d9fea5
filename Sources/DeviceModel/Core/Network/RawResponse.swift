/// An answer as it was received, to be shown to a person.
public struct RawResponse: Hashable, Sendable {
  /// A header about the content.
  public struct Header: Hashable, Sendable {
    /// The header's name.
    public let name: String
    /// Its value.
    public let value: String

    /// A header.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// Whether a word can be a header's name: letters, digits and `-`, 64 at most.
    static func isName(_ word: String) -> Bool {
      (1...64).contains(word.utf8.count)
        && word.utf8.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
          default: false
          }
        }
    }
  }

  /// The HTTP status.
  public let status: Int
  /// The headers of interest: type, ETag, Retry-After, and what the script has.
  public let headers: [Header]
  /// The body, at most 1 MiB of it.
  public let body: [UInt8]

  /// An answer.
  public init(status: Int, headers: [Header], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
