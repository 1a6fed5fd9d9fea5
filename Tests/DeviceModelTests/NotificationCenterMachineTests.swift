import CivilTime
import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("notification center machine")
struct NotificationCenterMachineTests {
  /// The outcome of an add.
  private enum Outcome: Equatable {
    case dropped(NotificationCenterMachine.DropReason)
    case retained(evicted: [String])
  }

  private func knobs(_ configure: (inout Knobs) -> Void = { _ in }) -> Knobs {
    var knobs = Knobs()
    configure(&knobs)
    return knobs
  }

  @discardableResult
  private func add(
    _ request: NotificationRequest, trigger: Int64?, to machine: inout NotificationCenterMachine,
    isAllowed: Bool = true, knobs: Knobs = Knobs()
  ) -> Outcome {
    switch machine.add(request, trigger: trigger, isAllowed: isAllowed, knobs: knobs) {
    case .dropped(let reason): .dropped(reason)
    case .retained(_, _, let evicted): .retained(evicted: evicted.map(\.identifier))
    }
  }

  private func oneShot(_ identifier: String) -> NotificationRequest {
    .oneShot(identifier, at: start + minute)
  }

  /// Adds `count` requests with ever earlier triggers: that of r0 is the latest.
  private func overfilled(_ count: Int, _ overflow: Knobs.PendingOverflow) -> (
    machine: NotificationCenterMachine, evicted: [String]
  ) {
    var machine = NotificationCenterMachine()
    var evicted: [String] = []
    for index in 0..<count {
      let outcome = add(
        oneShot("r\(index)"), trigger: Int64(count - index), to: &machine,
        knobs: knobs { $0.pendingOverflow = overflow })
      if case .retained(let more) = outcome { evicted += more }
    }
    return (machine, evicted)
  }

  @Test("silently drops requests added while denied")
  func denied() {
    var machine = NotificationCenterMachine()
    #expect(add(oneShot("a"), trigger: 1, to: &machine, isAllowed: false) == .dropped(.denied))
    #expect(machine.requests.isEmpty)
  }

  @Test("keeps a pending request with the same identifier when the new one is dropped")
  func deniedReplacement() {
    var machine = NotificationCenterMachine()
    add(oneShot("a"), trigger: 1, to: &machine)
    add(oneShot("a"), trigger: 2, to: &machine, isAllowed: false)
    add(oneShot("a"), trigger: nil, to: &machine)
    #expect(machine.entries.map(\.triggerMilliseconds) == [1])
  }

  @Test("retains requests added while denied if the knob addWhileDenied says so")
  func deniedRetained() {
    var machine = NotificationCenterMachine()
    let outcome = add(
      oneShot("a"), trigger: 1, to: &machine, isAllowed: false,
      knobs: knobs { $0.addWhileDenied = .retained })
    #expect(outcome == .retained(evicted: []))
    #expect(machine.requests.map(\.identifier) == ["a"])
  }

  @Test("silently drops a request without a next date")
  func pastDate() {
    var machine = NotificationCenterMachine()
    #expect(add(oneShot("a"), trigger: nil, to: &machine) == .dropped(.pastDate))
    #expect(machine.requests.isEmpty)
  }

  @Test("replaces a pending request in one slot, which becomes the last added")
  func replacement() {
    var machine = NotificationCenterMachine()
    for identifier in ["a", "b", "c", "a"] {
      add(oneShot(identifier), trigger: 1, to: &machine)
    }
    #expect(machine.requests.map(\.identifier) == ["b", "c", "a"])
    #expect(machine.entries.map(\.serial) == [2, 3, 4])
    #expect(machine.evictionCount == 0)
  }

  @Test(
    "does not treat a replacement as an overflow", arguments: Knobs.PendingOverflow.allCases)
  func fullReplacement(overflow: Knobs.PendingOverflow) {
    var (machine, _) = overfilled(64, overflow)
    let outcome = add(
      oneShot("r0"), trigger: 500, to: &machine, knobs: knobs { $0.pendingOverflow = overflow })
    #expect(outcome == .retained(evicted: []))
    #expect(machine.requests.count == 64)
    #expect(machine.requests.last?.identifier == "r0")
  }

  @Test("keeps 64, the last added or the soonest, silently", arguments: [64, 65, 100, 200])
  func overflow(count: Int) {
    let lost = count - 64
    let (lastAdded, evicted) = overfilled(count, .keepLastAdded)
    #expect(lastAdded.requests.map(\.identifier) == (lost..<count).map { "r\($0)" })
    #expect(evicted == (0..<lost).map { "r\($0)" })
    #expect(lastAdded.evictionCount == lost)

    // Each is sooner than those before it, so both rules keep the same ones; reversed they differ.
    var soonest = NotificationCenterMachine()
    var refused: [String] = []
    for index in 0..<count {
      let outcome = add(
        oneShot("r\(index)"), trigger: Int64(index), to: &soonest,
        knobs: knobs { $0.pendingOverflow = .keepSoonest })
      if case .retained(let more) = outcome { refused += more }
    }
    #expect(soonest.requests.map(\.identifier) == (0..<64).map { "r\($0)" })
    #expect(refused == (64..<count).map { "r\($0)" })
    #expect(overfilled(count, .keepSoonest).evicted == evicted)
  }

