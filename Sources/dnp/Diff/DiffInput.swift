import ArgumentParser
import DeviceModel
import JSONText
import PlainText
import Reports
import Scenarios

/// One side of a comparison: a scenario to run, or the summary of a run.
enum DiffInput {
  case scenario(Scenario)
  case summary(JSONValue)

  /// The maximum size of a run summary, in bytes.
  static let summaryBytesMax = 64 * 1_048_576

  /// Reads a file; `.json` is a summary, `.yaml` a scenario, others are recognized by content.
  static func read(
    _ path: String, _ loader: ScenarioLoader
  ) throws(CommandFailure) -> DiffInput {
    let input = try InputFile.one(path, bytesMax: summaryBytesMax)
    guard isSummary(input) else {
      return .scenario(try loader.scenario(of: input))
    }
    return .summary(try summary(input))
  }

  /// Whether a file is meant as a run summary: by its ending, else by how it begins.
  static func isSummary(_ input: InputFile) -> Bool {
    let name = input.path.lowercased()
    if name.hasSuffix(".json") { return true }
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return false }
    return input.bytes.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }

  private static func summary(_ input: InputFile) throws(CommandFailure) -> JSONValue {
    let value: JSONValue
    do {
      value = try JSONParser.parse(
        input.bytes, limits: JSONLimits(bytesMax: summaryBytesMax, depthMax: 128))
    } catch {
      throw CommandFailure(
        .badFile, "\(input.path): \(error); give what `dnp run --report json=PATH` wrote")
    }
    guard value["scenarios"]?.arrayValue != nil, let version = value["schemaVersion"] else {
      throw CommandFailure(
        .badFile,
        "\(input.path): this is no run summary; give what `dnp run --report json=PATH` wrote")
    }
    guard version == .integer(RunSummary.schemaVersion) else {
      throw CommandFailure(
        .badFile,
        "\(input.path): schema version \(version.canonicalText.shortened()), and this dnp reads "
          + "\(RunSummary.schemaVersion); write both with one dnp")
    }
    return value
  }
}
