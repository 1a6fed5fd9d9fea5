import CivilTime
import DailyNotification
import DeviceModel
import SimulationCore

/// 9: each armed occurrence fires exactly once, or a record says why not.
///
/// What has fired on a date is not armed for it again. The checker keeps a book for each stored
/// schedule: on which days it was shown and for which ones a record says why not. When the plugin
/// has accounted for days, each must be in the book. Calls that schedule or change begin a new
/// revision. What the host asked to skip is not shown. Reminders that the system repeats are left
/// out: nothing tells their earlier showings apart.
struct FiresOnceChecker: Sendable {
  /// A showing of a schedule.
  private struct Fired: Sendable {
    let revision: Int64
    let wallMinute: Int64
    let plannedTime: Int64
    let identifier: String
    /// Whether the plugin can know of it.
    var isKnowable = true
  }

  private struct Book: Sendable {
    let id: String
    let kind: ScheduleKind
    /// The stored revision; nil before the row has been looked at.
    var revision: Int64?
    /// The earliest occurrence that is not accounted for, as stored when it was last looked at.
    var wallMinute: Int64
    var fired: [Fired] = []
    /// No wall minute in `fired` is later; so a later one is no double.
    var latestFired = Int64.min
    /// The days for which a record says why not; of what may come several times in a day the
    /// times, and of a dual schedule the wall minutes.
    var explained: [Int64] = []
    /// A record says that the days before this one are too old to be told one by one.
    var leftOutBefore = Int64.min
    /// Whether it was off when it was last looked at: then nothing was meant to come.
    var isOff = false
  }

  /// A notification that the host asked to skip and has not taken back.
  private struct Skip: Sendable {
    let id: String
    let kind: ScheduleKind
    let revision: Int64
    let plannedTime: Int64
    let wallMinute: Int64
    let askedAt: SimulationInstant
  }

  private var books: [Book] = []
  private var skips: [Skip] = []
  private var checkedEntries = 0
  private var finding: String?
  /// Has read what was stored when the latest check had ended: the limit of a date that counts for
  /// what has passed since is the one of then.
  private var reader = StorageReader()
  private var isRead = false
  /// The settings before a call of `configure`, and when that was, in ms since the Unix epoch: what
  /// had passed by then had the limit of before.
  private var earlier: (reader: StorageReader, until: Int64)?
  /// The zones that the phone was in lately, the present one last.
  private var zones: [Zone] = []

  static let zonesMax = 8
  /// How many showings of a schedule are remembered at least.
  static let firedMax = 128
  /// How many skips are remembered.
  static let skipsMax = 256
  /// How long after the request to skip it a notification may still be shown, in milliseconds.
  static let skipRaceMilliseconds: Int64 = 10_000
  static let daysMax: Int64 = 4000

  /// What is stored was lost or made anew: all books begin again.
  mutating func startAgain() {
    books.removeAll()
    earlier = nil
  }

  /// The app was configured: another limit may hold from now on.
  mutating func configured(_ device: Device) {
    if isRead, earlier == nil { earlier = (reader, device.os.wallMilliseconds) }
  }

  /// A call has scheduled or changed something: the book of a new revision begins again.
  mutating func revised(_ id: String, _ kind: ScheduleKind, _ device: Device) {
    let rows = device.os.storage.schedules
    books.removeAll { book in
      book.id == id && book.kind == kind
        && !rows.contains { $0.isNamed(id, book.kind) && $0.revision == book.revision }
    }
  }

  /// Notes the zone that the phone is in.
  mutating func note(_ zone: Zone) {
    if zones.last == zone { return }
    zones.append(zone)
    if zones.count > FiresOnceChecker.zonesMax { zones.removeFirst() }
  }