  @Test("keeps requests and their entries at the same indices")
  func parallel() {
    var machine = NotificationCenterMachine()
    for index in 0..<10 { add(oneShot("r\(index)"), trigger: Int64(index), to: &machine) }
    #expect(machine.remove("r3")?.request.identifier == "r3")
    #expect(machine.remove("r3") == nil)
    #expect(machine.becomeDue(6) == true)
    #expect(machine.takeDue(6)?.request.identifier == "r5")
    #expect(machine.takeDue(6)?.trigger == nil)
    #expect(machine.becomeDue(6) == false)
    #expect(machine.requests.map(\.identifier) == ["r0", "r1", "r2", "r4", "r6", "r7", "r8", "r9"])
    #expect(machine.entries.map(\.triggerMilliseconds) == [0, 1, 2, 4, 6, 7, 8, 9])
  }

  @Test("knows how many are overdue", arguments: 1...20)
  func overdue(seed: UInt64) {
    var random = SeededGenerator(seed: seed, stream: "overdue")
    var machine = NotificationCenterMachine()
    var seen = 0
    for step in 0..<300 {
      let serial = 1 + Int(random.below(UInt64(step + 1)))
      switch random.below(6) {
      case 0, 1:
        add(
          oneShot("r\(random.below(40))"), trigger: Int64(random.below(1000)), to: &machine)
      case 2: _ = machine.becomeDue(serial)
      case 3: machine.hold(serial)
      case 4: _ = machine.takeDue(serial)
      default: _ = machine.remove("r\(random.below(40))")
      }
      let overdue = machine.entries.count { $0.isDue || $0.isHeld }
      #expect(machine.overdueCount == overdue)
      seen = max(seen, overdue)
    }
    #expect(seen > 1)
  }

  @Test("re-arms a repeating request in one slot")
  func rearm() {
    var machine = NotificationCenterMachine()
    add(.interval("a", 60_000, repeats: true), trigger: 1, to: &machine)
    let due = machine.takeDue(1)
    #expect(due?.request.identifier == "a")
    #expect(due?.trigger == 1)
    let aim = NotificationCenterMachine.Aim(trigger: 2, firedThrough: 1)
    if let due { #expect(machine.rearm(due.request, aim) == 2) }
    #expect(machine.requests.count == 1)
    #expect(machine.entries.map(\.triggerMilliseconds) == [2])
  }

  @Test("replaces a delivered notification at the next delivery with its identifier, not before")
  func delivered() {
    var machine = NotificationCenterMachine()
    machine.deliver(oneShot("a"), at: 1)
    machine.deliver(oneShot("b"), at: 2)
    add(oneShot("a"), trigger: 3, to: &machine)
    #expect(machine.delivered.map(\.deliveredAt) == [1, 2])
    machine.deliver(oneShot("a"), at: 3)
    #expect(machine.delivered.map(\.request.identifier) == ["b", "a"])
    #expect(machine.delivered.map(\.deliveredAt) == [2, 3])
    machine.deliver(oneShot("b"), for: 4, at: 5)
    machine.deliver(oneShot("c"), for: 6, at: 7)
    #expect(machine.deliveredOccurrences.suffix(2) == [4, 6])
    _ = machine.dismiss("b")
    #expect(machine.deliveredOccurrences.last == 6)
    #expect(machine.deliveredOccurrences.count == 2)
  }

  @Test("keeps the latest 1,000 delivered")
  func deliveredBound() {
    var machine = NotificationCenterMachine()
    for index in 0..<1001 { machine.deliver(oneShot("r\(index)"), at: Int64(index)) }
    #expect(machine.delivered.count == 1000)
    #expect(machine.delivered.first?.deliveredAt == 1)
    #expect(machine.deliveredOccurrences.count == 1000)
  }

  @Test("dismisses one or all")
  func dismissal() {
    var machine = NotificationCenterMachine()
    for identifier in ["a", "b", "c"] { machine.deliver(oneShot(identifier), at: 1) }
    #expect(machine.dismiss("b")?.request.identifier == "b")
    #expect(machine.dismiss("b") == nil)
    #expect(machine.dismissAll() == 2)
    #expect(machine.dismissAll() == 0)
    #expect(machine.deliveredOccurrences.isEmpty)
  }

  @Test("forgets the delegate, and only it, with the process; categories go with the app")
  func processDied() {
    var machine = NotificationCenterMachine()
    let silent = NotificationCategory(identifier: "X", hasCustomDismissAction: false)
    let reporting = NotificationCategory(identifier: "X", hasCustomDismissAction: true)
    machine.register(silent)
    #expect(!machine.reportsDismissal("X"))
    machine.register(reporting)
    #expect(machine.categories == [reporting])
    #expect(machine.reportsDismissal("X"))
    #expect(!machine.reportsDismissal("Y"))
    #expect(machine.delegate == .plugin)
    add(oneShot("a"), trigger: 1, to: &machine)
    machine.deliver(oneShot("b"), at: 1)
    machine.processDied()
    #expect(machine.delegate == nil)
    #expect(machine.categories == [reporting])
    #expect(machine.requests.count == 1)
    #expect(machine.delivered.count == 1)
    machine.appRemoved()
    #expect(machine.categories.isEmpty)
  }
}
