/// The bounds of a session beside the length of a line.
enum BridgeLimits {
  /// Wall times that a session may reach: 1970-01-01 through the year 9999.
  static let wallMilliseconds: ClosedRange<Int64> = 0...253_402_300_799_999
  /// How far one advance may go: 200 years of 365.25 days.
  static let advanceMilliseconds: Int64 = 6_311_520_000_000
  /// How many events happen before what they produced is sent.
  static let sliceEvents = 1_000
  /// How many events a wait for idleness may take at most.
  static let idleEventsMax: Int64 = 1_000_000
  /// How many calls may be open at once.
  static let openCallsMax = 10_000
  /// How many records one reply may hold.
  static let recordsMax: Int64 = 10_000
  /// At this many bytes of records a reply ends and says where to go on.
  static let recordBytes = 900_000
  /// A record with more bytes than this is shown without its fields.
  static let recordBytesMax = 100_000
}
