import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import Scenarios
import Session
import SimulationCore

/// Does to a simulated phone what was observed, and writes down what it did.
struct PhoneReplay {
  private let observed: ObservedRun
  private var phone: InteractiveRun
  private var additions: [ScenarioRecorder.Addition] = []
  private var reported: Set<Observation.Report> = []
  /// What was said of the last step.
  private var noted: Observation.Place?
  /// What the phone did not let be done.
  private var remarks: [String] = []

  /// How long after a line of a report the simulated plugin may take for its own.
  private static let reportMilliseconds: Int64 = 2_000
  /// How long a plugin may take until it has reported what happened.
  private static let graceMilliseconds: Int64 = 900_000

  init(_ observed: ObservedRun, name: String, _ keychain: Keychain) {
    self.observed = observed
    var configuration = observed.configuration
    configuration.keychain = keychain
    phone = InteractiveRun(name: name, configuration: configuration)
  }

  private var os: OperatingSystem { phone.device.os }

  /// Does all of it, in order.
  mutating func perform() {
    if observed.platform == .android {
      press(
        .setExactAlarm(isGranted: true),
        Observation.Place(number: 0, remark: "exact alarms are assumed to be allowed"))
    }
    for (index, stretch) in observed.stretches.enumerated() {
      if index > 0 { warp(to: stretch.start) }
      for observation in stretch.sorted { perform(observation) }
    }
    pass(to: observed.end)
    expectSilence()
  }

  /// The scenario, with what is assumed in it.
  func recording(name: String, remarks: [String]) -> ScenarioRecorder.Recording {
    ScenarioRecorder.recording(
      phone.journal, name: name,
      description: "What \(name) tells of a phone, repeated on a simulated one.",
      additions: additions, remarks: remarks + self.remarks)
  }

  // MARK: Time

  private mutating func pass(to wall: Int64) {
    let instant = os.instant(ofWall: wall)
    guard instant > os.now else { return }
    _ = phone.pass(to: instant)
  }

  /// The phone's clock was set back, or a part of the log is older.
  private mutating func warp(to wall: Int64) {
    let milliseconds = wall - os.wallMilliseconds
    guard milliseconds != 0 else { return }
    press(
      .warpClock(milliseconds: milliseconds),
      Observation.Place(number: 0, remark: "the lines from here on are of an earlier time"))
  }

  // MARK: Deeds

  private mutating func perform(_ observation: Observation) {
    let place = Observation.Place(number: observation.number, remark: observation.remark)
    if case .report(let report) = observation.deed {
      return expect(report, at: observation.at, place)
    }
    pass(to: observation.at)
    switch observation.deed {
    case .opened: open(place)
    case .left: if os.process.state.isOnScreen { press(.background, place) }
    case .ended:
      guard os.process.state.isAlive else { return }
      if os.process.state.isOnScreen { press(.background, place) }
      press(.systemTerminate, place)
    case .off: if os.power.isPoweredOn { press(.powerOff, place) }
    case .started: start(place)
    case .answered(let isAllowed):
      call("requestNotificationPermissions", [:], place)
      press(.answerDialog(isAllowed: isAllowed), place)
    case .call(let method, let options): call(method, options, place)
    case .command(let command): press(command, place)
    case .lost(let id, let planned): lose(id, planned, place)
    case .report: break
    }
  }

  /// Takes away what is pending for a time, if it is.
  private mutating func lose(_ id: String, _ planned: Int64, _ place: Observation.Place) {
    let identifiers = os.pending.filter { item in
      item.content.info.plannedTime == planned && item.content.info.scheduleID == id
    }.map(\.identifier)
    guard !identifiers.isEmpty else { return }
    guard os.process.state.canRunCode else {
      // An iPhone has two months of requests, all of which would go.
      if observed.platform == .android { press(.clearPending, place) }
      return
    }
    press(
      .otherCode(
        observed.platform == .android ? .cancelAlarms(identifiers) : .removeRequests(identifiers)),
      place)
  }

  private mutating func open(_ place: Observation.Place) {
    if !os.power.isPoweredOn { start(place) }
    guard !os.process.state.isOnScreen else { return }
    press(os.process.state.isAlive ? .foreground : .launch, place)
  }

