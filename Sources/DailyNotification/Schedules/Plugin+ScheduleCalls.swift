import CivilTime
import JSONText

extension Plugin {
  /// Call 2: one notification a day and its prefetch; a second call of the same id replaces.
  mutating func scheduleDaily(
    _ call: PluginCall, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(call.options, of: .scheduleDailyNotification)
    let id = try reader.required("id", reader.identifier)
    var row = Schedules.newRow(id, .daily, on: platform)
    row.time = try reader.required("time", reader.time).text
    row.title = try reader.text("title") ?? Schedule.defaultTitle
    row.body = try reader.text("body") ?? Schedule.defaultBody
    row.payload = try reader.text("url").map(Schedule.payload)
    row.timezone = try reader.timezone(&platform)
    row.leadMinutes = calls.hasShortLead(call.number) ? 1 : nil
    try reader.readPresentation(into: &row)
    let minutes = try reader.rolloverMinutes() ?? choices.dailyRollover.minutes
    row.rollOver(everyMinutes: minutes, on: &platform)
    return try armDaily(row, .scheduleDailyNotification, reader, on: &platform)
  }

  /// Call 6: changes what is given and re-plans in place.
  mutating func updateSettings(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: .updateSettings)
    let id = try reader.required("id", reader.identifier)
    guard var row = platform.scheduleRow(id, .daily) else { throw .unknownSchedule(id) }
    row.time = try reader.time()?.text ?? row.time
    row.title = try reader.text("title") ?? row.title
    row.body = try reader.text("body") ?? row.body
    row.timezone = try reader.timezone(&platform) ?? row.givenTimezone
    try reader.readPresentation(into: &row)
    let minutes = try reader.rolloverMinutes() ?? row.rollover?.minutes
    row.rollOver(everyMinutes: minutes, on: &platform)
    return try armDaily(row, .updateSettings, reader, on: &platform)
  }

  private mutating func armDaily(
    _ draft: ScheduleRow, _ method: PluginMethod, _ reader: OptionReader,
    on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    if try needsAuthorization(method, arming: .daily, on: &platform) {
      return .waiting(.authorization)
    }
    guard let arming = try arming(of: draft, on: &platform) else { return .waiting(.removals) }
    if method == .scheduleDailyNotification {
      platform.log(.dailyScheduled(notificationTime: arming.next.time))
    }
    do throws(Rejection) {
      let isTaskPending = try submitPrefetch(for: arming, on: &platform)
      let isComplete = try complete(arming, on: &platform)
      let isOverruled = tellOverruled(draft, reader, on: &platform)
      return .reply([
        "warning": Plugin.warning(
          isTaskPending: isTaskPending, isShort: !isComplete, isOverruled: isOverruled)
      ])
    } catch {
      restore(on: &platform)
      throw error
    }
  }

  /// Whether a call gives options that the notification's channel overrules; a line names them.
  func tellOverruled(
    _ row: ScheduleRow, _ reader: OptionReader, on platform: inout Family.System
  ) -> Bool {
    let overruled = Family.Settings.overruled(row, on: platform).filter(reader.has)
    guard !overruled.isEmpty else { return false }
    platform.log(.channelDecides(channel: row.channelID, asked: overruled.joined(separator: ",")))
    return true
  }

  /// Submits the prefetch of a schedule that is being armed; false when it was refused.
  private mutating func submitPrefetch(
    for arming: Arming, on platform: inout Family.System
  ) throws(Rejection) -> Bool {
    let schedule = arming.schedule
    platform.log(.prefetchPlanned(notificationTime: arming.next.time))
    let lead =
      schedule.leadMilliseconds ?? configuration.effectiveLeadMilliseconds(on: platform)
    let ahead = arming.next.time - lead - platform.wallMilliseconds
    if ahead < Family.Work.aheadMilliseconds {
      platform.log(.prefetchSkipped(aheadSeconds: ahead / 1000))
    }
    prefetch.beginAnew(.daily, on: &platform)
    var demand = demand(on: &platform)
    demand.replace(schedule)
    return try prefetch.submitFirst(demand, for: .daily, on: &platform)
  }
}

extension OptionReader {
  /// How many minutes after a notification the next one follows; nil for the next day.
  func rolloverMinutes() throws(Rejection) -> Int64? {
    try integer("rolloverIntervalMinutes")
  }

  /// Reads how a notification attracts attention: sound, vibration and priority.
  ///
  /// `hasNormal`: whether `normal` is a priority here.
  func readPresentation(
    into row: inout ScheduleRow, hasNormal: Bool = false
  ) throws(Rejection) {
    row.isSoundEnabled = try flag("sound") ?? row.isSoundEnabled
    row.isVibrationEnabled = try flag("vibration") ?? row.isVibrationEnabled
    let priority = try choice(
      "priority", of: NotificationPriority.self, without: hasNormal ? [] : [.normal])
    row.priority = priority?.rawValue ?? row.priority
  }
}
