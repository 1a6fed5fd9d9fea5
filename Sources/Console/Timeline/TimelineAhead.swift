import DailyNotification
import DeviceModel
import History

/// What the timeline shows ahead: what is pending now, as marks.
enum TimelineAhead {
  /// The pending notifications and the pending prefetches, in the order of time.
  static func marks(_ facts: PhoneFacts) -> [TimelineMark] {
    var marks = facts.coming.map { plan in
      TimelineMark(
        row: TimelineRow(plan.kind),
        sign: plan.isDue ? .overdue(plan.hold) : .planned(plan.hasOwnText ? .cache : plan.source),
        time: plan.time)
    }
    marks += facts.prefetches.map {
      TimelineMark(row: .prefetch, sign: .earliest, time: $0.beginDate)
    }
    // Equal times keep their order, so that the picture does not change from frame to frame.
    return marks.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}