  mutating func delivered(_ item: VisibleNotification, _ device: Device) {
    if item.isRepeating || !item.content.info.isOccurrence { return }
    let info = item.content.info
    let place = place(of: info.scheduleID, info.kind, info.wallMinute, device)
    if books[place].latestFired >= books[place].wallMinute {
      replaced(item.identifier, by: info.wallMinute, in: place)
    }
    let isDouble =
      info.wallMinute <= books[place].latestFired
      && books[place].fired.contains { earlier in
        earlier.wallMinute == info.wallMinute && earlier.isKnowable
          && earlier.revision == info.revision
      }
    if isDouble {
      let date = WallTime(minutesSinceEpoch: info.wallMinute).date.text
      finding = "'\(info.scheduleID)' was shown twice for \(date)"
    }
    let isSkipped = skips.contains { skip in
      skip.wallMinute == info.wallMinute && skip.revision == info.revision
        && skip.id == info.scheduleID && skip.kind == info.kind
        && device.os.now.milliseconds - skip.askedAt.milliseconds
          > FiresOnceChecker.skipRaceMilliseconds
    }
    if isSkipped {
      let date = WallTime(minutesSinceEpoch: info.wallMinute).date.text
      finding = "'\(info.scheduleID)' was shown for \(date), which the host asked to skip"
    }
    books[place].fired.append(
      Fired(
        revision: info.revision, wallMinute: info.wallMinute, plannedTime: item.occurrence,
        identifier: item.identifier))
    books[place].latestFired = max(books[place].latestFired, info.wallMinute)
    if books[place].fired.count > 2 * FiresOnceChecker.firedMax {
      books[place].fired.removeFirst(FiresOnceChecker.firedMax)
    }
  }

  /// The scheduled summary holds a notification: it is accounted for, and is not shown yet.
  mutating func held(_ item: VisibleNotification, _ device: Device) {
    if item.isRepeating || !item.content.info.isOccurrence { return }
    let info = item.content.info
    let place = place(of: info.scheduleID, info.kind, info.wallMinute, device)
    books[place].fired.append(
      Fired(
        revision: info.revision, wallMinute: info.wallMinute, plannedTime: item.occurrence,
        identifier: item.identifier, isKnowable: false))
  }

  /// A notification replaced earlier ones with its name.
  ///
  /// The plugin cannot know of those that no code had accounted for.
  private mutating func replaced(_ identifier: String, by wallMinute: Int64, in place: Int) {
    for index in books[place].fired.indices
    where books[place].fired[index].identifier == identifier
      && books[place].fired[index].wallMinute != wallMinute
      && books[place].fired[index].wallMinute >= books[place].wallMinute
    {
      books[place].fired[index].isKnowable = false
    }
  }

  /// Notifications were dismissed: of those that no code has seen, the plugin cannot know.
  mutating func dismissed() {
    for book in books.indices {
      for index in books[book].fired.indices
      where books[book].fired[index].wallMinute >= books[book].wallMinute {
        books[book].fired[index].isKnowable = false
      }
    }
  }

  /// A record says why a notification did not come, or was not meant to.
  mutating func explained(
    _ id: String, _ kind: ScheduleKind, _ plannedTime: Int64, _ device: Device
  ) {
    for row in device.os.storage.schedules where row.isNamed(id, kind) {
      guard let zone = reader.zone(of: row, deviceZone: device.os.zone) else { continue }
      let wallMinute = zone.wallMinute(at: plannedTime)
      let place = place(of: id, kind, min(wallMinute, row.wallMinute))
      guard row.rollover == nil else {
        books[place].explained.append(plannedTime)
        continue
      }
      explain(wallMinute, kind, in: place)
      guard row.timezone == nil else { continue }
      // The phone may have moved since it was planned: its date is that of the zone of then.
      for zone in zones { explain(zone.wallMinute(at: plannedTime), kind, in: place) }
    }
  }

  private mutating func explain(_ wallMinute: Int64, _ kind: ScheduleKind, in place: Int) {
    let time = kind == .dual ? wallMinute : WallDay.number(wallMinute: wallMinute)
    if books[place].explained.last != time { books[place].explained.append(time) }
  }

