/// Durations as people write them: `250ms`, `90s`, `1h30m`, `2d`, or a number of milliseconds.
public enum DurationText {
  /// The longest duration that is read: ten years.
  public static let millisecondsMax: Int64 = 3_650 * 86_400_000

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// Reads a duration; nil for anything else, for units out of order and past ten years.
  public static func milliseconds(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.count <= 64 else { return nil }
    if let number = Int64(text) {
      return (0...millisecondsMax).contains(number) ? number : nil
    }
    var total: Int64 = 0
    var rest = text[...]
    var allowed = units[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let number = Int64(digits), number <= millisecondsMax,
        let index = allowed.firstIndex(where: { $0.name == name })
      else { return nil }
      let (part, overflow) = number.multipliedReportingOverflow(by: units[index].milliseconds)
      guard !overflow, part <= millisecondsMax - total else { return nil }
      total += part
      allowed = units[(index + 1)...]
    }
    return total
  }

  /// Reads a duration that may begin with a minus sign, such as `-2h`; nil for anything else.
  public static func signedMilliseconds(_ text: String) -> Int64? {
    guard text.hasPrefix("-") else { return milliseconds(text) }
    return milliseconds(String(text.dropFirst())).map { -$0 }
  }

  /// A duration in the fewest units: `1h30m`, `-90s` as `-1m30s`, `250ms`; nothing is `zero`.
  public static func text(_ milliseconds: Int64, zero: String = "0ms") -> String {
    guard milliseconds != 0 else { return zero }
    var rest = milliseconds.magnitude
    var text = milliseconds < 0 ? "-" : ""
    for unit in units {
      let size = unit.milliseconds.magnitude
      if rest >= size { text += "\(rest / size)\(unit.name)" }
      rest %= size
    }
    return text
  }

  /// The two largest units of a duration of 0 or more, if adjacent: `30d4h`, `12m`, `0s`.
  ///
  /// Milliseconds are shown only when there is no second.
  public static func rough(_ milliseconds: Int64) -> String {
    guard milliseconds > 0 else { return "0s" }
    let first = units.firstIndex { milliseconds >= $0.milliseconds } ?? units.count - 1
    let unit = units[first]
    let whole = "\(milliseconds / unit.milliseconds)\(unit.name)"
    // Below seconds nothing follows: nobody wants `5s20ms`.
    guard first + 2 < units.count else { return whole }
    let next = units[first + 1]
    let rest = milliseconds % unit.milliseconds / next.milliseconds
    return rest == 0 ? whole : whole + "\(rest)\(next.name)"
  }

  /// Milliseconds, 0 or more, as seconds with three decimals: `1.250`.
  public static func seconds(_ milliseconds: Int64) -> String {
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// Microseconds, 0 or more, as seconds with six decimals: `0.000412`.
  public static func microseconds(_ microseconds: Int64) -> String {
    let rest = String(microseconds % 1_000_000)
    return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - rest.count) + rest
  }

  /// A measured duration in milliseconds with one decimal: `0.4 ms`.
  public static func measured(_ elapsed: Duration) -> String {
    let microseconds = Int64(elapsed / .microseconds(1))
    return "\(microseconds / 1000).\(microseconds / 100 % 10) ms"
  }
}
