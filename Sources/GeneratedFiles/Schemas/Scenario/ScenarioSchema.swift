import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import Scenarios

/// A scenario file.
enum ScenarioSchema {
  static let file = SchemaFile(
    "scenario", "Scenario",
    "A scenario file: a phone to start from, steps, and how each can be shown to fail.",
    .object(Properties(HeaderKey.allCases.map(header))),
    definitions: steps + expectations + commands + [
      ("condition", condition), ("variant", .words(DeviceVariant.self).orTemplate),
      ("knobs", knobs), ("variables", variables), ("variableName", variableName),
      ("break", change), ("stepName", stepName), ("zone", zone), ("instant", instant),
      ("instants", instants), ("duration", duration), ("logLine", logLine),
      ("bySystem", bySystem), ("text", text), ("template", template), ("tag", tag),
      ("flag", Schema.boolean.orTemplate),
    ])

  /// A file of steps that scenarios include.
  static let part = SchemaFile(
    "scenario-part", "Part of a scenario",
    "A file of steps that scenarios include; its name begins with an underscore.",
    .object([
      "name?": .any.about("What it is called."), "description?": .any.about("What it does."),
      "vars?": .ref("scenario", "variables").about("Its variables with their defaults."),
      "steps": .ref("scenario", "steps").about("What happens, in order."),
    ]))

  private static func header(_ key: HeaderKey) -> (String, Schema) {
    let isOptional =
      switch key {
      case .name, .steps: false
      case .description, .tags, .when, .vars, .data, .redact, .retry, .seed, .platform, .platforms,
        .variant, .osVersion, .targetSdk, .start, .zone, .profile, .knobs, .infoPlist, .manifest,
        .launch,
        .allowViolations, .setup, .teardown, .breaks:
        true
      }
    return (key.rawValue + (isOptional ? "?" : ""), value(of: key).about(key.summary))
  }

  private static func value(of key: HeaderKey) -> Schema {
    switch key {
    case .name, .description, .osVersion: .ref("text")
    case .tags: .ref("tag").orList(.list(.ref("tag")))
    case .when: .ref("condition")
    case .vars: .ref("variables")
    case .data:
      .list(
        .open(["label?": .ref("text").about("What tells the row from the others.")]).with([
          "propertyNames": Schema.ref("variableName").json,
          "additionalProperties": Schema.type("string", "number", "boolean").orNull.json,
        ]), from: 1)
    case .redact: .filled.orList(.list(.filled))
    case .retry: .integer(0...3).orTemplate
    case .seed:
      .type("integer", "string").with([
        "maximum": .number(Double(UInt64.max)), "minimum": 0, "pattern": "^[0-9]+$",
      ]).orTemplate
    case .platform: .words(DevicePlatform.self).orTemplate
    case .platforms:
      .list(.words(DevicePlatform.self).orTemplate, from: 1).with(["uniqueItems": true])
    case .variant: .ref("variant")
    case .targetSdk: .integer(33...36).orTemplate
    case .start: .ref("instant")
    case .zone: .ref("zone")
    case .profile: .any(of: [.words(CompatibilityProfile.self), .ref("template")])
    case .knobs: .ref("knobs")
    case .infoPlist:
      .object([
        "permittedIdentifiers?": .list(.ref("text")).about("The tasks that the app may submit."),
        "backgroundModes?": .list(
          .any(of: [.words(["fetch", "processing", "remote-notification"]), .ref("text")])
        ).about("The background modes: fetch, processing, remote-notification."),
      ])
    case .manifest:
      .object([
        "with?": .list(.ref("text")).about("The ends of the names of more permissions."),
        "without?": .list(.ref("text")).about(
          "The ends of the names of permissions, receivers or actions."),
      ])
    case .launch: .ref("flag")
    case .allowViolations: .list(.integer(1...99).orTemplate)
    case .setup, .steps, .teardown: .ref("steps")
    case .breaks: .list(.ref("break"))
    }
  }

  private static let condition = Schema.object([
    "platform?": .words(DevicePlatform.self).orTemplate.about("The phone's platform."),
    "variant?": .ref("variant").about("The phone's variant."),
    "osVersion?": .ref("text").about("The system's version."),
    "equal?": .list(.ref("text"), 2...2).about("Two texts that are the same."),
    "status?": .ref("status").about(ExpectationKey.status.summary),
  ]).with(["minProperties": 1]).about("When something runs at all.")

  private static let knobs = Schema.object(
    Properties(
      Knobs.table.map { knob in
        let about = ScenarioWords.knobs[knob.name] ?? ""
        return (
          knob.name + "?",
          value(of: knob).about("\(about) \(knob.values[0]) unless given.")
        )
      })
  ).about(HeaderKey.knobs.summary)

  /// What a knob takes.
  private static func value(of knob: Knobs.Row) -> Schema {
    let word = Schema.words(Array(knob.values.dropLast()))
    switch knob.form {
    case .word: return Schema.words(knob.values).orTemplate
    case .duration: return .any(of: [word, .ref("duration")])
    case .object(let keys):
      return .any(of: [
        word, .ref("text"),
        .object(
          Properties(
            keys.map { key in
              ("\(key)?", Schema.any.about(ScenarioWords.knobFields[key] ?? ""))
            })),
      ])
    }
  }

