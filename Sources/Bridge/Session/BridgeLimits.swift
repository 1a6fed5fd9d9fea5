/// The limits of a session, except for the length of a line.
enum BridgeLimits {
  /// Wall times that a session may reach: 1970-01-01 through the year 9999.
  static let wallMilliseconds: ClosedRange<Int64> = 0...253_402_300_799_999
  /// The longest advance: 200 years of 365.25 days.
  static let advanceMilliseconds: Int64 = 6_311_520_000_000
  /// The number of events after which the messages so far are sent.
  static let sliceEvents = 250
  /// From so many milliseconds on a request that lets time pass reports its progress, as often.
  static let progressMilliseconds: Int64 = 1_000
  /// The maximum number of events of `time.runUntilIdle`.
  static let idleEventsMax: Int64 = 1_000_000
  /// The maximum number of open calls.
  static let openCallsMax = 10_000
  /// The minimum number of records that the phone keeps.
  ///
  /// Replies are read from the records of an event, and one answer to a dialog lets a thousand
  /// waiting calls plan a window of 56 requests each.
  static let traceCapacity = 131_072
  /// The maximum number of records in a reply.
  static let recordsMax: Int64 = 10_000
  /// At this number of bytes of records a reply ends and says where to continue.
  static let recordBytes = 900_000
  /// A record with more bytes than this is shown without its fields.
  static let recordBytesMax = 100_000
}
