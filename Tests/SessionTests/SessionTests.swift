import DailyNotification
import DeviceModel
import Invariants
import JSONText
import SchemaSupport
import Session
import SimulationCore
import Testing

/// Counts the records, events and instants that it observes.
private struct CountingObserver: SessionObserver {
  private(set) var sequences: [UInt64] = []
  private(set) var eventCount = 0

  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    sequences.append(record.sequence)
  }

  mutating func eventHappened(on device: Device) { eventCount += 1 }
}

@Suite("Session")
struct SessionTests {
  private static let lateReply = Command.call(
    method: "requestNotificationPermissions", options: [:])

  private static func session(isStartChecked: Bool = true) -> Session<CountingObserver> {
    Session(
      DeviceConfiguration(), observer: CountingObserver(), isStartChecked: isStartChecked)
  }

  private func checkReplies(of session: Session<CountingObserver>) {
    var replies = ReplyChecker()
    for finding in replies.findings(in: session.device.os.trace) { Issue.record("\(finding)") }
  }

  private static func calls(of session: Session<CountingObserver>) -> [String] {
    session.device.os.trace.records(from: 0).compactMap { record in
      if case .command(.called(let call)) = record.payload { call.method } else { nil }
    }
  }

  @Test("shows the observer every record once, in order, even more than the ring holds")
  func records() throws {
    var configuration = DeviceConfiguration()
    // More than one event records.
    configuration.traceCapacity = 128
    var session = Session(configuration, observer: CountingObserver())
    try session.perform(.setPermission(.authorized))
    try session.perform(
      .call(method: "scheduleDailyNotification", options: ["time": "05:53"]))
    try session.advance(to: SimulationInstant(milliseconds: 30 * 86_400_000))
    let count = session.device.os.trace.nextSequence
    #expect(count > 2 * 128)
    #expect(session.observer.sequences == Array(0..<count))
  }

  @Test("checks the invariants at the start only if configured")
  func start() {
    let eventChecks = { (session: Session<CountingObserver>) in
      session.invariants.tallies.map(\.checks).max()
    }
    #expect(eventChecks(Self.session()) == 1)
    #expect(eventChecks(Self.session(isStartChecked: false)) == 0)
    #expect(!Self.session(isStartChecked: false).observer.sequences.isEmpty)
  }

  @Test("an advance in slices writes the same records as one without, and can be interrupted")
  func slices() throws {
    var whole = Self.session()
    try whole.perform(.setPermission(.authorized))
    try whole.perform(.call(method: "scheduleDailyNotification", options: ["time": "05:53"]))
    var sliced = whole
    var interrupted = whole
    defer { checkReplies(of: whole) }
    let end = SimulationInstant(milliseconds: 90 * 86_400_000)
    try whole.advance(to: end)
    try sliced.advance(to: end, eventsASlice: 3) { false }
    var slices = 0
    try interrupted.advance(to: end, eventsASlice: 3) {
      slices += 1
      return slices == 5
    }
    #expect(whole.device.os.trace.nextSequence >= 1_000)
    #expect(sliced.device.os.trace.hash == whole.device.os.trace.hash)
    #expect(interrupted.device.os.now < end)
    try interrupted.advance(to: end)
    #expect(interrupted.device.os.trace.hash == whole.device.os.trace.hash)
  }

  @Test("returns every end of a call once, with the reply as the caller gets it")
  func ends() throws {
    var session = Self.session()
    defer { checkReplies(of: session) }
    let first = session.nextCall
    // More calls than the system keeps secret replies for, all answered by one event.
    for _ in 0..<80 { try session.perform(Self.lateReply) }
    let early = session.takeEndedCalls()
    #expect(early.isEmpty)
    try session.perform(.answerDialog(isAllowed: true))
    let ends = session.takeEndedCalls()
    #expect(ends.map(\.call) == Array(first..<first + 80))
    #expect(ends.allSatisfy { $0.originalReply != nil })
    let again = session.takeEndedCalls()
    #expect(again.isEmpty)
  }

  @Test("returns the ends of calls whose records the trace has dropped")
  func endsWithoutRecords() throws {
    var configuration = DeviceConfiguration()
    configuration.traceCapacity = 64
    var session = Session(configuration, observer: CountingObserver())
    let first = session.nextCall
    for _ in 0..<100 {
      try session.perform(
        .call(method: "scheduleDailyNotification", options: ["time": "05:53"]))
    }
    try session.perform(.answerDialog(isAllowed: true))
    try session.runUntilIdle(limit: 10_000)
    let ends = session.takeEndedCalls()
    #expect(ends.map(\.call).sorted() == Array(first..<first + 100))
    #expect(ends.allSatisfy { $0.originalReply == .value(["warning": nil]) })
  }

