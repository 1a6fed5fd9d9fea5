import DailyNotification
import DeviceModel
import JSONText
import Scenarios

extension ScenarioSchema {
  /// The definitions of what is done to the phone, and of how that ends.
  static let commands: [(String, Schema)] = [
    ("rejects", rejects), ("refusal", refusal), ("button", button), ("call", call),
    ("method", Schema.words(PluginMethod.self).orTemplate.about("A method of the plugin.")),
    ("device", device), ("nothing", .null.orObject(.object([:]))),
    ("name", Schema.string(1...256).orTemplate),
    ("statusCode", Schema.integer(100...599).orTemplate.about("The status of an answer.")),
    ("liveAnswer", liveAnswer), ("answer", answer),
  ]

  private static let rejects: Schema = {
    let word = Schema.explained(
      Rejection.Kind.allCases.map { ($0.rawValue, $0.summary.sentence) }
    ).orTemplate
    return word.orObject(
      .open([
        "error?": word.about("The word."), "message?": .any.about("The whole message."),
        "code?": .any.about("The word in capitals."),
        "action?": .any.about("What the app can offer the person."),
        "data?": .any.about("Details, such as the option's key."),
      ]))
  }()

  private static let refusal = Schema.explained(
    CommandRefusal.names.map { ($0, ScenarioWords.refusals[$0] ?? "") }
  ).orTemplate.about("Why the phone refuses something.")

  private static let button = Schema.explained(
    ControlTable.rows.flatMap { control -> [(word: String, about: String)] in
      guard let act = control.act else { return [] }
      let about = "\(control.group.rawValue): \(act)"
      let labels =
        control.title == control.label ? [control.label] : [control.label, control.title]
      return labels.map { ($0, about) }
    }
  ).orTemplate.about("A button's label.")

  // MARK: Calls

  private static let call: Schema = {
    let methods = PluginMethod.allCases
    let short = Schema.object(
      Properties(
        methods.map { method in
          (method.rawValue + "?", options(method.options).orNull.about(method.summary))
        }))
    let long = Schema.object([
      "method": .ref("method"), "options?": Schema.type("object").orNull.about("The options."),
    ])
    return Schema.explained(methods.map { ($0.rawValue, $0.summary) }).orTemplate.orObject(
      .choice(
        if: .requires("method"), then: long.about("The long form."),
        else: short.with(["minProperties": 1, "maxProperties": 1])
          .about("A method with its options.")))
  }()

  /// Options as an editor shows them; the plugin judges their values.
  private static func options(_ options: [CallOption]) -> Schema { .open(properties(options)) }

  private static func properties(_ options: [CallOption]) -> Properties {
    Properties(
      options.map { option in
        let value: Schema =
          switch option.kind {
          case .choice(let words): .any(of: [.words(words), .any])
          case .object(let parts): Schema(["properties": properties(parts).json])
          case .text, .flag, .integer, .server, .wallTime, .date, .zone, .cron, .did,
            .identifier, .texts:
            .any
          }
        return (option.name + "?", value.about(option.summary))
      })
  }

  // MARK: Verbs

  private static let device: Schema = {
    let rows = VerbTable.rows
    let alone = rows.filter { row in
      !row.takesOne && !row.needsSetting && row.parameters.allSatisfy(\.isOptional)
    }
    let verbs = rows.map { row in (row.name + "?", verb(row).about(row.summary.sentence)) }
    return Schema.explained(alone.map { ($0.name, $0.summary.sentence) }).orTemplate.orObject(
      .object(Properties(verbs)).with(["minProperties": 1, "maxProperties": 1])
        .about("A verb with its parameters."))
  }()

  private static func verb(_ row: VerbTable.Row) -> Schema {
    guard let first = row.parameters.first else { return .ref("nothing") }
    let object = fields(row.parameters, of: row.name)
    if row.takesOne { return object.with(["minProperties": 1, "maxProperties": 1]) }
    if row.needsSetting {
      let required = row.parameters.count { !$0.isOptional }
      return object.with(["minProperties": .integer(Int64(required + 1))])
    }
    // A value without a key is the first one's; the others must not be needed then.
    if row.parameters.dropFirst().contains(where: { !$0.isOptional }) { return object }
    return value(first, of: row.name, isOptional: first.isOptional).orObject(object)
  }

  private static func fields(_ parameters: [VerbTable.Parameter], of verb: String) -> Schema {
    .object(
      Properties(
        parameters.map { parameter in
          let value = value(parameter, of: verb, isOptional: parameter.isOptional)
          let about = ScenarioWords.parameters["\(verb).\(parameter.key)"]
          return (
            parameter.key + (parameter.isOptional ? "?" : ""), about.map(value.about) ?? value
          )
        }))
  }