  /// The host asked to skip a notification.
  mutating func skipped(
    _ id: String, _ kind: ScheduleKind, planned: Int64, _ wallMinute: Int64, _ device: Device
  ) {
    for row in device.os.storage.schedules where row.isNamed(id, kind) {
      skips.append(
        Skip(
          id: id, kind: kind, revision: row.revision, plannedTime: planned,
          wallMinute: wallMinute, askedAt: device.os.now))
    }
    if skips.count > FiresOnceChecker.skipsMax { skips.removeFirst() }
  }

  /// The host took back that it asked to skip a notification.
  mutating func skipUndone(_ id: String, _ kind: ScheduleKind, _ wallMinute: Int64) {
    skips.removeAll { $0.id == id && $0.kind == kind && $0.wallMinute == wallMinute }
  }

  private func isSkipped(_ row: ScheduleRow, _ isMeant: (Skip) -> Bool) -> Bool {
    skips.contains { $0.revision == row.revision && row.isNamed($0.id, $0.kind) && isMeant($0) }
  }

  /// A record says that what was planned before a time is too old to be told one by one.
  mutating func leftOut(_ id: String, _ time: Int64, _ device: Device) {
    for row in device.os.storage.schedules where row.id == id {
      guard let kind = ScheduleKind(rawValue: row.kind),
        let zone = reader.zone(of: row, deviceZone: device.os.zone)
      else { continue }
      let place = place(of: id, kind, row.wallMinute)
      books[place].leftOutBefore = WallDay.number(wallMinute: zone.wallMinute(at: time)) + 1
    }
  }

  mutating func check(_ device: Device) -> String? {
    guard device.os.plannedEntryCount != checkedEntries, device.os.isStorageReadable else {
      return finding.take()
    }
    checkedEntries = device.os.plannedEntryCount
    if books.count > device.os.storage.schedules.count { dropUnstored(device) }
    for index in device.os.storage.schedules.indices where !isAsNoted(index, device) {
      let missing = compare(device.os.storage.schedules[index], device)
      finding = finding ?? missing
    }
    isRead = device.os.storage.schedules.contains {
      $0.rollover != nil || $0.decodedKind == .dual
    }
    if isRead { reader.readSettings(of: device) }
    forgetEarlier(device)
    return finding.take()
  }

  /// Once everything up to the call of `configure` is accounted for, its limit is the only one.
  private mutating func forgetEarlier(_ device: Device) {
    guard let until = earlier?.until else { return }
    let isAnyLeft = device.os.storage.schedules.contains { row in
      row.isEnabled && (row.rollover != nil || row.decodedKind == .dual)
        && row.triggerTime <= until
    }
    if !isAnyLeft { earlier = nil }
  }

  /// The first time after another at which a schedule was to fire, by the limit of then.
  private mutating func next(
    after time: Int64, _ find: (inout StorageReader, Int64) -> Int64?
  ) -> Int64? {
    guard var known = earlier else { return find(&reader, time) }
    if let next = find(&known.reader, time), next <= known.until { return next }
    return find(&reader, max(time, known.until))
  }

  /// Whether nothing of a stored schedule was accounted for since the last time.
  ///
  /// Books mostly stand in the order of the rows, so a look at the same place is enough.
  private func isAsNoted(_ index: Int, _ device: Device) -> Bool {
    index < books.count && device.os.storage.schedules[index].isEnabled
      && books[index].wallMinute == device.os.storage.schedules[index].wallMinute
      && books[index].kind == device.os.storage.schedules[index].decodedKind
      && books[index].id == device.os.storage.schedules[index].id
  }

