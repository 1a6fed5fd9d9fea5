import Scenarios
import SimulationCore

/// The marks of a run combined into spans with a beginning and an end.
struct RunStory {
  /// A span of time; instants in milliseconds.
  struct Span {
    let start: Int64
    var end: Int64
  }

  /// A background task, from its earliest begin date.
  struct Refresh {
    let id: String
    /// When it was submitted, in milliseconds.
    let submitted: Int64
    /// Its earliest begin date, in milliseconds; nil for a launch without a submission.
    let begin: Int64?
    /// When it ran, was withdrawn, or the run ended, in milliseconds.
    var until: Int64
    var number: Int?
    /// When its run ended, and how.
    var ended: (instant: Int64, end: TimelineMark.TaskEnd)?
  }

  /// A fetch.
  struct Fetch {
    let number: Int
    let start: Int64
    var end: Int64
    var status: Int?
    var word = "still open"
  }

  private(set) var app: [(span: Span, life: TimelineMark.AppLife, word: String)] = []
  private(set) var phone: [(span: Span, life: TimelineMark.PhoneLife)] = []
  private(set) var tasks: [Refresh] = []
  private(set) var fetches: [Fetch] = []
  /// When the run ended, in milliseconds.
  let end: Int64
  private var openTasks: [String: Int] = [:]
  private var runs: [Int: Int] = [:]
  private var openFetches: [Int: Int] = [:]

  init(_ result: ScenarioResult) {
    end = result.endInstant.milliseconds
    app = [(Span(start: 0, end: end), .dead, "notRunning")]
    phone = [(Span(start: 0, end: end), .unlocked)]
    for mark in result.timeline.marks { take(mark) }
  }

  private mutating func take(_ mark: TimelineMark) {
    let now = mark.instant.milliseconds
    switch mark.event {
    case .app(let life, let word):
      app[app.count - 1].span.end = now
      app.append((Span(start: now, end: end), life, word))
    case .phone(let life):
      phone[phone.count - 1].span.end = now
      phone.append((Span(start: now, end: end), life))
    case .fetchStarted(let number):
      openFetches[number] = fetches.count
      fetches.append(Fetch(number: number, start: now, end: end))
    case .fetchEnded(let number, let status, let word):
      guard let place = openFetches.removeValue(forKey: number) else { return }
      fetches[place].end = now
      fetches[place].status = status
      fetches[place].word = word
    case .taskSubmitted(let id, let begin):
      close(id, now)
      openTasks[id] = tasks.count
      let from = now + begin - mark.wallMilliseconds
      tasks.append(Refresh(id: id, submitted: now, begin: from, until: end))
    case .taskCancelled(let id): close(id, now)
    case .taskLaunched(let number, let id, _):
      let place = openTasks.removeValue(forKey: id) ?? tasks.count
      if place == tasks.count {
        tasks.append(Refresh(id: id, submitted: now, begin: nil, until: now))
      }
      tasks[place].until = now
      tasks[place].number = number
      runs[number] = place
    case .taskEnded(let number, let end):
      guard let place = runs[number], tasks[place].ended == nil else { return }
      tasks[place].ended = (now, end)
    case .rebooted, .clockSet, .zoneSet, .planned, .withdrawn, .delivered, .notDelivered,
      .missed, .tapped, .taskRefused, .taskMissed, .recovered:
      break
    }
  }

  private mutating func close(_ id: String, _ now: Int64) {
    guard let place = openTasks.removeValue(forKey: id) else { return }
    tasks[place].until = now
  }
}
