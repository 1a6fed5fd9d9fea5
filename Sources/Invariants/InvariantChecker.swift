import DailyNotification
public import DeviceModel
import SimulationCore

/// Watches a phone and says where an invariant did not hold.
///
/// Each invariant is a checker of its own that sees records as they come and the phone's state;
/// none asks the plugin whether it is right. 1, 3, 4, 6 and 8 are checked after each event,
/// 2, 5 and 7 at the end of each instant. At most 100 violations are kept; all are counted.
public struct InvariantChecker: DeviceObserver, Sendable {
  /// The violations found, in the order they were seen.
  public private(set) var violations: [InvariantViolation] = []
  private var eventCount = 0
  private var instantCount = 0
  private var violationCounts = [Int](repeating: 0, count: InvariantID.allCases.count)
  private var cursor: UInt64 = 0
  private var pendingLimit = PendingLimitChecker()
  private var bookAgreement = BookAgreementChecker()
  private var noGhost = NoGhostChecker()
  private var onePrefetchTask = OnePrefetchTaskChecker()
  private var completesOnce = CompletesOnceChecker()
  private var prefetchLead = PrefetchLeadChecker()
  private var missNoticed = MissNoticedChecker()
  private var nothingStale = NothingStaleChecker()

  static let violationsMax = 100

  /// Makes a checker for a phone that has not been watched yet.
  public init() {}

  /// How often each invariant was checked, in their order.
  public var tallies: [InvariantTally] {
    zip(InvariantID.allCases, violationCounts).map { id, violations in
      InvariantTally(
        id: id.rawValue, name: id.summary,
        checks: id.isCheckedPerInstant ? instantCount : eventCount, violations: violations)
    }
  }

  /// How many violations there were.
  public var violationCount: Int { violationCounts.reduce(0, +) }

  /// Checks what holds after each event.
  public mutating func eventHappened(on device: borrowing Device) {
    eventCount += 1
    readRecords(of: device)
    report(.pendingLimit, pendingLimit.check(device), device)
    report(.noGhost, noGhost.takeFinding(), device)
    report(.onePrefetchTask, onePrefetchTask.check(device), device)
    report(.prefetchLead, prefetchLead.check(device), device)
    report(.nothingStale, nothingStale.takeFinding(), device)
  }

  /// Checks what holds at the end of each instant.
  public mutating func instantEnded(on device: borrowing Device) {
    instantCount += 1
    readRecords(of: device)
    report(.bookAgreement, bookAgreement.check(device), device)
    report(.completesOnce, completesOnce.check(device), device)
    report(.missNoticed, missNoticed.check(device), device)
  }

  private mutating func readRecords(of device: borrowing Device) {
    let next = device.os.trace.nextSequence
    guard cursor < next else { return }
    device.os.trace.forEach(from: cursor) { see($0, device) }
    cursor = next
  }

  private mutating func see(_ record: Record<DeviceRecord>, _ device: borrowing Device) {
    switch record.payload {
    case .log(.taskMissed):
      prefetchLead.exempt()
      missNoticed.noticed()
    case .log(.prefetchFailed): prefetchLead.exempt()
    case .log(.ready): nothingStale.configured(record.wallMilliseconds, device)
    case .command: commandGiven(record, device)
    case .log, .began, .refused, .called, .hostEvent, .replied, .callLost, .process:
      break
    case .requestEvicted(let identifier): pendingLimit.evicted(identifier)
    case .requestAdded, .requestDropped: noGhost.see(record.payload, device)
    case .delivered(let notification): nothingStale.see(notification, device)
    case .removalAsked:
      if !device.os.isStorageReadable { bookAgreement.removalAsked(record.sequence, device) }
    case .entry(let entry):
      prefetchLead.entryBegan()
      missNoticed.entryBegan(entry, record.wallMilliseconds, device)
    case .taskSubmitted(TaskIdentifier.fetch, let begin, let isReplacement):
      onePrefetchTask.submitted(isReplacement)
      prefetchLead.submitted(begin, record.wallMilliseconds)
      missNoticed.submitted(begin)
    case .taskCancelled(TaskIdentifier.fetch): missNoticed.cancelled(device)
    case .taskLaunched(let task):
      completesOnce.launched(task, record.instant)
      if task.identifier == TaskIdentifier.fetch { missNoticed.launched() }
    case .taskCompleted(let task, _): completesOnce.completed(task)
    case .taskCompletedTwice(let task): completesOnce.completedTwice(task)
    case .taskLost(let task): completesOnce.lost(task)
    case .crashed(let reason): completesOnce.crashed(reason)
    default: break
    }
  }

  /// Apart from `see`, which stays small enough to be compiled into the walk over the records.
  @inline(never)
  private mutating func commandGiven(
    _ record: Record<DeviceRecord>, _ device: borrowing Device
  ) {
    switch record.payload {
    case .command(.clearPending): bookAgreement.systemCleared(device)
    case .command(.reinstall):
      prefetchLead.reinstalled()
      nothingStale.reinstalled()
    default: break
    }
  }

  @inline(__always)
  private mutating func report(_ id: InvariantID, _ finding: String?, _ device: borrowing Device) {
    if let finding { keep(id, finding, device) }
  }

  private mutating func keep(_ id: InvariantID, _ finding: String, _ device: borrowing Device) {
    violationCounts[id.rawValue - 1] += 1
    guard violations.count < InvariantChecker.violationsMax else { return }
    violations.append(
      InvariantViolation(
        id: id.rawValue, name: id.summary, instant: device.os.now,
        wallMilliseconds: device.os.wall(at: device.os.now),
        sequence: max(cursor, 1) - 1, message: finding))
  }
}
