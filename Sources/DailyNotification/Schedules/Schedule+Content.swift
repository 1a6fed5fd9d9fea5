extension Schedule {
  /// The default text's content for an occurrence.
  func defaultContent(_ occurrence: Occurrence) -> NotificationContent {
    content(
      title: row.title, body: row.body, occurrence, source: .default, fetchedAt: nil, url: url)
  }

  /// Content with this schedule's sound and priority around a title and a body.
  func content(
    title: String, body: String, _ occurrence: Occurrence, source: ContentSource,
    fetchedAt: Int64?, url: String?
  ) -> NotificationContent {
    NotificationContent(
      title: title, body: body, hasSound: row.isSoundEnabled, priority: priority,
      categoryIdentifier: NotificationContent.category,
      info: RequestInfo(
        kind: kind, scheduleID: row.id, revision: row.revision, plannedTime: occurrence.time,
        wallMinute: occurrence.wallMinute, source: source, fetchedAt: fetchedAt, url: url))
  }
}
