/// A time of day to the minute, 00:00–23:59, as in schedules.
public struct TimeOfDay: Hashable, Comparable, Sendable {
  /// 0…23.
  public let hour: Int
  /// 0…59.
  public let minute: Int

  /// The given time; `nil` unless the hour is 0…23 and the minute 0…59.
  public init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    self.hour = hour
    self.minute = minute
  }

  /// The given time, whose parts the caller has already checked.
  init(unchecked hour: Int, _ minute: Int) {
    self.hour = hour
    self.minute = minute
  }

  /// Parses exactly `HH:mm` in ASCII digits; `nil` for any other string.
  public init?(_ text: String) {
    let time = ASCIIReader.read(text) { reader -> TimeOfDay? in
      guard let hour = reader.digits(2), reader.skip(":"), let minute = reader.digits(2) else {
        return nil
      }
      return TimeOfDay(hour: hour, minute: minute)
    }
    guard let time else { return nil }
    self = time
  }

  /// Minutes since midnight, 0…1439.
  public var minuteOfDay: Int { hour * 60 + minute }

  /// `HH:mm`.
  public var text: String {
    ASCIIWriter.text { writer in
      writer.number(hour, digits: 2)
      writer.character(":")
      writer.number(minute, digits: 2)
    }
  }

  /// The order within a day.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    left.minuteOfDay < right.minuteOfDay
  }
}