  private mutating func start(_ place: Observation.Place) {
    press(os.power.isPoweredOn ? .reboot(isLocked: false) : .powerOn(isLocked: false), place)
  }

  private mutating func call(_ method: String, _ options: JSONObject, _ place: Observation.Place) {
    if !os.process.state.canRunCode { open(place) }
    press(.call(method: method, options: options), place)
  }

  /// Does something; what the phone refuses is left out, and said.
  private mutating func press(_ command: Command, _ place: Observation.Place) {
    var tried = phone
    let title = command.verb == "call" ? command.argument ?? "" : command.verb
    guard let press = tried.press(command, title: title) else { return }
    if case .refused(let refusal) = press.outcome {
      remarks.append("line \(place.number): \(title) was left out, which is \(refusal.name) here")
      return
    }
    if place.number > 0 || place.remark != nil { note(place) }
    phone = tried
  }

  /// Says where the next step is from, once.
  private mutating func note(_ place: Observation.Place) {
    guard place != noted else { return }
    noted = place
    add([.comment(place.words)])
  }

  private mutating func add(_ parts: [ScenarioRecorder.Addition.Part]) {
    additions.append(
      ScenarioRecorder.Addition(pressCount: phone.presses.count, instant: os.now, parts: parts))
  }

  // MARK: Expectations

  private mutating func expect(
    _ report: Observation.Report, at time: Int64, _ place: Observation.Place
  ) {
    reported.insert(report)
    pass(to: time + PhoneReplay.reportMilliseconds)
    add([.expectation(label: "line \(place.number)", json: ["event": PhoneReplay.event(report)])])
  }

  /// The plugin's report as an expected record.
  private static func event(_ report: Observation.Report) -> JSONValue {
    var fields: JSONObject = [
      "name": report.isDelivery ? "notificationDelivered" : "notificationMissed",
      "id": .string(report.id),
    ]
    if let planned = report.planned { fields["plannedTime"] = .string(ISO8601.text(planned)) }
    return ["hostEvent": .object(fields)]
  }

  /// What the simulated plugin reports and the log does not, though it goes on, is not expected.
  private mutating func expectSilence() {
    var unknown: [(report: Observation.Report, time: SimulationInstant)] = []
    let known = reported
    // There an alarm runs the plugin; an iPhone shows what is pending without it.
    let end = observed.platform == .android ? observed.end : observed.lastLine
    os.trace.forEach(from: 0) { record in
      guard case .plugin(.hostEvent(.notificationDelivered(let delivered))) = record.payload,
        record.wallMilliseconds + PhoneReplay.graceMilliseconds < end
      else { return }
      let (id, planned) = (delivered.id, delivered.plannedTime)
      let report = Observation.Report(isDelivery: true, id: id, planned: planned)
      let others = [
        Observation.Report(isDelivery: true, id: id, planned: nil),
        Observation.Report(isDelivery: false, id: id, planned: planned),
      ]
      guard known.isDisjoint(with: others + [report]) else { return }
      unknown.append((report, record.instant))
    }
    for (report, time) in unknown { expectNone(of: report, after: time) }
  }

  /// Expects that there was no report, at the time at which a phone would have written its line.
  private mutating func expectNone(of report: Observation.Report, after time: SimulationInstant) {
    let instant = min(time.advanced(byMilliseconds: PhoneReplay.graceMilliseconds), os.now)
    let addition = ScenarioRecorder.Addition(
      pressCount: phone.presses.count { $0.instant <= instant }, instant: instant,
      parts: [
        .expectation(label: "no line tells of it", json: ["noEvent": PhoneReplay.event(report)])
      ])
    let place = additions.firstIndex { $0.comes(after: addition) }
    additions.insert(addition, at: place ?? additions.endIndex)
  }
}

extension Observation {
  /// Where something is from.
  struct Place: Hashable, Sendable {
    /// The line; 0 where no line tells it.
    let number: Int
    let remark: String?

    /// `line 7: the app was force-stopped`.
    var words: String {
      let line = number > 0 ? "line \(number)" : ""
      return [line, remark ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    }
  }
}
