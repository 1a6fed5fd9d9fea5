import CivilTime
import DailyNotification
import SimulationCore

/// Whose code the notification center asks while the app is in front, and tells of what the person
/// does with a notification.
enum NotificationDelegate: Hashable, Sendable {
  case plugin
  /// Other code of the app, which presents everything in front of it, or nothing.
  case other(presents: Bool)
}

/// The notification center: what is pending, what is delivered, what it silently let go.
///
/// Source: Apple, UNUserNotificationCenter and UNNotificationRequest.identifier; the limit of 64,
/// which requests survive it, adding while denied and past dates: measured by others on iOS 18.5
/// (simulator) and iOS 26.5 (phone).
/// Not modelled: the cap of the delivered list (unknown; 1,000 here).
public struct NotificationCenterMachine: Sendable {
  /// How many requests may be pending.
  static let pendingMax = 64
  static let deliveredMax = 1000

  /// What the center notes of a request.
  ///
  /// Kept small: when a request goes, the entries of all later ones move up.
  struct Entry: Sendable {
    let serial: Int
    var triggerMilliseconds: Int64
    /// `firedThrough`, or the least number there is.
    private var firedMilliseconds = Int64.min
    var token: EventToken?
    /// Whether the trigger has passed and the notification is on its way.
    var isDue = false
    /// Whether its time came while the phone was off.
    var isHeld = false
    /// The number of `dueDate`.
    private var dueDayNumber: Int32?

    init(serial: Int, triggerMilliseconds: Int64, firedThrough: Int64? = nil) {
      self.serial = serial
      self.triggerMilliseconds = triggerMilliseconds
      self.firedThrough = firedThrough
    }

    /// Up to which time a repeating request has fired, wall ms; nil when it never has.
    var firedThrough: Int64? {
      get { firedMilliseconds == .min ? nil : firedMilliseconds }
      set { firedMilliseconds = newValue ?? .min }
    }

    /// The date for which it came due, once the zone has changed since.
    var dueDate: CivilDate? {
      get { dueDayNumber.map { CivilDate(daysSinceEpoch: Int($0)) } }
      set { dueDayNumber = newValue.map { Int32(clamping: $0.daysSinceEpoch) } }
    }

    /// Whether its time has come.
    var isOverdue: Bool { isDue || isHeld }
  }

  /// Where a request is aimed: at which wall time, and what it has shown already.
  struct Aim: Hashable {
    var trigger: Int64
    var firedThrough: Int64?
  }

  /// Why a request was not retained.
  public enum DropReason: String, Hashable, Sendable, CaseIterable {
    case denied
    case pastDate
    /// It has neither title nor body.
    case emptyContent
  }

  enum AddAction {
    case dropped(DropReason)
    case retained(serial: Int, replaced: EventToken?, evicted: [Evicted])
  }

  struct Evicted {
    let identifier: String
    let token: EventToken?
  }

  /// The pending requests, in the order they were added.
  private(set) var requests: [NotificationRequest] = []
  private(set) var entries: [Entry] = [] { didSet { pendingRevision += 1 } }
  /// The change number of the pending requests and their triggers.
  private(set) var pendingRevision = 0
  /// How many of the entries are overdue.
  private(set) var overdueCount = 0
  /// The digests of their names: a search looks through these, and not through the requests.
  private var nameDigests: [UInt64] = []
  /// What Notification Center shows, oldest first.
  private(set) var delivered: [DeliveredNotification] = [] { didSet { deliveredRevision += 1 } }
  /// The change number of what Notification Center shows.
  private(set) var deliveredRevision = 0
  /// Which occurrence each of them stands for, wall ms, in the same order.
  private(set) var deliveredOccurrences: [Int64] = []
  /// How each of them was presented.
  private(set) var presentations: [Presentation] = []
  /// How many requests the limit has cost.
  public private(set) var evictionCount = 0
  /// The categories that the app registered; they stay when its process ends.
  ///
  /// Source: a notification offers its category's actions while the app does not run; Apple,
  /// "Declaring your actionable notification types".
  private(set) var categories: [NotificationCategory] = []
  /// The number on the app's icon; 0 is none.
  public private(set) var badge: Int64 = 0
  /// The delegate that the app's process has set; there is one at a time.
  private(set) var delegate: NotificationDelegate?
  private var nextSerial = 1
  /// The removals that were asked for and have not taken effect, in the order they were asked for.
  private(set) var removals: [Removal] = []
  /// What was removed while the app was suspended and could not be told.
  private var heldRemovals: [String] = []
  private var nextBatch = 1

  /// A removal that was asked for and has not taken effect.
  struct Removal: Sendable {
    let batch: Int
    let identifiers: [String]
    /// Whose code asked for it.
    let owner: CodeOwner
  }

