import CivilTime
import DailyNotification
import DeviceModel
import History
import JSONText
import ProjectFiles
import Reports
import SimulationCore
import Testing

@testable import Console
@testable import Scenarios

/// Whoever is asked about a notification gives the same answer: the console's rows, timeline and
/// pages, `dnp why`, the run summary and the reports.
@Suite("One answer")
struct OneAnswerTests {
  @Test(
    "to what became of a notification, wherever it is asked", arguments: DevicePlatform.allCases)
  func histories(platform: DevicePlatform) throws {
    var (lost, shown) = (0, 0)
    for seed in 1...UInt64(SampleSize.of(200, long: 2_000)) {
      let story = try RandomStory(seed: seed, platform)
      let truth = ToldNotification.truth(of: story.model.run)
      lost += truth.count { $0.outcome == .notShown }
      shown += truth.count { $0.outcome == .shown }
      for reader in HistoryReader.allCases {
        let differences = reader.differences(from: truth, in: story.model)
        #expect(differences.isEmpty, "seed \(seed), \(reader): \(differences.prefix(3))")
      }
    }
    #expect(lost > 100 && shown > 100, "\(lost) lost, \(shown) shown")
  }

  @Test(
    "a reader with another occurrence, cause or content is noticed",
    arguments: HistoryReader.allCases)
  func planted(reader: HistoryReader) throws {
    let story = try RandomStory(seed: 3, .android)
    let truth = ToldNotification.truth(of: story.model.run)
    #expect(reader.differences(from: truth, in: story.model).isEmpty)
    for planted in PlantedReading.allCases where reader.tells(planted) {
      let wrong = planted.applied(to: truth)
      #expect(wrong != truth, "\(planted) changes nothing")
      #expect(
        !reader.differences(from: wrong, in: story.model).isEmpty, "\(reader) tells \(planted)")
    }
  }
}

/// A fault of a reader, made in the truth that it is compared with.
enum PlantedReading: CaseIterable {
  /// The outcomes belong to the occurrences after them.
  case anotherOccurrence
  /// The causes are those of other losses.
  case anotherCause
  /// What was shown had another content.
  case anotherContent

  func applied(to truth: [ToldNotification]) -> [ToldNotification] {
    var wrong = truth
    switch self {
    case .anotherOccurrence:
      for place in wrong.indices.dropLast() {
        (wrong[place].outcome, wrong[place].cause) = (
          truth[place + 1].outcome, truth[place + 1].cause
        )
      }
    case .anotherCause:
      for place in wrong.indices where wrong[place].cause != nil {
        wrong[place].cause = "an act that did not touch it"
      }
    case .anotherContent:
      for place in wrong.indices where wrong[place].content != nil {
        wrong[place].content = wrong[place].content == .default ? .fetched : .default
      }
    }
    return wrong
  }
}

/// What somebody says of a notification.
struct ToldNotification: Hashable {
  let id: String
  let kind: ScheduleKind
  let planned: Int64
  let day: String
  /// The planned time on the phone's clock, and its zone.
  let local: String
  let zone: String
  var outcome: OccurrenceResult.Outcome
  /// Why it was not shown, or with default text, in words.
  var cause: String?
  var content: OccurrenceHistory.Content?
  /// When it was shown, in milliseconds since the Unix epoch.
  let shown: [Int64]

  /// The verdict of `dnp why`.
  var verdict: StoryVerdict {
    switch outcome {
    case .shown, .twice: content == .default ? .defaultText : .shown
    case .notShown: .missing
    case .due, .ahead: .ahead
    case .skipped: .skipped
    case .withdrawn: .withdrawn
    }
  }

  /// What the history of a run says.
  static func truth(of run: InteractiveRun) -> [ToldNotification] {
    let platform = run.device.os.configuration.platform
    let history = run.history
    return history.occurrences().list.map { occurrence in
      let notification = occurrence.notification
      return ToldNotification(
        id: notification.id, kind: notification.kind, planned: notification.planned,
        day: notification.zone.date(at: notification.planned).text,
        local: String(
          notification.zone.wallTime(at: notification.planned).text.prefix(16)
        ).replacing("T", with: " "), zone: notification.zone.identifier,
        outcome: outcome(of: occurrence),
        cause: occurrence.cause?.words(on: platform)
          ?? history.missingContent(of: occurrence)?.cause.words,
        content: occurrence.content,
        shown: occurrence.showings.map(\.point.wallMilliseconds))
    }
  }