  @Test("a call that is lost with the process has no reply")
  func lost() throws {
    var session = Self.session()
    defer { checkReplies(of: session) }
    try session.perform(Self.lateReply)
    try session.perform(.swipeAway)
    let taken = session.takeEndedCalls().first
    let end = try #require(taken)
    #expect(end.originalReply == nil)
    guard case .lost = end.result else {
      Issue.record("\(end.result)")
      return
    }
  }
}

@Suite("Presses of a session")
struct SessionPressTests {
  private static let late = Command.call(method: "requestNotificationPermissions", options: [:])
  private static let status = Command.call(method: "getNotificationStatus", options: [:])

  private static func session() -> Session<CountingObserver> {
    Session(DeviceConfiguration(), observer: CountingObserver())
  }

  private func checkReplies(of session: Session<CountingObserver>) {
    var replies = ReplyChecker()
    for finding in replies.findings(in: session.device.os.trace) { Issue.record("\(finding)") }
  }

  private static func callCount(_ session: Session<CountingObserver>) -> Int {
    session.nextCall - 1
  }

  @Test("the next command of a press waits for the value of the call before it")
  func chain() throws {
    var session = Self.session()
    defer { checkReplies(of: session) }
    let before = Self.callCount(session)
    let pressed = session.press([Self.late, Self.status], title: "both")
    let press = try #require(pressed)
    let none = session.nextPressEnd()?.press
    #expect(none == nil)
    #expect(Self.callCount(session) == before + 1)
    try session.advance(to: SimulationInstant(milliseconds: 250))
    let answer = session.press([.answerDialog(isAllowed: true)], title: "Allow")
    #expect(answer == press + 1)
    #expect(Self.callCount(session) == before + 1)
    let ended = session.nextPressEnd()
    let end = try #require(ended)
    #expect(end.press == press)
    #expect(Self.callCount(session) == before + 2)
    guard case .call(let call) = end.reason else {
      Issue.record("\(end.reason)")
      return
    }
    #expect(call.call == before + 2)
    #expect(session.presses[press].durationMilliseconds == 250)
    let more = session.nextPressEnd()?.press
    #expect(more == nil)
  }

  @Test("the rest of a press can be dropped")
  func dropped() throws {
    var session = Self.session()
    defer { checkReplies(of: session) }
    let pressed = session.press([Self.late, Self.status], title: "both")
    let press = try #require(pressed)
    session.dropRest(of: press)
    let before = Self.callCount(session)
    try session.perform(.answerDialog(isAllowed: true))
    let ended = session.nextPressEnd()?.press
    #expect(ended == press)
    #expect(Self.callCount(session) == before)
  }

  @Test("a command that the phone refuses ends the press, at once or when its turn comes")
  func refused() throws {
    var session = Self.session()
    defer { checkReplies(of: session) }
    let pressed = session.press([Self.late, .launch], title: "both")
    let press = try #require(pressed)
    try session.perform(.answerDialog(isAllowed: true))
    let ended = session.nextPressEnd()
    let end = try #require(ended)
    guard case .refused(.appAlreadyRunning) = end.reason else {
      Issue.record("\(end.reason)")
      return
    }
    #expect(session.presses[press].hasFailed)
    let launched = session.press([.launch], title: "launch")
    let second = try #require(launched)
    #expect(session.presses[second].hasFailed)
    let more = session.nextPressEnd()?.press
    #expect(more == nil)
  }

  @Test("ends are returned in the order in which the calls were made")
  func order() throws {
    var session = Self.session()
    defer { checkReplies(of: session) }
    let first = session.press([Self.late], title: "1")
    let second = session.press([Self.late], title: "2")
    try session.perform(.answerDialog(isAllowed: false))
    let firstEnd = session.nextPressEnd()?.press
    #expect(firstEnd == first)
    let secondEnd = session.nextPressEnd()?.press
    #expect(secondEnd == second)
    let more = session.nextPressEnd()?.press
    #expect(more == nil)
  }

  @Test("a new observer can continue with the phone, its presses and what they wait for")
  func continued() throws {
    var session = Self.session()
    let press = session.press([Self.late, Self.status], title: "both")
    let before = Self.callCount(session)
    var other = Session(continuing: session, observer: CountingObserver())
    defer { checkReplies(of: other) }
    #expect(other.observer.sequences.isEmpty)
    try other.perform(.answerDialog(isAllowed: true))
    let ended = other.nextPressEnd()?.press
    #expect(ended == press)
    #expect(Self.callCount(other) == before + 1)
    #expect(other.observer.sequences.first == session.device.os.trace.nextSequence)
  }
}
