import DailyNotification
import DeviceModel
import JSONText
import Scenarios

extension ScenarioSchema {
  /// The definitions of what can be expected.
  static let expectations: [(String, Schema)] =
    [
      ("expect", expect), ("expectNever", expectNever), ("status", status), ("store", store),
      ("pending", list(.pending)), ("delivered", list(.delivered)), ("tasks", list(.tasks)),
      ("number", own(count)), ("counter", own(.integer(0...2_147_483_647))),
      ("logLines", lines("logLine").about("One log line, or several.")),
      ("events", lines("event").about("One record, or several.")), ("metric", metric),
      ("event", event), ("kind", kind),
    ] + Expectation.PhoneList.allCases.map { ("\($0)Item", item(of: $0)) }

  private static let expect = expected(
    ExpectationKey.allCases,
    within: "How much of the phone's time it may take: checked after each event."
  ).about("What has to hold now; with `within`, before that time is over.")

  private static let expectNever = expected(
    ExpectationKey.allCases.filter(\.canBeNever), within: "For how much of the phone's time."
  ).about(
    "What must not hold now, and with `within` not in all that time; lines and records from "
      + "before do not count.")

  private static func expected(_ keys: [ExpectationKey], within: String) -> Schema {
    let parts = keys.map { ($0.rawValue + "?", value(of: $0).about($0.summary)) }
    return .object(Properties(parts + [("within?", .ref("duration").about(within))]))
      .with(["minProperties": 1])
      .and(.any(of: [.not(.requires("within")), Schema(["minProperties": 2])]))
  }

  private static func value(of key: ExpectationKey) -> Schema {
    switch key {
    case .status, .pending, .delivered, .tasks, .store, .metric:
      Schema.ref(key.rawValue).orBySystem
    case .log, .noLog: Schema.ref("logLines").orBySystem
    case .logExactly: .ref("logLine").orList(.list(Schema.ref("logLine").orBySystem))
    case .event, .noEvent: Schema.ref("events").orBySystem
    case .invariants: .words(["ok"]).orTemplate
    }
  }

  private static func lines(_ item: String) -> Schema {
    .ref(item).orList(.list(Schema.ref(item).orBySystem, from: 1))
  }

  private static let count = Schema.integer(0...1_000_000)

  /// A value, or one for each system, or a text with variables.
  private static func own(_ value: Schema) -> Schema {
    value.orObject(.ref("bySystem")).orTemplate
  }

  private static let status = Schema.object(
    Properties(
      PhoneStatus.Part.allCases.map { part in
        let value: Schema =
          switch part.values {
          case .words(let words): own(.words(words))
          case .flag: own(.boolean)
          case .count: .ref("number")
          }
        return (part.rawValue + "?", value.about(part.summary))
      })
  ).with(["minProperties": 1]).about(ExpectationKey.status.summary)

  private static let store = Schema.object(
    Properties(StoreKey.allCases.map { ($0.rawValue + "?", value(of: $0).about($0.summary)) })
  ).with(["minProperties": 1]).about(ExpectationKey.store.summary)

  private static func value(of key: StoreKey) -> Schema {
    switch key {
    case .values:
      .object(
        Properties(
          StorageKey.allCases.map { ($0.name + "?", .any.about($0.summary.sentence)) }))
    case .schedules: list(.schedules)
    case .contents: list(.contents)
    case .history: list(.history)
    case .isFull, .failingWrites, .writesBeforeFailing, .isReadable: .any
    }
  }

  /// A number of items, the items in order, or some of them.
  private static func list(_ list: Expectation.PhoneList) -> Schema {
    let isShown = list.about != nil
    let item = Schema.ref("\(list)Item")
    let whole = count.orTemplate.orList(.list(item)).orObject(
      .object([
        "count?": (isShown ? .ref("number") : count.orTemplate).about(
          "How many there are in all."),
        "includes?": .list(item).about("Items that have to be there, in any order."),
      ]).with(["minProperties": 1]))
    return list.about.map(whole.about) ?? whole
  }

  private static func item(of list: Expectation.PhoneList) -> Schema {
    let parts = list.keys.map { key in
      (
        key + "?",
        value(of: key, in: list).about(ScenarioWords.parts["\(list).\(key)"] ?? "")
      )
    }
    let item = Schema.ref("text").orObject(
      .object(Properties(parts)).about(
        "Some of an item's parts; what is left out may be anything."))
    return list.about == nil ? item : item.orBySystem
  }

  private static func value(of part: String, in list: Expectation.PhoneList) -> Schema {
    switch part {
    case "source" where list != .contents: own(.words(ContentSource.self))
    case "purpose": own(.words(RequestPurpose.self))
    case "at", "earliestBeginDate": Schema.ref("instants").orBySystem
    case "planned": .ref("instants")
    case "isReady": own(.boolean)
    case "presentation": presentation
    default: .any
    }
  }

  private static let presentation = Schema.object([
    "banner?": own(.boolean).about("Whether it drops down over what is on the screen."),
    "list?": own(.boolean).about("Whether Notification Center, or the shade, keeps it."),
    "lockScreen?": own(.boolean).about("Whether a locked phone shows it."),
    "sound?": own(.boolean).about("Whether it plays a sound."),
    "vibration?": own(.boolean).about("Whether the phone vibrates."),
    "badge?": Schema.any.about("The number that it puts on the app's icon, or null."),
    "interruption?": own(.words(InterruptionLevel.self)).about("How urgent it is."),
    "decidedBy?": own(.words(Presentation.Decider.self)).about("Who had the last word."),
  ])

  private static let metric = Schema.object(
    Properties(
      TelemetrySeries.all.flatMap { series in
        let value = Schema.ref("counter").about(series.metric.help)
        let names =
          series.plainName == series.name ? [series.name] : [series.plainName, series.name]
        return names.map { ($0 + "?", value) }
      })
  ).about("Counters of the plugin, each with its value.")

  private static let event: Schema = {
    let kinds = RecordKind.allCases.map { kind in
      (
        "\(kind.name)?",
        Schema.type("object").orNull.about(
          "\(kind.row.summary) Its fields, as far as they matter.")
      )
    }
    let times = Schema.integer(0...20_000).orTemplate.about(
      "How many such records there are in all.")
    let mapping = Schema.object(Properties(kinds + [("times?", times)]))
      .with(["minProperties": 1, "maxProperties": 2])
      .and(
        .any(of: [
          .requires("times").with(["minProperties": 2]),
          .not(.requires("times")).with(["maxProperties": 1]),
        ]))
    return Schema.ref("kind").orObject(mapping).about(
      "A record: its kind, or {kind: {field: value}}.")
  }()

  private static let kind = Schema.explained(
    RecordKind.allCases.map { (String(describing: $0.name), $0.row.summary) }
  ).orTemplate.about("A kind of record.")
}

extension Expectation.PhoneList {
  /// What it lists, where it is a definition of its own.
  fileprivate var about: String? {
    switch self {
    case .pending: "Pending requests."
    case .delivered: "What Notification Center shows."
    case .tasks: "Pending background tasks."
    case .schedules, .contents, .history: nil
    }
  }
}

extension String {
  /// The words as a sentence.
  var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