  /// Adds a request whose trigger is at `trigger` (wall ms), or nil when it has no next date.
  mutating func add(
    _ request: NotificationRequest, trigger: Int64?, isAllowed: Bool, knobs: Knobs
  ) -> AddAction {
    if !isAllowed, knobs.addWhileDenied == .silentDrop { return .dropped(.denied) }
    if request.content.showsNothing(knobs.emptyContent) { return .dropped(.emptyContent) }
    guard let trigger else { return .dropped(.pastDate) }
    var replaced: EventToken?
    if let index = index(of: request.identifier, request.nameDigest) {
      replaced = remove(at: index).entry.token
    }
    append(request, Entry(serial: nextSerial, triggerMilliseconds: trigger))
    return .retained(
      serial: nextSerial - 1, replaced: replaced, evicted: evictOverflow(knobs.pendingOverflow))
  }

  mutating func attach(_ token: EventToken, to serial: Int) {
    guard let index = index(of: serial) else { return }
    entries[index].token = token
  }

  /// Takes a request out of the pending list.
  mutating func remove(_ identifier: String) -> (request: NotificationRequest, token: EventToken?)?
  {
    guard let index = index(of: identifier, NotificationRequest.digest(identifier)) else {
      return nil
    }
    let (request, entry) = remove(at: index)
    return (request, entry.token)
  }

  private mutating func append(_ request: NotificationRequest, _ entry: Entry) {
    requests.append(request)
    entries.append(entry)
    nameDigests.append(request.nameDigest)
    nextSerial += 1
  }

  private mutating func remove(at index: Int) -> (request: NotificationRequest, entry: Entry) {
    nameDigests.remove(at: index)
    if entries[index].isOverdue { overdueCount -= 1 }
    return (requests.remove(at: index), entries.remove(at: index))
  }

  /// The place of the request of a name; mostly it is one of the last.
  private func index(of identifier: String, _ digest: UInt64) -> Int? {
    var index = lastPlace(of: digest, before: nameDigests.count)
    while index >= 0, requests[index].identifier != identifier {
      index = lastPlace(of: digest, before: index)
    }
    return index < 0 ? nil : index
  }

  /// The last place of a digest before another place; −1 where there is none.
  private func lastPlace(of digest: UInt64, before end: Int) -> Int {
    nameDigests.withUnsafeBufferPointer { digests in
      guard let first = digests.baseAddress else { return -1 }
      var index = end &- 1
      // Mostly there is none: four at a time.
      while index >= 3, first[index] != digest, first[index &- 1] != digest,
        first[index &- 2] != digest, first[index &- 3] != digest
      {
        index &-= 4
      }
      while index >= 0, first[index] != digest { index &-= 1 }
      return index
    }
  }

  /// The trigger of a request has passed; false when the request is gone.
  mutating func becomeDue(_ serial: Int) -> Bool {
    guard let index = index(of: serial) else { return false }
    if !entries[index].isOverdue { overdueCount += 1 }
    entries[index].isDue = true
    entries[index].isHeld = false
    entries[index].token = nil
    return true
  }

  /// The time of a request has come and the phone is off: it waits for the next start.
  mutating func hold(_ serial: Int) {
    guard let index = index(of: serial) else { return }
    if !entries[index].isOverdue { overdueCount += 1 }
    entries[index].isHeld = true
    entries[index].token = nil
  }

  /// The requests that wait for the next start, in the order they were added.
  var held: [(identifier: String, serial: Int)] {
    zip(requests, entries).filter { $1.isHeld }.map { ($0.identifier, $1.serial) }
  }

  /// Takes out a due request to show it.
  mutating func takeDue(
    _ serial: Int
  ) -> (request: NotificationRequest, trigger: Int64, firedThrough: Int64)? {
    guard let index = index(of: serial) else { return nil }
    let (request, entry) = remove(at: index)
    let trigger = entry.triggerMilliseconds
    // Where the zone has changed on its way, the date counts as it was noted then.
    let fired =
      entry.dueDate == nil
      ? max(trigger, entry.firedThrough ?? .min) : entry.firedThrough ?? trigger
    return (request, trigger, fired)
  }

  /// Notes up to which time a repeating request counts as fired once it is shown.
  mutating func noteFired(_ serial: Int, through time: Int64, on date: CivilDate) {
    guard let index = index(of: serial) else { return }
    entries[index].firedThrough = time
    entries[index].dueDate = date
  }

  /// The requests whose trigger has not passed, in the order they were added.
  var waiting: [(request: NotificationRequest, entry: Entry)] {
    zip(requests, entries).filter { !$1.isDue }.map { ($0, $1) }
  }

  /// Aims a waiting request anew.
  mutating func reaim(_ serial: Int, _ aim: Aim, _ token: EventToken) {
    guard let index = index(of: serial) else { return }
    entries[index].triggerMilliseconds = aim.trigger
    entries[index].firedThrough = aim.firedThrough
    entries[index].token = token
  }

  /// Re-arms a repeating request at its next trigger and returns its new serial.
  mutating func rearm(_ request: NotificationRequest, _ aim: Aim) -> Int {
    append(
      request,
      Entry(
        serial: nextSerial, triggerMilliseconds: aim.trigger, firedThrough: aim.firedThrough))
    return nextSerial - 1
  }

