import JSONText
import Scenarios

extension ScenarioSchema {
  /// The definitions of steps, one for each kind among them.
  static let steps: [(String, Schema)] =
    [("steps", list), ("step", step), ("stepMapping", mapping)]
    + StepKind.allCases.map { ("step_\($0.rawValue)", step($0)) }
    + [("step_include", include), ("step_repeat", repetition)]

  private static let list = Schema.list(.ref("step"), from: 1).about("What happens, in order.")

  private static let step = Schema.words([
    StepKind.runToNextEvent.rawValue, StepKind.runUntilIdle.rawValue,
  ]).orTemplate.orObject(.ref("stepMapping")).about("One step: it does one thing.")

  /// The keys that can stand beside that which says what a step does.
  private static let besides: [(name: String, about: String)] =
    OutcomeKey.allCases.map { ($0.rawValue, $0.summary) } + [
      ("capture", "Parts of the call's value that later steps use as ${NAME}."),
      ("soft", "Whether the steps after it run even when it fails."),
      ("label", "The step's own name, in results and for `breaks`."),
      ("when", "The step runs only when all of this holds."),
      ("redact", "Whether results tell neither the step nor what it found."),
    ]

  private static let actions: [(name: String, about: String)] =
    StepKind.allCases.map { ($0.rawValue, $0.summary) } + [
      ("include", includeSummary), ("repeat", repeatSummary),
    ]
  private static let includeSummary = "Puts the steps of another file here."
  private static let repeatSummary = "Does some steps several times."

  private static let mapping: Schema = {
    let names = (actions + besides).map(\.name)
    let choices = actions.map { action in
      Schema.choice(if: .requires(action.name), then: .ref("step_\(action.name)"))
    }
    let other = Schema.choice(
      if: .not(.any(of: actions.map { .requires($0.name) })),
      then: Schema.keys(.words(names)).and(.not(.keys(.words(besides.map(\.name)))))
        .about("No key says what the step does."))
    let properties = (actions + besides).map { ($0.name, Schema.any.about($0.about)) }
    return Schema([
      "properties": Properties(properties).json, "allOf": .array((choices + [other]).map(\.json)),
    ]).about(
      "A step with its value: the key that says what it does decides which others it may have.")
  }()

  private static func step(_ kind: StepKind) -> Schema {
    let beside = besides.filter { kind.keysBeside.contains($0.name) }.map { key in
      (key.name + "?", value(beside: key.name).about(key.about))
    }
    let whole = Schema.object(
      Properties([(kind.rawValue, value(of: kind).about(kind.summary))] + beside))
    let outcomes = OutcomeKey.names.filter(kind.keysBeside.contains)
    guard outcomes.count > 1 else { return whole }
    // At most one of them, pair by pair, so that a finding names the two.
    var wrong: [Schema] = []
    for (place, second) in outcomes.enumerated() {
      wrong += outcomes[..<place].map { .requires($0, second) }
    }
    if kind == .device { wrong.append(answered) }
    return whole.and(.not(.any(of: wrong)))
  }

  /// A verb that makes no call with the outcome of one.
  private static let answered = Schema.any(
    of: OutcomeKey.names.filter { $0 != OutcomeKey.refused.rawValue }.map { .requires($0) }
  ).with([
    "properties": [
      "device": Schema.not(
        Schema.ref("template").orObject(.type("object").and(.requires("scheduleInMinutes")))
      ).json
    ]
  ]).about("A verb that makes no call can only be refused.")

  private static func value(beside key: String) -> Schema {
    switch key {
    case "rejects": .ref("rejects")
    case "refused": .ref("refusal")
    case "lost", "waits": Schema(["const": true]).orTemplate
    case "capture":
      .map(.string(matching: #"^\$"#).orTemplate).and(.keys(.ref("variableName")))
    case "soft", "redact": .ref("flag")
    case "label": .ref("text")
    case "when": .ref("condition")
    default: .any
    }
  }

  private static func value(of kind: StepKind) -> Schema {
    switch kind {
    case .press: .ref("button").orObject(.object(["button": .ref("button")]))
    case .call: .ref("call")
    case .answer: answer.orObject(.object(["dialog": answer]))
    case .advance:
      .ref("duration").orObject(
        .object([
          "by?": .ref("duration").about("How far."),
          "to?": .ref("instant").about("Up to this time of the phone's clock."),
        ]).with(["minProperties": 1, "maxProperties": 1]))
    case .runToNextEvent: .null
    case .runUntilIdle:
      .null.orObject(
        .object([
          "limit": .integer(1...1_000_000).orTemplate.about("How many events at most.")
        ]))
    case .device: .ref("device")
    case .api:
      .ref("statusCode").orList(.list(.ref("statusCode").orObject(.ref("answer")), 0...100))
        .orObject(.ref("answer"))
    case .expect: .ref("expect")
    case .expectNever: .ref("expectNever")
    case .checkpoint:
      .ref("text").orObject(.object(["ask": .ref("text").about("The question.")]))
    }
  }

  private static let answer = Schema.words(["allow", "deny"]).orTemplate

  // MARK: Items that become several steps

  private static let groupKeys: Properties = [
    "label?": .ref("text").about("Stands before the name of each of the steps."),
    "soft?": .ref("flag").about(
      "Whether what follows runs even when one of the steps fails."),
    "when?": .ref("condition").about("The steps run only when all of this holds."),
  ]

  private static let include = Schema.object(
    [
      "include": .ref("text").orObject(
        .object([
          "file": .ref("text").about("The file, as seen from this one's folder."),
          "with?": .ref("variables").about("Values for the file's variables."),
        ])
      ).about(includeSummary)
    ] + groupKeys)

  private static let repetition = Schema.object(
    [
      "repeat": .object([
        "times": .integer(1...10_000).orTemplate.about("How often."),
        "steps": .ref("steps").about("The steps; ${INDEX} counts from 1."),
      ]).about(repeatSummary)
    ] + groupKeys)
}

extension Schema {
  /// What each key of an object has to be.
  fileprivate static func keys(_ key: Schema) -> Schema { Schema(["propertyNames": key.json]) }
}