  /// Looks at what was accounted for since the last time.
  private mutating func compare(_ row: ScheduleRow, _ device: Device) -> String? {
    guard let kind = row.decodedKind,
      kind != .reminder || row.repeatRule == RepeatRule.none.rawValue
    else { return nil }
    let place = place(of: row.id, kind, row.wallMinute)
    guard row.isEnabled else {
      books[place].isOff = true
      return nil
    }
    let wasOff = books[place].isOff
    books[place].isOff = false
    books[place].revision = row.revision
    let from = books[place].wallMinute
    guard from != row.wallMinute else { return nil }
    let day = WallDay.number(wallMinute: row.wallMinute)
    defer {
      books[place].wallMinute = row.wallMinute
      // Days that are still to be looked at may be explained already, while earlier ones are on
      // their way.
      if kind == .dual {
        books[place].explained.removeAll { $0 < row.wallMinute }
      } else if row.rollover != nil {
        books[place].explained.removeAll { $0 < row.wallMinute * 60_000 }
      } else if !books[place].explained.isEmpty {
        books[place].explained.removeAll { $0 < day }
      }
    }
    // A clock or zone that goes back before anything has come may take the schedule with it.
    if row.wallMinute < from, kind != .dual,
      books[place].fired.contains(where: { $0.wallMinute == row.wallMinute && $0.isKnowable })
        || books[place].explained.contains(row.rollover == nil ? day : row.wallMinute * 60_000)
    {
      let date = WallTime(minutesSinceEpoch: row.wallMinute).date.text
      return "'\(row.id)' went back to \(date), which was accounted for"
    }
    if let rollover = row.rollover {
      return unexplained(books[place], from, row, rollover, device)
    }
    if kind == .dual, wasOff { return nil }
    return kind == .dual
      ? unexplainedDual(place, from, row, device) : unexplained(place, from, row, device)
  }

  /// The first time from one occurrence up to another that nothing tells of, by an expression.
  ///
  /// Where a journey gives a time the instant at which another one was shown, that tells of it too.
  /// Dates on which the clocks of the zone change are left out: what a gap moves keeps its name.
  private mutating func unexplainedDual(
    _ place: Int, _ from: Int64, _ row: ScheduleRow, _ device: Device
  ) -> String? {
    guard row.wallMinute - from < 1440 * FiresOnceChecker.daysMax,
      let zone = reader.zone(of: row, deviceZone: device.os.clocks.zone),
      let start = zone.instant(of: WallTime(minutesSinceEpoch: from))
    else { return nil }
    if !isRead { reader.readSettings(of: device) }
    var time = start - 1
    while let next = next(
      after: time, { $0.nextByExpression(row.time, after: $1, in: zone) })
    {
      let minute = zone.wallMinute(at: next)
      guard minute < row.wallMinute else { return nil }
      time = next
      let isChange =
        zone.wallMinute(at: next + 86_400_000) - zone.wallMinute(at: next - 86_400_000) != 2880
      if isChange || WallDay.number(wallMinute: minute) < books[place].leftOutBefore
        || books[place].explained.contains(minute) || isSkipped(row, { $0.wallMinute == minute })
        || books[place].fired.contains(where: {
          $0.wallMinute == minute || $0.plannedTime == next
        })
        || isInCenter(row, minute: minute, device)
      {
        continue
      }
      return "nothing says what became of '\(row.id)' at \(ISO8601.text(next))"
    }
    return nil
  }

  /// The first instant from one occurrence up to another that nothing tells of, by an interval.
  ///
  /// Such a schedule has its wall minutes in UTC.
  private mutating func unexplained(
    _ book: Book, _ from: Int64, _ row: ScheduleRow, _ rollover: Rollover,
    _ device: Device
  ) -> String? {
    var time = from * 60_000
    let end = row.wallMinute * 60_000
    guard time < end, (row.wallMinute - from) / rollover.minutes < FiresOnceChecker.daysMax else {
      return nil
    }
    if !isRead { reader.readSettings(of: device) }
    while time < end {
      let minute = time / 60_000
      let isLeftOut = WallDay.number(wallMinute: minute) < book.leftOutBefore
      if !isLeftOut, !book.explained.contains(time), !isSkipped(row, { $0.plannedTime == time }),
        !isInCenter(row, minute: minute, device),
        !book.fired.contains(where: { $0.wallMinute == minute })
      {
        return "nothing says what became of '\(row.id)' at \(ISO8601.text(time))"
      }
      let zone = device.os.clocks.zone
      let next = next(
        after: time, { $0.nextByInterval(rollover, after: $1, deviceZone: zone) })
      guard let next else { return nil }
      time = next
    }
    return nil
  }

