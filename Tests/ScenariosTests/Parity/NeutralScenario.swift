import SimulationCore

/// Random scenarios that both systems can run; neither refuses anything in them.
struct NeutralScenario {
  /// Something that happens.
  private enum Act: CaseIterable {
    case pass, deny, grant, background, open, swipe, terminate, network, zone, warp, shift
    case reboot, lockedReboot, off, schedule, cancel, clear, fail, lock
  }

  private var draws: SeededGenerator
  private var steps: [String] = []
  private var areDenied = false

  private init(seed: UInt64) { draws = SeededGenerator(seed: seed, stream: "neutral") }

  /// The scenario of a seed, as YAML.
  static func text(seed: UInt64) -> String {
    var scenario = NeutralScenario(seed: seed)
    let head = scenario.head(seed)
    scenario.fill()
    return head + "steps:\n" + scenario.steps.map { "  - \($0)\n" }.joined()
  }

  private mutating func head(_ seed: UInt64) -> String {
    var head = "name: neutral \(seed)\nseed: \(seed)\n"
    if isOne(in: 3) {
      head += "zone: \(one(of: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]))\n"
      head += "start: \"\(one(of: ["2025-03-28T05:00:00Z", "2025-10-03T17:00:00Z"]))\"\n"
    }
    if isOne(in: 5) { head += "knobs: {triggerWhileOff: lost}\n" }
    return head
  }

  private mutating func fill() {
    add("device: {setPermission: granted}")
    add("device: {setExactAlarm: granted}", when: "platform: android")
    if !isOne(in: 5) { add("call: {configure: {apiServer: \"https://api.test.example\"}}") }
    schedule()
    if isOne(in: 2) { schedule() }
    for _ in 0..<(3 + draws.below(7)) { act(one(of: Act.allCases)) }
    add("advance: 1d")
    add("expect: {invariants: ok}")
  }

  private mutating func act(_ act: Act) {
    switch act {
    case .pass: add("advance: \(one(of: ["10m", "1h", "5h", "1d", "2d3h", "8d"]))")
    case .deny: setPermission(isDenied: true)
    case .grant: setPermission(isDenied: false)
    case .background: inBackground(nil)
    case .open: open()
    case .swipe: inBackground("swipeAway")
    case .terminate: inBackground("systemTerminate")
    case .network: add("device: {setNetwork: \(one(of: ["offline", "online"]))}")
    case .zone: add("device: {setZone: \(one(of: ["Europe/London", "Asia/Tokyo"]))}")
    case .warp: add("device: {warpClock: \(one(of: ["1h", "-1h", "25h", "-25h", "10m"]))}")
    case .shift: add("device: shiftDST")
    case .reboot: add("device: {reboot: {locked: false}}")
    case .lockedReboot:
      add("device: reboot")
      add("advance: \(one(of: ["10m", "9h"]))")
      add("device: unlock")
    case .off:
      add("device: powerOff")
      add("advance: \(one(of: ["10m", "9h", "2d"]))")
      add("device: {powerOn: {locked: false}}")
    case .schedule where areDenied: add("advance: 1h")
    case .schedule:
      open()
      schedule()
    case .cancel:
      open()
      add("call: cancelAllNotifications")
      // On iOS the next call waits for what is being removed.
      add("runUntilIdle")
    case .clear:
      for count in 1...3 { add("device: dismissDelivered", when: "status: {delivered: \(count)}") }
    case .fail: add("api: [{status: 500, times: 2}]")
    case .lock:
      add("device: lock")
      add("advance: 3h")
      add("device: unlock")
    }
  }

  private mutating func setPermission(isDenied: Bool) {
    areDenied = isDenied
    add("device: {setPermission: \(isDenied ? "denied" : "granted")}")
  }

  private mutating func schedule() {
    let (hour, minute) = (draws.below(24), draws.below(60))
    let time = (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    if isOne(in: 2) {
      add("call: {scheduleDailyNotification: {time: \"\(time)\"}}")
    } else {
      let id = "r\(draws.below(2))"
      add("call: {scheduleDailyReminder: {id: \(id), title: T, body: B, time: \"\(time)\"}}")
    }
  }

  private mutating func open() {
    for state in ["notRunning", "terminatedBySystem", "forceQuit"] {
      add("device: launch", when: "status: {process: \(state)}")
    }
    for state in ["background", "suspended"] {
      add("device: foreground", when: "status: {process: \(state)}")
    }
  }

  /// Sends the app to the background, and ends it there.
  private mutating func inBackground(_ end: String?) {
    add("device: background", when: "status: {process: foreground}")
    guard let end else { return }
    add("device: \(end)", when: "status: {process: background}")
    add("device: \(end)", when: "status: {process: suspended}")
  }

  private mutating func add(_ step: String, when condition: String? = nil) {
    steps.append(condition.map { "\(step)\n    when: {\($0)}" } ?? step)
  }

  private mutating func isOne(in count: UInt64) -> Bool { draws.below(count) == 0 }

  private mutating func one<Choice>(of choices: [Choice]) -> Choice {
    choices[Int(draws.below(UInt64(choices.count)))]
  }
}
