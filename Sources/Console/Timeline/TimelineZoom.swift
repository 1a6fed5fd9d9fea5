/// How much time the timeline shows at once.
enum TimelineZoom: Int, Hashable, Sendable, CaseIterable {
  case hour
  case sixHours
  case day
  case threeDays
  case week
  case month

  /// Its name.
  var name: String {
    switch self {
    case .hour: "hour"
    case .sixHours: "6 hours"
    case .day: "day"
    case .threeDays: "3 days"
    case .week: "week"
    case .month: "month"
    }
  }

  /// The least that is shown, in minutes.
  var minutes: Int64 {
    switch self {
    case .hour: 60
    case .sixHours: 360
    case .day: 1_440
    case .threeDays: 4_320
    case .week: 10_080
    case .month: 44_640
    }
  }

  /// How long a column can be, in minutes: a part of a day.
  private static let steps: [Int64] = [
    1, 2, 3, 5, 6, 10, 12, 15, 20, 25, 30, 45, 60, 90, 120, 180, 240, 360, 720, 1_440,
  ]

  /// How long a column is, in milliseconds, where so many columns show it.
  func step(columns: Int) -> Int64 {
    let step = TimelineZoom.steps.first { $0 * Int64(max(1, columns)) >= minutes }
    return (step ?? 1_440) * 60_000
  }

  /// One step closer; itself when there is none.
  var closer: TimelineZoom { TimelineZoom(rawValue: rawValue - 1) ?? self }

  /// One step wider; itself when there is none.
  var wider: TimelineZoom { TimelineZoom(rawValue: rawValue + 1) ?? self }
}
