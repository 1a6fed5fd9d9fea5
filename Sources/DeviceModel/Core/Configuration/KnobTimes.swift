import PlainText

extension Knobs {
  /// How long after the first unlock the app hears of a start: drawn, or always as long.
  public enum BootBroadcastDelay: Hashable, Sendable {
    /// 15 to 60 s, from the seed.
    case drawn
    /// So many milliseconds, 0 to 30 minutes.
    case fixed(Int64)

    /// The longest one, in milliseconds.
    public static let millisecondsMax: Int64 = 1_800_000

    /// The delay in milliseconds; nil where it is drawn.
    public var milliseconds: Int64? {
      switch self {
      case .drawn: nil
      case .fixed(let milliseconds): milliseconds
      }
    }

    /// The value as a knob has it: `drawn`, `10m`.
    public var text: String { milliseconds.map { DurationText.text($0) } ?? "drawn" }

    /// Reads a value; nil for anything else.
    public init?(_ text: String) {
      guard text != "drawn" else {
        self = .drawn
        return
      }
      guard let milliseconds = DurationText.milliseconds(text),
        milliseconds <= BootBroadcastDelay.millisecondsMax
      else { return nil }
      self = .fixed(milliseconds)
    }
  }

  /// After how long without use something becomes of an app: as the version has it, or always so.
  public enum DisuseLimit: Hashable, Sendable {
    case byVersion
    /// So many milliseconds, up to ten years.
    case fixed(Int64)

    /// The time in milliseconds; nil where the version decides.
    public var milliseconds: Int64? {
      switch self {
      case .byVersion: nil
      case .fixed(let milliseconds): milliseconds
      }
    }

    /// The value as a knob has it: `byVersion`, `8d`.
    public var text: String { milliseconds.map { DurationText.text($0) } ?? "byVersion" }

    /// Reads a value; nil for anything else.
    public init?(_ text: String) {
      if text == "byVersion" {
        self = .byVersion
      } else if let milliseconds = DurationText.milliseconds(text) {
        self = .fixed(milliseconds)
      } else {
        return nil
      }
    }
  }

  /// How late the phone's maker lets alarms fire.
  public struct MakerDelay: Hashable, Sendable {
    /// The keys of its fields, in their order.
    public static let keys = ["min", "max", "alarmClocks"]
    /// The longest delay, in milliseconds: a day.
    public static let millisecondsMax: Int64 = 86_400_000

    /// The delays in milliseconds that are drawn from; nil where there is none.
    public private(set) var range: ClosedRange<Int64>?
    /// Whether alarm clocks are late, too.
    public private(set) var delaysAlarmClocks = false

    /// No delay.
    public init() {}

    /// The value as a knob has it: `none`, `min 20m, max 1h, alarmClocks true`.
    public var text: String {
      guard let range else { return "none" }
      return
        "min \(DurationText.text(range.lowerBound)), max \(DurationText.text(range.upperBound)), "
        + "alarmClocks \(delaysAlarmClocks)"
    }

    /// Reads a value, of which `min` and `alarmClocks` may be left out; nil for anything else.
    public init?(_ text: String) {
      guard text != "none" else { return }
      var values: [String: String] = [:]
      for part in text.split(separator: ",") {
        let words = part.split(separator: " ")
        guard words.count == 2, MakerDelay.keys.contains(String(words[0])),
          values.updateValue(String(words[1]), forKey: String(words[0])) == nil
        else { return nil }
      }
      guard let max = values["max"].flatMap(DurationText.milliseconds),
        let min = DurationText.milliseconds(values["min"] ?? "0"), min <= max,
        max <= MakerDelay.millisecondsMax,
        let delaysAlarmClocks = Bool(values["alarmClocks"] ?? "false")
      else { return nil }
      range = min...max
      self.delaysAlarmClocks = delaysAlarmClocks
    }
  }
}
