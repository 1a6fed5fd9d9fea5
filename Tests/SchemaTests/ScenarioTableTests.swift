import DailyNotification
import JSONText
import SchemaSupport
import Testing

@testable import DeviceModel
@testable import Scenarios

@Suite("The words of the scenario schema")
struct ScenarioTableTests {
  private let document: JSONValue

  init() throws {
    let directory = try SchemaDirectory.project.get()
    document = try #require(directory.documents[ScenarioSchemaTests.path])
  }

  private func definition(_ name: String) -> JSONValue { document["$defs"]?[name] ?? .null }

  /// What a schema may come down to: its alternatives, and the branches of its conditions.
  private func alternatives(_ schema: JSONValue?) -> [JSONValue] {
    let branches = [schema?["then"], schema?["else"]].compactMap(\.self)
    return (schema?["anyOf"]?.arrayValue ?? []) + branches
  }

  /// The schemas without alternatives of their own that one comes down to, itself included.
  private func leaves(_ schema: JSONValue?) -> [JSONValue] {
    [schema].compactMap(\.self) + alternatives(schema).flatMap { leaves($0) }
  }

  /// The keys of an object's schema; among alternatives, of the one with most keys.
  private func keys(_ schema: JSONValue?) -> [String] {
    let own = schema?["properties"]?.objectValue?.keys ?? []
    let others = alternatives(schema).map { keys($0) }
    return others.reduce(own) { $1.count > $0.count ? $1 : $0 }
  }

