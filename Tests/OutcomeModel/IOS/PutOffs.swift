/// What a person has put off on an iPhone: it is shown again an hour later, once.
///
/// It stands for no occurrence, and neither clock nor zone moves it. It goes when its schedule is
/// cancelled or paused, when an entry finds notifications denied, and when the system loses it:
/// nothing arms it again.
struct PutOffs: Sendable {
  private struct Item: Sendable {
    let schedule: String
    let identifier: String
    /// When it is shown again and until when it may be, in milliseconds since the run began;
    /// `.max` while the phone is off.
    let due: Int64
    var deadline: Int64
    /// Whether it must be shown; otherwise it may be.
    var isSure = true
  }

  /// The wait, in milliseconds.
  private static let wait: Int64 = 3_600_000
  /// The maximum time until a removal or an addition takes effect, in milliseconds.
  private static let raceMilliseconds: Int64 = 1_000
  /// What is added needs a place, for which another request may have to go first.
  private static let additionMilliseconds: Int64 = 50

  private let driftMilliseconds: Int64
  private var items: [Item] = []

  init(driftMilliseconds: Int64) { self.driftMilliseconds = driftMilliseconds }

  /// How many places of the window they take.
  var count: Int { items.count }

  // MARK: What the person does

  /// A notification is put off; `identifier`: the name under which it was shown.
  mutating func putOff(_ schedule: String, _ identifier: String, at now: Int64) {
    let name = "later_\(identifier)"
    items.removeAll { $0.identifier == name }
    let due = now + PutOffs.wait
    items.append(
      Item(schedule: schedule, identifier: name, due: due, deadline: due + driftMilliseconds))
  }

  /// They are withdrawn, all or those of a schedule; what is about to be shown still may be.
  mutating func withdraw(_ schedule: String? = nil, at now: Int64) {
    let latest = now + PutOffs.raceMilliseconds
    items.removeAll { (schedule == nil || $0.schedule == schedule) && $0.due > latest }
    change(schedule) {
      $0.isSure = false
      $0.deadline = min($0.deadline, latest)
    }
  }

  /// Nobody knows whether they are withdrawn.
  mutating func makeUnsure(_ schedule: String? = nil) {
    change(schedule) { $0.isSure = false }
  }

  // MARK: What happens to the phone

  /// Time passes; the schedules of those that had to be shown by then are returned.
  mutating func flow(to instant: Int64, isAllowed: Bool, isOn: Bool) -> [String] {
    for index in items.indices where items[index].due <= instant {
      if !isAllowed { items[index].isSure = false }
      if !isOn { items[index].deadline = .max }
    }
    let lost = items.filter { $0.isSure && $0.deadline < instant }.map(\.schedule)
    items.removeAll { $0.deadline < instant }
    return lost
  }

  /// Notifications are denied: what has come due is not shown, unless they are allowed again soon.
  mutating func denied(at now: Int64) {
    for index in items.indices where items[index].due <= now { items[index].isSure = false }
  }

  mutating func powerWentOff(at now: Int64) {
    for index in items.indices where items[index].due <= now { items[index].deadline = .max }
  }

  /// What came due while the phone was off is shown now, or nothing of it is.
  mutating func powerCameOn(at now: Int64, showsAtBoot: Bool) {
    for index in items.indices where items[index].deadline == .max {
      items[index].deadline = now + driftMilliseconds
      if !showsAtBoot { items[index].isSure = false }
    }
  }

  /// The process ended: what was being added then may be missing.
  mutating func processEnded(at now: Int64) {
    let latest = now + PutOffs.wait - PutOffs.additionMilliseconds
    for index in items.indices where items[index].due > latest { items[index].isSure = false }
  }

  // MARK: What is observed

  /// Something was shown again; false if nothing that was put off can have been.
  mutating func shown(_ identifier: String, at now: Int64) -> Bool {
    let place = items.firstIndex { $0.identifier == identifier && $0.due <= now }
    guard let place else { return false }
    items.remove(at: place)
    return true
  }

  /// It was due and not shown.
  mutating func withheld(
    _ identifier: String, _ reason: Observation.Withholding, at now: Int64, isAllowed: Bool
  ) {
    guard let place = items.firstIndex(where: { $0.identifier == identifier && $0.due <= now })
    else { return }
    switch reason {
    case .denied: if !isAllowed { items.remove(at: place) }
    case .phoneOff: if !items[place].isSure { items.remove(at: place) }
    case .replaced: items[place].deadline = now + driftMilliseconds + 2_000
    case .noDelegate: break
    }
  }

  private mutating func change(_ schedule: String?, _ change: (inout Item) -> Void) {
    for index in items.indices where schedule == nil || items[index].schedule == schedule {
      change(&items[index])
    }
  }
}
