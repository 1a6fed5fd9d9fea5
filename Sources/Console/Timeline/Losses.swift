import DailyNotification
import DeviceModel
import Scenarios
import SimulationCore

/// The notifications that nothing can show any more, as far as time has passed.
struct Losses: Hashable, Sendable {
  /// A notification of a schedule.
  struct Key: Hashable, Sendable {
    let id: String
    let planned: Int64

    init(_ lost: LostNotification) { (id, planned) = (lost.id, lost.planned) }

    init(_ missed: MissedNotification) {
      id = LostNotification.id(missed.kind, missed.id)
      planned = missed.plannedTime
    }
  }

  /// What has changed since it was looked at before.
  struct Change {
    var gone: [LostNotification] = []
    var found: [LostNotification] = []
  }

  /// How many there have been.
  private(set) var count = 0
  /// The one with the latest time.
  private(set) var last: LostNotification?
  /// Those that may still change, or be reported by the plugin.
  private var known: [Key: LostNotification] = [:]
  private var judged: Int64?
  private var sequence: UInt64 = 0

  /// How long after its time one may still be shown, or change its cause: two days.
  private static let openMilliseconds: Int64 = 172_800_000
  /// How many are known one by one.
  private static let knownMax = 4_096

  /// Whether a notification that the plugin reports is known to be lost.
  func has(_ missed: MissedNotification) -> Bool { known[Key(missed)] != nil }

  /// Looks at the time that has passed, at first since the start of the run, and once more at what
  /// was due in the days before.
  mutating func read(_ run: InteractiveRun, since start: Int64) -> Change {
    let os = run.device.os
    let now = os.wallMilliseconds
    defer { (judged, sequence) = (now, os.trace.nextSequence) }
    if judged == now, sequence == os.trace.nextSequence { return Change() }
    let open = judged.map { min($0, now) - Losses.openMilliseconds } ?? start
    let losses = run.losses(in: open..<now + 1)
    var change = Change()
    let keys = Set(losses.map(Key.init))
    for lost in sorted where lost.planned >= open && !keys.contains(Key(lost)) {
      known[Key(lost)] = nil
      change.gone.append(lost)
    }
    for lost in losses where known[Key(lost)] == nil {
      known[Key(lost)] = lost
      change.found.append(lost)
    }
    count += change.found.count - change.gone.count
    let rest = sorted
    last = rest.last
    for lost in rest.dropLast(Losses.knownMax) { known[Key(lost)] = nil }
    return change
  }

  private var sorted: [LostNotification] {
    known.values.sorted { ($0.planned, $0.id) < ($1.planned, $1.id) }
  }
}