  private static func outcome(of occurrence: OccurrenceHistory) -> OccurrenceResult.Outcome {
    switch occurrence.outcome {
    case .shown: .shown
    case .twice: .twice
    case .notShown: .notShown
    case .due: .due
    case .ahead: .ahead
    case .skipped: .skipped
    case .withdrawn: .withdrawn
    }
  }
}

/// Random weeks of a phone, led by a console that looks at it after each act.
struct RandomStory {
  private(set) var model: Model

  private static let acts: [(verb: String, parameters: JSONObject)] = [
    ("launch", [:]), ("foreground", [:]), ("background", [:]), ("swipeAway", [:]),
    ("forceStop", [:]), ("systemTerminate", [:]), ("clearPending", [:]), ("powerOff", [:]),
    ("powerOn", [:]), ("unlock", [:]), ("reboot", [:]), ("setPermission", ["value": "denied"]),
    ("setPermission", ["value": "granted"]), ("setPermission", ["value": "granted"]),
    ("setExactAlarm", ["value": "denied"]), ("setExactAlarm", ["value": "granted"]),
    ("setChannel", ["channelId": "timesafari.daily", "importance": "none"]),
    ("setChannel", ["channelId": "timesafari.daily", "importance": "high"]),
    ("setDoze", ["value": "on"]), ("setDoze", ["value": "off"]),
    ("simulateTaskLaunch", [:]), ("setNetwork", ["value": "offline"]),
    ("setNetwork", ["value": "online"]), ("setZone", ["zone": "America/New_York"]),
    ("setZone", ["zone": "Asia/Tokyo"]), ("setZone", ["zone": "UTC"]),
    ("warpClock", ["by": 7_200_000]), ("warpClock", ["by": -7_200_000]),
  ]

  private static let calls: [(method: String, options: JSONObject)] = [
    ("scheduleDailyNotification", ["time": "05:53"]),
    ("scheduleDailyNotification", ["id": "b", "time": "18:10"]),
    ("scheduleDailyReminder", ["id": "r", "title": "T", "body": "B", "time": "12:00"]),
    ("cancelAllNotifications", [:]), ("updateSettings", ["time": "06:30"]),
    ("getNotificationStatus", [:]),
  ]

  init(seed: UInt64, _ platform: DevicePlatform) throws {
    var random = SeededGenerator(seed: seed, stream: "oneAnswer")
    var configuration = DeviceConfiguration(platform: platform)
    configuration.seed = seed
    model = ConsoleDriver(rows: 50, columns: 160, device: configuration).model
    for verb in ["setPermission", "setExactAlarm"] {
      try act(verb, ["value": "granted"])
    }
    for call in Self.calls.prefix(3) where random.below(3) != 0 { press(call) }
    for _ in 0..<12 {
      if random.below(4) == 0 {
        press(Self.calls[Int(random.below(UInt64(Self.calls.count)))])
      } else {
        let drawn = Self.acts[Int(random.below(UInt64(Self.acts.count)))]
        try act(drawn.verb, drawn.parameters)
      }
      let minutes = 1 + Int64(random.below(2_000))
      try model.run.advance(
        to: model.run.device.os.now.advanced(byMilliseconds: minutes * 60_000))
      model.absorb()
    }
  }

  private mutating func act(_ verb: String, _ parameters: JSONObject) throws {
    _ = model.run.press(
      try VerbTable.command(verb: verb, parameters: parameters), title: verb)
    model.absorb()
  }

  private mutating func press(_ call: (method: String, options: JSONObject)) {
    _ = model.run.press(
      .call(method: call.method, options: call.options), title: call.method)
    model.absorb()
  }
}
