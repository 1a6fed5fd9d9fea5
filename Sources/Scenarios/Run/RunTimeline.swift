/// The marks for the chart of a run, in chronological order.
public struct RunTimeline: Hashable, Sendable {
  /// The maximum number of marks kept.
  public static let marksMax = 10_000

  /// The first marks.
  public private(set) var marks: [TimelineMark] = []
  /// The number of marks after those.
  public private(set) var omittedCount = 0

  /// A timeline without marks.
  public init() {}

  /// Adds a mark, or only counts it when there are `marksMax` already.
  public mutating func append(_ mark: TimelineMark) {
    if marks.count < RunTimeline.marksMax {
      marks.append(mark)
    } else {
      omittedCount += 1
    }
  }

  /// The timeline with the names of requests and tasks changed.
  func mappingTexts(_ change: (String) -> String) -> RunTimeline {
    var changed = self
    for index in marks.indices {
      changed.marks[index].event = marks[index].event.mappingTexts(change)
    }
    return changed
  }
}

extension TimelineMark.Event {
  fileprivate func mappingTexts(_ change: (String) -> String) -> TimelineMark.Event {
    switch self {
    case .planned(let id, let time): .planned(id: change(id), at: time)
    case .withdrawn(let id): .withdrawn(id: change(id))
    case .delivered(let id, let planned, let source):
      .delivered(id: change(id), planned: planned, source: source)
    case .notDelivered(let id, let reason): .notDelivered(id: change(id), reason: reason)
    case .missed(let id, let planned): .missed(id: change(id), planned: planned)
    case .tapped(let id): .tapped(id: change(id))
    case .taskSubmitted(let id, let begin): .taskSubmitted(id: change(id), begin: begin)
    case .taskRefused(let id): .taskRefused(id: change(id))
    case .taskCancelled(let id): .taskCancelled(id: change(id))
    case .taskLaunched(let number, let id, let begin):
      .taskLaunched(number: number, id: change(id), begin: begin)
    case .app, .phone, .rebooted, .clockSet, .zoneSet, .taskEnded, .taskMissed, .fetchStarted,
      .fetchEnded, .recovered:
      self
    }
  }
}