  private static let change = Schema.object([
    "remove?": .ref("stepName").about("Leaves a step out."),
    "replace?": .ref("stepName").about("Puts another step in place of this one."),
    "with?": .ref("step").and(
      .not(.type("object").and(.any(of: [.requires("include"), .requires("repeat")])))
    ).about("The step to put there."),
    "knob?": .ref("knobs").with(["minProperties": 1, "maxProperties": 1]).about("Turns one knob."),
    "variant?": .words(DeviceVariant.self).about("Takes the other kind of phone."),
    "platform?": .words(DevicePlatform.self).about(
      "The phone's system that is meant; every one unless given."),
    "row?": .integer(1...1000).about(
      "The row of data that is meant, from 1; the first unless given."),
    "fails": .ref("text").about("A text that the failure must contain."),
  ]).and(
    .one(of: [
      .requires("remove"), .requires("replace", "with"), .requires("knob"), .requires("variant"),
    ])
  ).about("A change that must turn the scenario red.")

  // MARK: Values

  private static let stepName = Schema.any(of: [
    .integer(1...Int64(Scenario.stepsMax) + 1), .filled,
  ]).about("A step: its number among `steps`, from 1, or its label.")

  private static let variables = Schema.map(.type("string", "number", "boolean").orNull).with([
    "propertyNames": Schema.ref("variableName").json
  ]).about("Variables with their values.")

  private static let variableName = Schema.string.with([
    "not": Schema.word("INDEX").json, "maxLength": 64, "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
  ]).about("Letters, digits and _, no digit first; INDEX is taken.")

  private static let zone = Schema.string.with([
    "pattern": "^[A-Za-z][A-Za-z0-9_+/-]*$", "maxLength": 64,
  ]).and(
    .any(of: [
      .words([
        "UTC", "Europe/London", "Europe/Berlin", "America/New_York", "America/Los_Angeles",
        "Asia/Kolkata", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Auckland",
      ]), .any,
    ])
  ).orTemplate.about("An IANA time zone.")

  private static let instant = Schema.string(
    matching: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}"
      + #"(:[0-9]{2}(\.[0-9]{3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$"#
  ).orTemplate.about("An ISO 8601 time with its zone: 2025-11-15T05:53:00Z.")

  private static let instants: Schema = {
    let instant = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2})"
    return .any(of: [.ref("instant"), .string(matching: "^\(instant)/\(instant)$")])
      .about("A time, or every time from one to another: FROM/TO.")
  }()

  private static let duration = Schema.duration(0...315_360_000_000).orTemplate.about(
    "Milliseconds, or units from large to small: 2d, 1h30m, 90s, 250ms.")

  private static let logLine = Schema.string(matching: #"^\[DNP-[A-Z]+\] "#).orTemplate.about(
    "A whole log line, in quotes.")

  private static let bySystem = Schema.object([
    "ios?": .any.about("On an iPhone."), "android?": .any.about("On an Android phone."),
  ]).with(["minProperties": 1]).about(
    "What is expected on each system; what names only the other one is left out.")

  private static let text = Schema.type("string", "number", "boolean").with(["minLength": 1])

  private static let template = Schema.string(matching: #"\$\{"#).about(
    "A text with variables: ${NAME}, ${NAME:-default}.")

  private static let tag = Schema.type("string", "number", "boolean").with([
    "not": Schema.words(["and", "or", "not"]).json,
    "pattern": #"^[^\x00-\x2c/\x3a-\x40\x5b-\x5e\x60\x7b-\x7f]+$"#,
  ]).orTemplate.about("A word of letters, digits, - _ and .")
}

extension Schema {
  /// The same, or a text with variables.
  var orTemplate: Schema { .choice(if: .ref("template"), else: self) }

  /// The same, or what an object has to be.
  func orObject(_ object: Schema) -> Schema {
    .choice(if: .type("object"), then: object, else: self)
  }

  /// The same, or what a list has to be.
  func orList(_ list: Schema) -> Schema { .choice(if: .type("array"), then: list, else: self) }

  /// The same for all systems, or for each its own.
  var orBySystem: Schema { .choice(if: .ref("bySystem"), else: self) }

  /// One of some words, each with what it means; editors show that.
  static func explained(_ words: [(word: String, about: String)]) -> Schema {
    .words(words.map(\.word)).and(
      .any(of: words.map { Schema.word($0.word).about($0.about) } + [.any]))
  }

  /// Milliseconds, or a string with units; with a sign where it may be negative.
  static func duration(_ range: ClosedRange<Int64>) -> Schema {
    let isSigned = range.lowerBound < 0
    return .type("integer", "string").with([
      "maximum": .integer(range.upperBound), "minimum": .integer(range.lowerBound),
      "pattern": .string(
        "^" + (isSigned ? "-?" : "")
          + "([0-9]+|([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?)$"),
      "minLength": isSigned ? 2 : 1,
    ])
  }
}
