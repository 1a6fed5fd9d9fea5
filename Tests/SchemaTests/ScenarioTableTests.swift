import GeneratedFiles
import JSONText
import Testing

@Suite("The words of the scenario schema")
struct ScenarioTableTests {
  /// The places of properties and of explained words without a description.
  private func silent(_ schema: JSONValue, _ place: String, isShown: Bool = false) -> [String] {
    switch schema {
    case .object(let keywords):
      let about = keywords["description"]?.stringValue ?? ""
      let isSilent = (isShown || keywords["const"]?.stringValue != nil) && about.isEmpty
      return (isSilent ? [place] : [])
        + keywords.members.flatMap { key, value -> [String] in
          switch key {
          case "properties":
            (value.objectValue?.members ?? []).flatMap { name, value in
              silent(value, "\(place).\(name)", isShown: true)
            }
          // What editors do not show.
          case "not", "if", "allOf": []
          default: silent(value, place)
          }
        }
    case .array(let items): return items.flatMap { silent($0, place) }
    case .null, .bool, .integer, .number, .string: return isShown ? [place] : []
    }
  }

  @Test("every word and key that an editor shows is explained")
  func descriptions() throws {
    let file = try #require(SchemaFile.all.first { $0.name == "scenario" })
    // What the only key of a long form means stands beside the form.
    let alone = ["press.button", "answer.dialog", "method", "answerFetch.answer"]
    #expect(silent(file.json, "scenario") == alone.map { "scenario.\($0)" })
  }

  @Test("the check finds a key without an explanation")
  func planted() {
    let schema: JSONValue = [
      "properties": ["a": ["description": ""], "b": ["description": "B."]],
      "$defs": ["c": ["properties": ["d": true]]],
    ]
    #expect(silent(schema, "s") == ["s.a", "s.d"])
  }
}
