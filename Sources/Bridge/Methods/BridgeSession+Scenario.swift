import CivilTime
import DeviceModel
import JSONText
import LocatedYAML
import Reports
import Scenarios
import Session
import SimulationCore

extension BridgeSession {
  /// Runs a scenario on a phone of its own; the session's phone is not affected.
  func runScenario(
    _ parameters: ParameterReader, id: RequestID?, shell: inout some BridgeShell
  ) throws(BridgeError) -> JSONValue {
    let scenario = try scenario(parameters, shell)
    var progress = BridgeProgress(id, shell)
    var cancelled: BridgeError?
    let result = ScenarioRunner.run(scenario) { instant in
      guard cancelled == nil else { return true }
      do throws(BridgeError) {
        try progress.report(["instant": .integer(instant.milliseconds)], to: &shell)
      } catch {
        cancelled = error
      }
      return cancelled != nil
    }
    if let cancelled { throw cancelled }
    let context = RunContext(
      version: shell.tool.version, build: shell.tool.build, tzDataVersion: ZoneData.version,
      startedMilliseconds: 0, stoppedMilliseconds: 0)
    var summary = RunSummary.json([result], context: context).objectValue ?? [:]
    // The same requests give the same replies: the host's clock is not in them.
    summary["startedAt"] = .null
    summary["stoppedAt"] = .null
    return .object(summary)
  }

  private func scenario(
    _ parameters: ParameterReader, _ shell: some BridgeShell
  ) throws(BridgeError) -> Scenario {
    let yaml = try parameters.text("yaml", bytesMax: ScenarioFile.bytesMax)
    let path = try parameters.text("path", bytesMax: 4_096)
    let platform = try parameters.word("platform", DevicePlatform.self)
    switch (yaml, path) {
    case (let yaml?, nil): return try parse(Array(yaml.utf8), "yaml", platform)
    case (nil, let path?):
      let bytes: [UInt8]
      do {
        bytes = try shell.scenarioBytes(path: path)
      } catch {
        throw .wrong("'path': \(error)")
      }
      return try parse(bytes, path, platform)
    default: throw .wrong("scenario.run takes exactly one of 'yaml' and 'path'")
    }
  }

  private func parse(
    _ bytes: [UInt8], _ path: String, _ platform: DevicePlatform?
  ) throws(BridgeError) -> Scenario {
    do {
      let keychain = session.device.os.configuration.keychain
      return try ScenarioFile.parse(
        bytes, path: path, ScenarioSources(keychain: keychain, platform: platform))
    } catch {
      throw BridgeError(
        code: .wrongParameters, message: "\(error)",
        data: ["line": .integer(Int64(error.line)), "column": .integer(Int64(error.column))])
    }
  }
}
