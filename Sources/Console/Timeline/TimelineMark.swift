/// A point on the timeline: something that happened, or that is planned.
struct TimelineMark: Hashable, Sendable {
  let row: TimelineRow
  let sign: TimelineSign
  /// Where it stands: the phone's wall clock, in milliseconds since the Unix epoch.
  let time: Int64
  /// From when on it was waited for; nil where nothing waited.
  var since: Int64?
  /// The record that says so; nil for what is still ahead.
  var sequence: UInt64?
  /// What was not seen or heard of a notification that was shown; nil where nothing lacked.
  var remark: String?
  /// The number of the notification that is lost; nil where a record says what happened.
  var lostNumber: Int?

  /// What happened, in a sentence: `Daily shown with content`.
  var text: String {
    switch sign {
    case .clockSet, .offset, .alarmLost, .upkeep, .setting:
      sign.words.prefix(1).uppercased() + sign.words.dropFirst()
    case .shown, .shownWithDefault, .notShown, .missed, .planned, .overdue, .ran, .fetched,
      .fetchFailed, .taskExpired, .taskLost, .taskNeverRan, .earliest, .crashed, .dialogShown,
      .rebooted, .phone, .app, .appStopped, .permission, .network, .zone:
      "\(row.subject) \(sign.words)" + (remark.map { ", \($0)" } ?? "")
    }
  }
}