  private static func value(
    _ parameter: VerbTable.Parameter, of verb: String, isOptional: Bool
  ) -> Schema {
    let name = Schema.string(1...256)
    func given(_ value: Schema) -> Schema { (isOptional ? value.orNull : value).orTemplate }
    switch parameter.kind {
    case .choice(let words):
      // YAML reads on and off as Booleans.
      let isSwitch = words == ["on", "off"]
      return given(isSwitch ? .values(["on", "off", true, false]) : .words(words))
    case .text: return isOptional ? given(name) : .ref("name")
    case .caption: return given(.string(0...256))
    case .number(let range): return given(.integer(range))
    case .duration: return given(.duration(-315_360_000_000...315_360_000_000))
    case .zone: return isOptional ? .ref("zone").orNull : .ref("zone")
    case .flag: return given(.boolean)
    case .responses: return .list(.ref("answer"), 0...100)
    case .answer: return .ref("liveAnswer")
    case .texts: return given(name).orList(.list(.ref("name"), 1...100))
    case .fields(let parts):
      let object = fields(parts, of: "\(verb).\(parameter.key)")
      guard let first = parts.first else { return Schema(["const": true]).orObject(object) }
      // A request needs a time besides, which one of several parameters gives.
      let needsMore = parts.dropFirst().contains { !$0.isOptional }
      if needsMore || parameter.key == "addRequest" { return object }
      return value(first, of: verb, isOptional: false).orObject(object)
    }
  }

  // MARK: Answers of the content API

  private static let liveAnswer = Schema.choice(
    if: .requires("failed"),
    then: .object([
      "failed": .words(FetchAnswer.Failure.self).about("Why there is no answer."),
      "status?": .integer(100...599).about("The status of an answer that is too large."),
      "detail?": .string.with(["maxLength": 256]).about("What happened."),
    ]),
    else: .object([
      "status": .integer(100...599).orTemplate.about("The status."),
      "headers?": .map(.string).about("The headers that decide what becomes of the answer."),
      "body?": .string.about("The body as text."),
      "bodyBase64URL?": .string.about("A body that is no UTF-8, in base64url."),
    ])
  ).about("How a request ended that was answered from outside of the simulation.")

  private static let answer = Schema.object([
    "status?": .integer(100...599).orNull.orTemplate.about("The status; 200 unless given."),
    "etag?": .string(1...256).orNull.orTemplate.about(
      "The ETag, with the server's quotation marks."),
    "body?": .type("string", "object", "array").orNull.about(
      "What it holds; proper content unless given."),
    "headers?": .null.orObject(
      .map(.string.with(["maxLength": 1024])).with([
        "maxProperties": 16, "propertyNames": ["pattern": "^[A-Za-z0-9-]{1,64}$"],
      ])
    ).about("Other headers, by name; a usual name replaces that one."),
    "delayMs?": .type("integer", "string").with([
      "maximum": 3_600_000, "minimum": 0,
      "pattern": "^([0-9]+|([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?)$", "minLength": 1,
    ]).orNull.orTemplate.about("How much later it comes, up to an hour."),
    "drop?": flag("Whether it never comes."),
    "reset?": flag("Whether the connection is closed instead of an answer."),
    "truncate?": flag("Whether the connection breaks while the body arrives."),
    "malformed?": flag("Whether its body breaks off in the middle."),
    "oversized?": flag("Whether its body is too long."),
    "retryAfterSeconds?": .integer(0...604_800).orNull.orTemplate.about(
      "When to come again, in seconds."),
    "requireToken?": flag("Whether it is 401 without a good token."),
    "refuseReused?": flag("Whether it is 400 for a token of an earlier date."),
    "scheduledFor?": .string(1...64).orNull.orTemplate.about(
      "What the content says it is for."),
    "serverTime?": .string(1...64).orNull.orTemplate.about(
      "What the server's clock shows: a time, or how far it is ahead of the true time."),
    "times?": .integer(1...1_000_000).orNull.orTemplate.about(
      "How many requests get it; one unless given."),
  ]).about("An answer of the content API.")

  private static func flag(_ about: String) -> Schema { .boolean.orNull.orTemplate.about(about) }
}

extension Control {
  /// What a press does, in a sentence; nil for a button that does not affect the phone.
  fileprivate var act: String? {
    switch action {
    case .calls(let calls):
      let names = calls.map { call in
        call.method.rawValue + (call.fallback.map { ", or \($0.rawValue) without it" } ?? "")
      }
      guard let last = names.last, names.count > 1 else { return "Calls \(names.joined())." }
      return "Calls \(names.dropLast().joined(separator: ", ")) and \(last), one after the other."
    case .verb(let verb, _): return "Does `device: \(verb)`."
    case .exportResults: return nil
    }
  }
}
