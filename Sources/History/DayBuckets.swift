import CivilTime

/// The places of elements by the day of UTC that each belongs to.
struct DayBuckets: Sendable {
  private var places: [Int64: [Int]] = [:]

  private static let dayMilliseconds: Int64 = 86_400_000

  private static func day(of milliseconds: Int64) -> Int64 {
    Int64((Double(milliseconds) / Double(dayMilliseconds)).rounded(.down))
  }

  /// Adds a place under a time in milliseconds since the Unix epoch.
  mutating func add(_ place: Int, at milliseconds: Int64) {
    places[DayBuckets.day(of: milliseconds), default: []].append(place)
  }

  /// Moves a place from one time to another one.
  mutating func move(_ place: Int, from old: Int64, to new: Int64) {
    let (before, after) = (DayBuckets.day(of: old), DayBuckets.day(of: new))
    guard before != after else { return }
    places[before]?.removeAll { $0 == place }
    places[after, default: []].append(place)
  }

  /// The places at most a day from a day, in their order.
  func around(_ day: CivilDate) -> [Int] {
    let middle = Int64(day.daysSinceEpoch)
    return (middle - 1...middle + 1).flatMap { places[$0] ?? [] }.sorted()
  }

  /// The places of the days in which times are, in their order.
  func during(_ times: ClosedRange<Int64>) -> [Int] {
    let days = DayBuckets.day(of: times.lowerBound)...DayBuckets.day(of: times.upperBound)
    return days.flatMap { places[$0] ?? [] }.sorted()
  }

  /// Forgets the places before one.
  mutating func forget(before place: Int) {
    places = places.compactMapValues { kept in
      let rest = kept.filter { $0 >= place }
      return rest.isEmpty ? nil : rest
    }
  }
}