  /// Shows a notification of an occurrence; one of the same identifier is replaced.
  mutating func deliver(
    _ request: NotificationRequest, for occurrence: Int64? = nil, at wallMilliseconds: Int64,
    _ presentation: Presentation = Presentation(decidedBy: .settings)
  ) {
    _ = dismiss(request.identifier)
    delivered.append(DeliveredNotification(request: request, deliveredAt: wallMilliseconds))
    deliveredOccurrences.append(occurrence ?? request.content.info.plannedTime)
    presentations.append(presentation)
    if delivered.count > NotificationCenterMachine.deliveredMax {
      delivered.removeFirst()
      deliveredOccurrences.removeFirst()
      presentations.removeFirst()
    }
  }

  /// Takes a notification out of Notification Center.
  mutating func dismiss(_ identifier: String) -> DeliveredNotification? {
    guard let index = delivered.firstIndex(where: { $0.request.identifier == identifier }) else {
      return nil
    }
    deliveredOccurrences.remove(at: index)
    presentations.remove(at: index)
    return delivered.remove(at: index)
  }

  mutating func dismissAll() -> Int {
    let count = delivered.count
    delivered.removeAll()
    deliveredOccurrences.removeAll()
    presentations.removeAll()
    return count
  }

  /// The app registers a category, one of the same name anew, and with it its delegate.
  mutating func register(_ category: NotificationCategory) {
    categories.removeAll { $0.identifier == category.identifier }
    categories.append(category)
    delegate = .plugin
  }

  /// Other code of the app registers its categories in the place of all others.
  mutating func replaceCategories(_ identifiers: [String]) {
    categories = identifiers.map {
      NotificationCategory(identifier: $0, hasCustomDismissAction: false)
    }
  }

  /// A notification or the app sets the number on the icon; nil leaves it.
  mutating func setBadge(_ number: Int64?) {
    if let number { badge = number }
  }

  /// Other code of the app takes the delegate's place.
  mutating func setOtherDelegate(presents: Bool) { delegate = .other(presents: presents) }

  /// Whether a notification of a category has an action.
  func offers(_ action: NotificationAction, _ category: String) -> Bool {
    categories.contains { $0.identifier == category && $0.actions.contains(action) }
  }

  /// Whether the app hears that a notification of a category was dismissed.
  func reportsDismissal(_ category: String) -> Bool {
    categories.contains { $0.identifier == category && $0.hasCustomDismissAction }
  }

  /// The app's process died: its delegate goes with it, and nobody is left to be told.
  mutating func processDied() {
    delegate = nil
    heldRemovals.removeAll()
  }

  /// The app was removed, and its categories and its icon with it.
  mutating func appRemoved() {
    categories.removeAll()
    badge = 0
  }

  // MARK: Removals

  /// Whether a removal has been asked for whose effect the app has not been told.
  var isRemovalInFlight: Bool { !removals.isEmpty || !heldRemovals.isEmpty }

  /// Takes note of a removal and returns its number; the requests are pending until it settles.
  mutating func beginRemoval(_ identifiers: [String], by owner: CodeOwner) -> Int {
    defer { nextBatch += 1 }
    removals.append(Removal(batch: nextBatch, identifiers: identifiers, owner: owner))
    return nextBatch
  }

  /// The removal that takes effect now; nil when there is none of the number.
  mutating func endRemoval(_ batch: Int) -> Removal? {
    guard let index = removals.firstIndex(where: { $0.batch == batch }) else { return nil }
    return removals.remove(at: index)
  }

  /// Removed requests of which the suspended app cannot be told yet.
  mutating func holdRemovals(_ identifiers: [String]) { heldRemovals += identifiers }

  /// What the app is to be told of now; it is told once.
  mutating func takeHeldRemovals() -> [String] {
    defer { heldRemovals.removeAll() }
    return heldRemovals
  }

  /// Forgets what was to be removed: all requests have gone.
  mutating func dropRemovals() { removals.removeAll() }

  /// Serials ascend: an entry is only ever added at the end.
  @inline(__always)
  private func index(of serial: Int) -> Int? {
    let last = entries.count - 1
    // Mostly the one that was added last.
    if last >= 0, entries[last].serial == serial { return last }
    return search(serial)
  }

  private func search(_ serial: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].serial < serial { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].serial == serial ? low : nil
  }

  private mutating func evictOverflow(_ overflow: Knobs.PendingOverflow) -> [Evicted] {
    var evicted: [Evicted] = []
    while requests.count > NotificationCenterMachine.pendingMax {
      var index = 0
      if overflow == .keepSoonest {
        for candidate in entries.indices
        where entries[candidate].triggerMilliseconds > entries[index].triggerMilliseconds {
          index = candidate
        }
      }
      let (request, entry) = remove(at: index)
      evicted.append(Evicted(identifier: request.identifier, token: entry.token))
      evictionCount += 1
    }
    return evicted
  }
}
