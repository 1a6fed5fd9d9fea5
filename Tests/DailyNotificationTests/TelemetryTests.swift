import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("The counters")
struct TelemetryTests {
  /// What moves a counter, and by how much.
  struct Move: Sendable, CustomTestStringConvertible {
    let name: String
    let value: Int
    let scenario: @Sendable (Phone) throws -> Void

    var testDescription: String { name }

    init(_ name: String, _ value: Int, _ scenario: @escaping @Sendable (Phone) throws -> Void) {
      self.name = name
      self.value = value
      self.scenario = scenario
    }

    static let all = prefetches + failures + notifications + recoveries + drifts

    static let prefetches = [
      Move("dnp_prefetch_scheduled_total", 1) { try $0.schedule() },
      Move("dnp_prefetch_success_total", 1) { phone in
        try phone.schedule()
        try phone.perform(.background)
        try phone.advance(to: "2025-11-15T05:49:00Z")
      },
      Move("dnp_prefetch_missed_total", 1) { phone in
        try phone.schedule(["time": "12:00"])
        try phone.perform(.setLowPowerMode(isOn: true))
        try phone.perform(.background)
        try phone.advance(to: "2025-11-15T12:30:00Z")
        try phone.reopen()
      },
    ]

    static let failures = FailureReason.allCases.map { reason in
      Move("dnp_prefetch_failure_total{reason=\"\(reason.rawValue)\"}", 1) { phone in
        try phone.value("configure", ["apiServer": "https://api.example"])
        try phone.schedule()
        try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
        switch reason {
        case .authentication: try phone.answerFetch(401)
        case .rateLimit: try phone.answerFetch(429)
        case .server: try phone.answerFetch(500)
        case .network: try phone.answerFetch(.unreachable)
        case .timeout: try phone.answerFetch(.timedOut)
        case .payload: try phone.answerFetch(200, "{}")
        case .storage:
          try phone.perform(.fillDisk(isOn: true))
          try phone.answerFetch(200, Phone.payload("T", for: "2025-11-15T05:53:00Z"))
        case .expired:
          try phone.perform(.simulateTaskExpiration(identifier: TaskIdentifier.fetch))
        }
      }
    }

    static let notifications = [
      Move("dnp_notifications_scheduled_total", 56) { try $0.schedule() },
      Move("dnp_notifications_delivered_total{source=\"cache\"}", 1) { try shown($0) },
      Move("dnp_cache_hits_total", 1) { try shown($0) },
      Move("dnp_notifications_delivered_total{source=\"default\"}", 1) { phone in
        try phone.perform(.setLowPowerMode(isOn: true))
        try shown(phone)
      },
      Move("dnp_notifications_delivered_total{source=\"live\"}", 1) { phone in
        try phone.advance(to: "2025-11-15T05:50:00Z")
        try phone.schedule()
        try phone.reopen()
        try phone.advance(to: "2025-11-15T05:54:00Z")
      },
      Move("dnp_notifications_missed_total{certainty=\"certain\"}", 2) { phone in
        try phone.schedule()
        try phone.perform(.setPermission(.denied))
        try phone.reopen()
        try phone.perform(.setLowPowerMode(isOn: true))
        try phone.advance(to: "2025-11-16T05:54:00Z")
        try phone.reopen()
      },
      Move("dnp_notifications_missed_total{certainty=\"unknown\"}", 1) { phone in
        try phone.schedule()
        try phone.perform(.setLowPowerMode(isOn: true))
        try phone.perform(.background)
        try phone.perform(.clearPending)
        try phone.advance(to: "2025-11-15T05:54:00Z")
        try phone.reopen()
      },
      Move("dnp_cache_stale_total", 1) { phone in
        try phone.value("configure", ["ttlSeconds": 300])
        try phone.schedule()
        try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
        try phone.settle()
      },
    ]

    static let recoveries = RecoveryScenario.allCases.map { scenario in
      Move(
        "dnp_recoveries_total{scenario=\"\(scenario.rawValue)\"}", scenario == .none ? 2 : 1
      ) { phone in
        if scenario == .boot {
          try phone.schedule()
          phone.device.os.setValue(.integer(.max), for: .lastUptime)
          return try phone.reopen()
        }
        try open(scenario, phone)
      }
    }

    static let drifts =
      (Telemetry.driftLimits.map(String.init) + ["+Inf"]).map { limit in
        Move("dnp_notification_drift_seconds_bucket{le=\"\(limit)\"}", 1) { try shown($0) }
      } + [
        Move("dnp_notification_drift_seconds_count", 1) { try shown($0) },
        Move("dnp_notification_drift_seconds_sum", 30) { phone in
          try phone.schedule()
          try phone.perform(.background)
          try phone.advance(to: "2025-11-15T05:52:59Z")
          let request = try phone.pending("daily_daily")
          try phone.advance(to: "2025-11-15T05:53:30Z")
          _ = phone.device.os.center.dismissAll()
          phone.device.os.center.deliver(request, at: phone.device.os.wallMilliseconds)
          try phone.reopen()
        },
        Move("dnp_prefetch_scheduled_for_mismatch_total", 1) { phone in
          try phone.value("configure", ["apiServer": "https://api.example"])
          try phone.schedule()
          try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
          try phone.answerFetch(Phone.content("T", for: "2025-11-17T05:53:00Z"))
        },
        Move("dnp_etag_not_modified_total", 1) { phone in
          try phone.value("configure", ["apiServer": "https://api.example"])
          try phone.schedule()
          for status in [200, 304] {
            try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
            let content = FixedContent.bytes(for: try phone.fetchedOccurrence)
            try phone.answerFetch(
              status, status == 200 ? String(decoding: content, as: UTF8.self) : "", etag: "\"1\"")
            try phone.value("scheduleDailyNotification", ["time": "05:53"])
          }
        },
      ]

    private static func open(_ scenario: RecoveryScenario, _ phone: Phone) throws {
      if scenario == .none { return try phone.reopen() }
      try phone.schedule()
      switch scenario {
      case .termination: try phone.perform(.clearPending)
      case .coldStart:
        try phone.perform(.background)
        try phone.advance(to: "2025-11-15T05:54:00Z")
      default: break
      }
      try phone.reopen()
    }

    private static func shown(_ phone: Phone) throws {
      try phone.schedule()
      try phone.perform(.background)
      try phone.advance(to: "2025-11-15T05:54:00Z")
      try phone.reopen()
    }
  }

  @Test("move when what they count happens", arguments: Move.all)
  func moves(move: Move) throws {
    let phone = try Phone()
    let first = move.name == "dnp_recoveries_total{scenario=\"none\"}" ? 1 : 0
    #expect(try phone.counter(move.name) == first)
    try move.scenario(phone)
    #expect(try phone.counter(move.name) == move.value)
  }

  @Test("each have a scenario that moves them")
  func complete() {
    let names = Telemetry().samples.map(\.name)
    #expect(names.sorted() == Move.all.map(\.name).sorted())
    #expect(Set(names).count == names.count)
  }

  @Test("survive the process")
  func survive() throws {
    let phone = try Phone()
    try phone.schedule()
    let before = phone.device.os.telemetry
    try phone.perform(.swipeAway)
    #expect(phone.device.os.telemetry == before)
    #expect(before != Telemetry())
    try phone.perform(.launch)
    #expect(phone.device.os.telemetry.prefetchScheduled == before.prefetchScheduled)
  }
}
