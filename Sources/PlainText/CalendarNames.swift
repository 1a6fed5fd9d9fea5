/// The English names of months and days in three letters; the host's locale has no say in them.
public enum CalendarNames {
  /// From January.
  public static let months: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// From Sunday.
  public static let weekdays: [StaticString] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// The name of a month, 1…12.
  public static func month(_ number: Int) -> String { "\(months[number - 1])" }

  /// The name of a day of the week; 0 is Sunday, 6 Saturday.
  public static func weekday(_ number: Int) -> String { "\(weekdays[number])" }
}
