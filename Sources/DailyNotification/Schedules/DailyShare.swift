/// How many occurrences of a date are left to a schedule that can fire often a day.
///
/// Each schedule that fires once a day has its one, what fires only once has one on its date, and
/// those that can fire often share the rest of `maxNotificationsPerDay`; at least one is left.
struct DailyShare: Hashable, Sendable {
  /// How many of a date are left to all that can fire often.
  private let room: Int
  /// How many share them.
  private let sharing: Int
  /// The dates of what fires only once, in days since 1970-01-01; one for each.
  private let onceDays: [Int]

  init(room: Int, sharing: Int, onceDays: [Int]) {
    self.room = room
    self.sharing = max(1, sharing)
    self.onceDays = onceDays.sorted()
  }

  /// How many of a date, in days since 1970-01-01, are left to each; 1 or more.
  func count(onDay day: Int) -> Int {
    let once = onceDays.isEmpty ? 0 : onceDays.count { $0 == day }
    return max(1, (room - once) / sharing)
  }
}