  private func isInCenter(
    _ row: ScheduleRow, minute: Int64, _ device: Device
  ) -> Bool {
    let delivered = device.delivered
    for index in delivered.indices
    where delivered.content(at: index).info.wallMinute == minute {
      let info = delivered.content(at: index).info
      if info.isOccurrence, row.isNamed(info.scheduleID, info.kind) { return true }
    }
    return false
  }

  /// The first day from one occurrence up to another that nothing tells of.
  ///
  /// Mutating, so that the book is read in place: `self` would be copied for its books.
  private mutating func unexplained(
    _ place: Int, _ from: Int64, _ row: ScheduleRow, _ device: Device
  ) -> String? {
    let last = WallDay.number(wallMinute: row.wallMinute)
    let first = WallDay.number(wallMinute: from)
    guard last - first < FiresOnceChecker.daysMax else { return nil }
    let start = max(first, books[place].leftOutBefore)
    for day in start..<max(start, last) {
      if wasShown(place, on: day) || books[place].explained.contains(day)
        || isSkipped(row, { WallDay.number(wallMinute: $0.wallMinute) == day })
        || FiresOnceChecker.isInCenter(row, day, device)
      {
        continue
      }
      let date = CivilDate(daysSinceEpoch: Int(day)).text
      // A date that the zone leaves out has no occurrence.
      if reader.hasOccurrence(row, dayNumber: Int(day)) {
        return "nothing says what became of '\(row.id)' on \(date)"
      }
    }
    return nil
  }

  /// Whether something of a book's schedule was shown for a day; mostly that is its latest one.
  private mutating func wasShown(_ place: Int, on day: Int64) -> Bool {
    var index = books[place].fired.count
    while index > 0 {
      index -= 1
      if WallDay.number(wallMinute: books[place].fired[index].wallMinute) == day { return true }
    }
    return false
  }

  private static func isInCenter(
    _ row: ScheduleRow, _ day: Int64, _ device: Device
  ) -> Bool {
    let delivered = device.delivered
    for index in delivered.indices
    where WallDay.number(wallMinute: delivered.content(at: index).info.wallMinute) == day {
      let info = delivered.content(at: index).info
      if info.isOccurrence, row.isNamed(info.scheduleID, info.kind) { return true }
    }
    return false
  }

  /// The place of a schedule's book; a new one begins with the row's next occurrence, which may be
  /// on its way while a later one is shown.
  private mutating func place(
    of id: String, _ kind: ScheduleKind, _ wallMinute: Int64, _ device: Device
  ) -> Int {
    for index in books.indices where books[index].kind == kind && books[index].id == id {
      return index
    }
    var first = wallMinute
    for row in device.os.storage.schedules where row.isNamed(id, kind) {
      first = min(first, row.wallMinute)
    }
    return place(of: id, kind, first)
  }

  private mutating func place(
    of id: String, _ kind: ScheduleKind, _ wallMinute: Int64
  ) -> Int {
    for index in books.indices where books[index].kind == kind && books[index].id == id {
      return index
    }
    books.append(Book(id: id, kind: kind, wallMinute: wallMinute))
    return books.count - 1
  }

  private mutating func dropUnstored(_ device: Device) {
    let rows = device.os.storage.schedules
    books.removeAll { book in !rows.contains { $0.isNamed(book.id, book.kind) } }
  }
}

/// Days by the wall clock.
private enum WallDay {
  /// The number of the date on the wall, in days since 1970-01-01.
  static func number(wallMinute: Int64) -> Int64 {
    (wallMinute >= 0 ? wallMinute : wallMinute - 1439) / 1440
  }
}
