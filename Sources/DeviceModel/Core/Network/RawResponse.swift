/// An answer as it was received, to be shown to a person.
public struct RawResponse: Hashable, Sendable {
  /// A header about the content.
  public struct Header: Hashable, Sendable {
    /// The header's name.
    public let name: String
    /// Its value.
    public let value: String
  }

  /// The HTTP status.
  public let status: Int
  /// The headers of interest: type, ETag, Retry-After.
  public let headers: [Header]
  /// The body, at most 1 MiB of it.
  public let body: [UInt8]
}
