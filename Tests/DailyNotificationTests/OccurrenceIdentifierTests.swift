import Testing

@testable import DailyNotification

@Suite("The identifiers of armed occurrences")
struct OccurrenceIdentifierTests {
  @Test(
    "are parsed back as they were made",
    arguments: [
      ("daily_noon", OccurrenceIdentifier(.daily, "noon")),
      ("daily_noon_2025-11-16", OccurrenceIdentifier(.daily, "noon", reserve: "2025-11-16")),
      (
        "daily_a_b_2025-11-16T08:00:00Z",
        OccurrenceIdentifier(.daily, "a_b", reserve: "2025-11-16T08:00:00Z")
      ),
      (
        "daily_noon_2025-11-16T08:00",
        OccurrenceIdentifier(.daily, "noon", reserve: "2025-11-16T08:00")
      ),
      ("daily_a_b_2025-02-30", OccurrenceIdentifier(.daily, "a_b_2025-02-30")),
      ("reminder_daily_x", OccurrenceIdentifier(.reminder, "daily_x")),
      ("dual_daily_notification", OccurrenceIdentifier(.dual, "dual")),
      (
        "dual_daily_notification_2025-11-16T08:00:00Z",
        OccurrenceIdentifier(.dual, "dual", reserve: "2025-11-16T08:00:00Z")
      ),
    ])
  func readsAsMade(name: String, identifier: OccurrenceIdentifier) {
    #expect(OccurrenceIdentifier(name) == identifier)
    #expect(identifier.text == name)
  }

  @Test(
    "that the plugin does not make are not parsed",
    arguments: ["", "noon", "weekly_noon", "dual_daily_notifications"])
  func foreign(name: String) {
    #expect(OccurrenceIdentifier(name) == nil)
  }

  @Test("belong to the owner that is stored with the prefetch")
  func owner() {
    #expect(PrefetchState.Owner(stored: "dual_daily_notification") == .dual)
    for owner in [PrefetchState.Owner.dual, .daily(id: "dual"), .daily(id: "noon")] {
      #expect(PrefetchState.Owner(stored: owner.stored) == owner)
    }
  }
}
