import CivilTime

/// By which recurrence a schedule fires, and in which zone.
///
/// It stays the same when an occurrence has passed, so that timetables share it.
final class FiringRule: Sendable {
  let recurrence: Recurrence
  /// The zone in which its occurrences have their wall minutes.
  let zone: Zone
  /// The zone whose dates count for the limit per day: that of the person.
  let dateZone: Zone
  /// How many occurrences of a date are allowed; the first ones of it.
  let perDay: DailyShare
  /// Whether a date may have more occurrences than are allowed.
  private let isLimited: Bool

  init(_ recurrence: Recurrence, in zone: Zone, dateZone: Zone, perDay: DailyShare) {
    self.recurrence = recurrence
    self.zone = zone
    self.dateZone = dateZone
    self.perDay = perDay
    isLimited = !recurrence.isOncePerDate
  }

  /// The occurrence that follows another.
  @inline(__always)
  func occurrence(after occurrence: Occurrence) -> Occurrence? {
    guard let next = recurrence.next(after: occurrence, in: zone) else { return nil }
    return isLimited ? recurrence.allowed(next, perDay: perDay, in: dateZone) : next
  }
}
