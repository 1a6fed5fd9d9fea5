import CivilTime
import DailyNotification
import DeviceModel
import History
import Scenarios

/// The notifications that nothing can show any more, as far as time has passed.
struct Losses: Hashable, Sendable {
  /// What has changed since it was looked at before.
  struct Change {
    /// Their numbers.
    var gone: [Int] = []
    var found: [Int] = []
  }

  /// How many there have been.
  private(set) var count = 0
  /// The one with the latest time of those that content may be fetched for.
  private(set) var last: LostNotification?
  /// The reminder with the latest time.
  private(set) var lastReminder: LostNotification?
  /// Those that may still change, or be reported by the plugin.
  private var numbers: [OccurrenceKey: Int] = [:]
  private var known: [Int: LostNotification] = [:]
  private var lastNumber = 0
  private var judged: Int64?
  private var zone: Zone?
  private var scheduleChanges = 0
  /// Whether the time of one has come that may still be shown.
  private var isOneDue = false

  /// How long after its time one may still be shown, or change its cause: two days.
  private static let openMilliseconds: Int64 = 172_800_000
  /// How many are known one by one.
  private static let knownMax = 4_096

  /// Whether a notification that the plugin reports is known to be lost.
  func has(_ missed: MissedNotification) -> Bool {
    let id = LostNotification.id(missed.kind, missed.id)
    return numbers[OccurrenceKey(id: id, planned: missed.plannedTime)] != nil
  }

  /// The one with a number, if that is still known.
  subscript(number: Int) -> LostNotification? { known[number] }

  /// Looks at the time that has passed, at first since the start of the run, and once more at what
  /// was due in the days before.
  mutating func read(_ run: InteractiveRun, since start: Int64) -> Change {
    let os = run.device.os
    let now = os.wallMilliseconds
    defer { (judged, zone, scheduleChanges) = (now, os.zone, run.scheduleChanges) }
    // Nothing has come due since, and all that had is shown or lost.
    if let judged, judged <= now, zone == os.zone, !isOneDue,
      scheduleChanges == run.scheduleChanges,
      run.nextPlanned(after: judged) ?? .max > now
    {
      return Change()
    }
    let open = judged.map { min($0, now) - Losses.openMilliseconds } ?? start
    let losses: [LostNotification]
    (losses, isOneDue) = run.judgement(in: open..<now + 1)
    var change = Change()
    let keys = Set(losses.map(\.key))
    for (number, lost) in sorted where lost.planned >= open && !keys.contains(lost.key) {
      forget(number, lost)
      change.gone.append(number)
    }
    for lost in losses where numbers[lost.key] == nil {
      lastNumber += 1
      numbers[lost.key] = lastNumber
      known[lastNumber] = lost
      change.found.append(lastNumber)
    }
    count += change.found.count - change.gone.count
    let rest = sorted
    last = rest.last { $0.lost.kind != .reminder }?.lost
    lastReminder = rest.last { $0.lost.kind == .reminder }?.lost
    for (number, lost) in rest.dropLast(Losses.knownMax) { forget(number, lost) }
    return change
  }

  private mutating func forget(_ number: Int, _ lost: LostNotification) {
    known[number] = nil
    numbers[lost.key] = nil
  }

  private var sorted: [(number: Int, lost: LostNotification)] {
    known.map { (number: $0.key, lost: $0.value) }
      .sorted { ($0.lost.planned, $0.number) < ($1.lost.planned, $1.number) }
  }
}
