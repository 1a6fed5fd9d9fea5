import DailyNotification
import DeviceModel
import Foundation
import JSONText
import LocatedYAML
import SchemaSupport
import Testing

@testable import Scenarios

@Suite("The schema of scenario files")
struct ScenarioSchemaTests {
  static let path = "scenario.schema.json"
  static let partPath = "scenario-part.schema.json"
  static let root = SchemaDirectory.url.deletingLastPathComponent().deletingLastPathComponent()

  private let schema = JSONSchema(path)
  private let parts = JSONSchema(partPath)

  /// A file as the parser of scenarios understands it, before its content is checked.
  static func json(_ bytes: [UInt8]) throws -> JSONValue { try ScenarioFile.node(bytes).json }

  static func json(_ yaml: String) throws -> JSONValue { try json(Array(yaml.utf8)) }

  /// Whether the parser accepts it.
  private func isReadable(_ yaml: String) -> Bool {
    ScenarioFile.read(Array(yaml.utf8), path: "a.yaml").errors.isEmpty
  }

  /// The shipped files by path, including parts.
  static func shipped() throws -> [(path: String, isPart: Bool, json: JSONValue)] {
    let folder = root.appending(path: "assets/scenarios")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasSuffix(".yaml") }.sorted().map { name in
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      return (name, name.contains("/_"), try json(bytes))
    }
  }

  /// The examples of the user's page, as whole files.
  static func examples() throws -> [String] {
    let url = root.appending(path: "docs/scenarios.md")
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    let blocks = text.components(separatedBy: "```yaml\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    return blocks.map { $0.hasPrefix("name:") ? $0 : "name: a\nsteps:\n\($0)" }
  }

  @Test("accepts every shipped file; the schema of parts accepts the parts")
  func shippedFiles() throws {
    let files = try ScenarioSchemaTests.shipped()
    #expect(files.count >= 160)
    #expect(files.contains { $0.isPart })
    for file in files {
      let findings = (file.isPart ? parts : schema).findings(in: file.json)
      #expect(findings == [], "\(file.path)")
    }
  }

  @Test("accepts every example of the user's page")
  func pageExamples() throws {
    let examples = try ScenarioSchemaTests.examples()
    #expect(examples.count >= 8)
    for example in examples {
      #expect(schema.findings(in: try ScenarioSchemaTests.json(example)) == [], "\(example)")
    }
  }

  @Test("refuses what the parser refuses", arguments: ScenarioSamples.broken)
  func broken(yaml: String) throws {
    #expect(ScenarioSamples.broken.count >= 40)
    #expect(!isReadable(yaml), "the reader takes it")
    #expect(!schema.findings(in: try ScenarioSchemaTests.json(yaml)).isEmpty)
  }

  @Test("accepts what the parser accepts, including variables in every place")
  func sound() throws {
    for yaml in ScenarioSamples.sound {
      #expect(isReadable(yaml), "\(ScenarioFile.read(Array(yaml.utf8), path: "a.yaml").errors)")
      #expect(schema.findings(in: try ScenarioSchemaTests.json(yaml)) == [], "\(yaml)")
    }
  }

  @Test("leaves to the parser what only it can know", arguments: ScenarioSamples.beyond)
  func beyond(yaml: String) throws {
    #expect(!isReadable(yaml), "the reader takes it")
    #expect(schema.findings(in: try ScenarioSchemaTests.json(yaml)) == [])
  }

  @Test("does not accept a part as a scenario, or a scenario as a part")
  func kinds() throws {
    let part = try ScenarioSchemaTests.json("vars: {A: 1}\nsteps: [runUntilIdle]")
    let whole = try ScenarioSchemaTests.json("name: a\nseed: 1\nsteps: [runUntilIdle]")
    #expect(parts.findings(in: part) == [])
    #expect(!schema.findings(in: part).isEmpty)
    #expect(!parts.findings(in: whole).isEmpty)
  }
}
