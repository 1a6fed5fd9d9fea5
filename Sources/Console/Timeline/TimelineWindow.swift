import CivilTime

/// The stretch of time that a chart shows: where it begins, and how long a column is.
struct TimelineWindow: Hashable, Sendable {
  /// The time of the first column, in milliseconds since the Unix epoch.
  let start: Int64
  /// How long a column is, in milliseconds.
  let step: Int64
  /// How many columns there are.
  let columns: Int

  /// The time after the last column.
  var end: Int64 { start + step * Int64(columns) }

  /// The times that it shows.
  var times: Range<Int64> { start..<max(start, end) }

  /// The time at which a column begins.
  func time(of column: Int) -> Int64 { start + step * Int64(column) }

  /// The column of a time; nil when it is outside.
  func column(of time: Int64) -> Int? {
    guard time >= start, time < end else { return nil }
    return Int((time - start) / step)
  }

  /// The column of a time, the first or the last one for what is outside.
  func nearestColumn(of time: Int64) -> Int {
    if time < start { return 0 }
    return min(Int((time - start) / step), max(0, columns - 1))
  }

  /// A time so far back that a column begins there, by the zone's clock.
  static func aligned(_ time: Int64, step: Int64, _ zone: Zone) -> Int64 {
    let offset = Int64(zone.offsetSeconds(at: time)) * 1_000
    let local = time + offset
    let rest = (local % step + step) % step
    return time - rest
  }
}

/// A tick of the axis: its column and what stands there.
struct TimelineTick: Hashable, Sendable {
  let column: Int
  let label: String
  /// Whether a day begins there.
  let isDay: Bool
}

extension TimelineWindow {
  /// The ticks, as many as have room: days, or hours and minutes where a column is short.
  func ticks(_ zones: ZoneHistory) -> [TimelineTick] {
    let minutes = spacing
    var ticks: [TimelineTick] = []
    var free = 0
    for column in 0..<columns {
      let now = wall(column, zones)
      let before = wall(column - 1, zones)
      let isDay = now.date != before.date
      let passed = minuteOfDay(now) / minutes != minuteOfDay(before) / minutes
      guard isDay || minutes < 1_440 && passed, column >= free || isDay && minutes < 1_440
      else { continue }
      let label = isDay ? day(now.date) : hour(now, minutes)
      // The name of a day takes the place of an hour's that would reach into it.
      if isDay, column < free, let last = ticks.last, !last.isDay { ticks.removeLast() }
      guard column + label.count <= columns else { continue }
      ticks.append(TimelineTick(column: column, label: label, isDay: isDay))
      free = column + label.count + 1
    }
    return ticks
  }

  /// How far apart the labels of hours stand, in minutes; a day where there is no room for them.
  private var spacing: Int {
    for minutes in [5, 10, 15, 30, 60, 180, 360, 720] {
      let apart = Int64(minutes) * 60_000 / step
      if apart >= (minutes < 60 ? 8 : 6) { return minutes }
    }
    return 1_440
  }

  private func wall(_ column: Int, _ zones: ZoneHistory) -> WallTime {
    zones.zone(atWall: time(of: column)).wallTime(at: time(of: column))
  }

  private func minuteOfDay(_ wall: WallTime) -> Int { wall.hour * 60 + wall.minute }

  private func day(_ date: CivilDate) -> String {
    let isWide = 86_400_000 / step >= 8
    return isWide ? ClockText.weekday(date) + " \(date.day)" : "\(date.day)"
  }

  private func hour(_ wall: WallTime, _ minutes: Int) -> String {
    let hour = (wall.hour < 10 ? "0" : "") + "\(wall.hour)"
    guard minutes < 60 else { return hour }
    let minute = wall.minute / minutes * minutes
    return hour + ":" + (minute < 10 ? "0" : "") + "\(minute)"
  }
}