  /// The words that a schema offers by `const` and `enum`, each once.
  ///
  /// Words that a schema explains are listed twice: for messages, and with what each means.
  private func words(_ schema: JSONValue?) -> [String] {
    let own = [schema?["const"]].compactMap { $0?.stringValue }
    let listed = schema?["enum"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let others = alternatives(schema).flatMap { words($0) }
    var once: [String] = []
    for word in own + listed + others where !once.contains(word) { once.append(word) }
    return once
  }

  @Test("that are explained are those that are listed")
  func explained() {
    var count = 0
    func compare(_ schema: JSONValue) {
      let explained = (schema["anyOf"]?.arrayValue ?? []).compactMap { $0["const"] }
      if !explained.isEmpty {
        #expect(schema["enum"] == .array(explained))
        count += 1
      }
      for (_, member) in schema.objectValue?.members ?? [] { compare(member) }
      for item in schema.arrayValue ?? [] { compare(item) }
    }
    compare(document)
    #expect(count >= 7)
  }

  @Test("the header's keys are the parser's")
  func header() {
    #expect(keys(document) == HeaderKey.names)
    #expect(document["required"] == ["name", "steps"])
  }

  @Test("the steps are the parser's, each with the keys allowed beside it")
  func steps() {
    for kind in StepKind.allCases {
      let action = kind.rawValue
      let step = definition("step_\(action)")
      #expect(step["required"] == .array([.string(action)]), "\(action)")
      #expect(step["additionalProperties"] == false, "\(action)")
      #expect(Set(keys(step)) == Set(kind.keysBeside).union([action]), "\(action)")
    }
    let known = StepKind.names + StepListReader.groups
    let defined = document["$defs"]?.objectValue?.keys.filter { $0.hasPrefix("step_") } ?? []
    #expect(defined.sorted() == known.map { "step_\($0)" }.sorted())
    let choices = definition("stepMapping")["allOf"]?.arrayValue ?? []
    for action in known {
      let choice: JSONValue = [
        "if": ["required": [.string(action)]],
        "then": ["$ref": .string("#/$defs/step_\(action)")],
      ]
      #expect(choices.contains(choice), "\(action)")
    }
    // The last one is for a step whose key is none of them.
    #expect(choices.count == known.count + 1)
    let beside = Set(defined.flatMap { keys(definition($0)) })
    #expect(Set(keys(definition("stepMapping"))) == beside)
    #expect(Set(words(choices.last?["then"]?["propertyNames"])) == beside)
  }

  @Test("the buttons are the page's, except for the console's own")
  func buttons() {
    let rows = ControlTable.rows.filter { $0.action != .exportResults }
    let labels = rows.flatMap { $0.title == $0.label ? [$0.label] : [$0.label, $0.title] }
    #expect(words(definition("button")) == labels)
  }

  @Test(
    "the verbs are the table's, with their parameters and words",
    arguments: 0..<VerbTable.rows.count)
  func verbs(index: Int) throws {
    let row = VerbTable.rows[index]
    let device = definition("device")
    #expect(keys(device) == VerbTable.rows.map(\.name))
    let verb = try #require(device["then"]?["properties"]?[row.name])
    #expect(keys(verb) == row.parameters.map(\.key))
    let long = leaves(verb).first { $0["type"] == "object" }
    let required = row.parameters.filter { !$0.isOptional }.map { JSONValue.string($0.key) }
    #expect(long?["required"]?.arrayValue ?? [] == required)
    #expect(words(device).contains(row.name) == (required.isEmpty && !row.takesOne))
    for parameter in row.parameters {
      let value = long?["properties"]?[parameter.key]
      switch parameter.kind {
      case .choice(let choices): #expect(words(value) == choices)
      case .number(let range):
        let number = leaves(value).first { leaf in
          (leaf["type"]?.arrayValue ?? [leaf["type"] ?? .null]).contains("integer")
        }
        #expect(number?["minimum"] == .integer(range.lowerBound))
        #expect(number?["maximum"] == .integer(range.upperBound))
      case .fields(let fields): #expect(keys(value) == fields.map(\.key))
      default: #expect(value != nil)
      }
    }
  }

  @Test("the answers of the content API have the keys that the phone accepts")
  func answers() {
    #expect(keys(definition("answer")) == ScriptReader.keys)
  }

  @Test("the methods are the contract's, with the options that each reads")
  func methods() {
    let names = PluginMethod.allCases.map(\.rawValue)
    let call = definition("call")
    #expect(words(definition("method")) == names)
    #expect(words(call["else"]) == names)
    #expect(keys(call) == names)
    for method in PluginMethod.allCases {
      let options = call["then"]?["else"]?["properties"]?[method.rawValue]
      #expect(keys(options).sorted() == method.optionKeys.sorted(), "\(method)")
    }
  }

  @Test("the knobs are the table's, in the header and in breaks")
  func knobs() {
    let schema = definition("knobs")
    #expect(keys(schema) == Knobs.table.map(\.name))
    for knob in Knobs.table {
      #expect(words(schema["properties"]?[knob.name]) == knob.values, "\(knob.name)")
    }
    for place in [document, definition("break")] {
      let knob = place["properties"]?["knobs"] ?? place["properties"]?["knob"]
      #expect(knob?["$ref"] == "#/$defs/knobs")
    }
  }

  @Test("expectations, their parts and their words are the parser's")
  func expectations() {
    #expect(keys(definition("expect")) == ExpectationKey.names + ["within"])
    let never = ExpectationKey.allCases.filter(\.canBeNever).map(\.rawValue)
    #expect(keys(definition("expectNever")) == never + ["within"])
    let status = definition("status")
    #expect(keys(status) == PhoneStatus.Part.names)
    let states: [(key: String, words: [String])] = [
      ("phone", PowerMachine.State.allCases.map(\.rawValue)),
      ("process", ProcessMachine.State.allCases.map(\.rawValue)),
      ("permission", AuthorizationStatus.allCases.map(\.replyWord)),
      ("backgroundRefresh", BackgroundRefreshStatus.allCases.map(\.rawValue)),
    ]
    for state in states {
      let found = Set(words(status["properties"]?[state.key]))
      #expect(found == Set(state.words), "\(state.key)")
    }
    let store = definition("store")
    #expect(keys(store["properties"]?["values"]) == StorageKey.allCases.map(\.name))
    for list in Expectation.PhoneList.allCases {
      let name = list.rawValue
      let schema = store["properties"]?[name] ?? definition(name)
      let item = leaves(schema).first { $0["items"] != nil }?["items"]
      #expect(keys(item) == list.keys, "\(name)")
    }
  }

  @Test("records, refusals, rejections and counters are complete")
  func tables() {
    #expect(words(definition("kind")) == RecordKind.names)
    let explained = definition("kind")["else"]?["anyOf"]?.arrayValue
    let summaries = explained?.compactMap { $0["description"] }
    #expect(summaries?.compactMap(\.stringValue) == RecordKind.allCases.map(\.row.summary))
    #expect(keys(definition("event")) == RecordKind.names + ["times"])
    #expect(words(definition("refusal")) == CommandRefusal.names)
    let rejections = Rejection.Kind.allCases.map(\.rawValue)
    #expect(words(definition("rejects")).sorted() == rejections.sorted())
    let counters = keys(definition("metric")).map { $0.filter { $0 != "\"" } }
    #expect(Set(counters) == Set(TelemetrySeries.all.map(\.plainName)))
  }

  @Test("no object accepts unknown keys, except where the parser does")
  func strictness() {
    var open: [String] = []
    for (name, schema) in document["$defs"]?.objectValue?.members ?? [] {
      collect(schema, name, &open)
    }
    let methods = PluginMethod.allCases.filter { !$0.optionKeys.isEmpty }.map { "call.\($0)" }
    let nested = open.filter { $0.hasPrefix("call.") && $0.split(separator: ".").count > 2 }
    #expect(!nested.isEmpty)
    // Of a step, its own schema says which keys belong beside what it does.
    #expect(Set(open).subtracting(nested) == Set(methods + ["rejects", "stepMapping"]))
    #expect(document["additionalProperties"] == false)
  }

  /// The places of objects with named keys that accept others too.
  private func collect(_ schema: JSONValue, _ place: String, _ open: inout [String]) {
    if schema["properties"] != nil, schema["additionalProperties"] == nil { open.append(place) }
    for (key, value) in schema["properties"]?.objectValue?.members ?? [] {
      collect(value, "\(place).\(key)", &open)
    }
    let others = alternatives(schema) + [schema["items"]].compactMap { $0 }
    for other in others { collect(other, place, &open) }
  }

  @Test("every word and key that an editor shows is explained")
  func descriptions() {
    var silent: [String] = []
    for (name, schema) in document["$defs"]?.objectValue?.members ?? [] {
      let isOneOfMany = name.hasPrefix("step_")
      for (key, value) in schema["properties"]?.objectValue?.members ?? []
      where value["description"] == nil {
        silent.append("\(name).\(key)")
      }
      for (index, value) in leaves(schema).enumerated()
      where !isOneOfMany && value["const"] != nil && value["description"] == nil {
        silent.append("\(name)[\(index)]")
      }
    }
    for (key, value) in document["properties"]?.objectValue?.members ?? []
    where value["description"] == nil {
      silent.append(key)
    }
    #expect(silent == [])
  }
}
