import CivilTime
import Console
import Descriptors
import DeviceModel
import Foundation
import JSONText
import Reports
import Scenarios

/// Writes the results of a session: run summaries, and scenarios that repeat it.
///
/// Paths are returned as a person is told them: whole, with `~` for the home folder.
struct ConsoleExport {
  private let startedMilliseconds = HostClock.epochMilliseconds

  /// Writes the summary of a session and returns its path.
  ///
  /// Without a path it goes to the current folder, under an unused name of session and instant.
  func write(_ model: Model, to path: String?) throws(CommandFailure) -> String {
    let text = RunSummary.json([model.result], context: context, isFull: true).prettyText + "\n"
    let target = try self.path(path, "dnp-report", model.run, ".json")
    try OutputFile(path: target).write(Array(text.utf8))
    return ShownPath.text(target)
  }

  private var context: RunContext {
    RunContext(
      version: DNP.version, build: DNP.build, tzDataVersion: ZoneData.version,
      startedMilliseconds: startedMilliseconds,
      stoppedMilliseconds: HostClock.epochMilliseconds)
  }

  /// Writes a bundle of the session and returns its path.
  func writeBundle(
    _ model: Model, to path: String?, note: String, replaces: Bool
  ) throws(CommandFailure) -> String {
    let bundle = Bundle(
      run: model.run, result: model.result,
      origin: ["Session \(model.run.name) of dnp's console"], note: note,
      context: context)
    if let path, var zip = BundleZip(typed: path) {
      if !replaces, FreePath.isTaken(zip.path) {
        throw CommandFailure(
          .cannotWrite, "\(zip.path) exists and stays as it is; name another file")
      }
      try zip.add(bundle, folder: NSString(string: zip.base).lastPathComponent)
      try zip.write()
      return ShownPath.text(zip.path)
    }
    let target: BundleFolder
    if let path {
      target = BundleFolder(typed: path)
    } else {
      target = BundleFolder(path: try freeName("dnp-bundle", model.run, ""))
    }
    try target.write(bundle, replaces: replaces)
    return ShownPath.text(target.path)
  }

  /// The bundle that a path leads to, if one is there that would be replaced.
  func existingBundle(_ path: String?) -> String? {
    guard let path else { return nil }
    if let zip = BundleZip(typed: path) { return existing(zip.path) }
    let folder = BundleFolder(typed: path)
    return folder.isBundle ? folder.path : nil
  }

  /// Writes the session as a scenario file, with what was seen as expectations if they are wanted,
  /// and returns its path.
  func saveScenario(
    _ model: Model, to path: String?, isExpecting: Bool
  ) throws(CommandFailure) -> String {
    let target = try self.path(path, "dnp-scenario", model.run, ".yaml")
    let name = NSString(string: NSString(string: target).lastPathComponent).deletingPathExtension
    let yaml = ScenarioRecorder.yaml(
      model.run.journal, name: name, description: "A session of the console, as it was done.",
      expecting: isExpecting ? model.run.seenExpectations : [])
    try OutputFile(path: target).write(Array(yaml.utf8))
    return ShownPath.text(target)
  }

  /// Writes the lines of the log that are shown and returns the file's path.
  func saveLog(_ model: Model, to path: String?) throws(CommandFailure) -> String {
    let target = try self.path(path, "dnp-log", model.run, ".txt")
    try OutputFile(path: target).write(model.shownLog)
    return ShownPath.text(target)
  }

  /// Writes the screen as text and returns the file's path: with its styles where that ends in
  /// `.ans`.
  func saveDisplay(_ model: Model, to path: String?) throws(CommandFailure) -> String {
    let target = try self.path(path, "dnp-screen", model.run, ".txt")
    let isStyled = target.lowercased().hasSuffix(".ans")
    try OutputFile(path: target).write(Array(model.display(isStyled: isStyled).utf8))
    return ShownPath.text(target)
  }

  /// The file that a path leads to, if one is there that would be replaced.
  func existing(_ path: String?) -> String? {
    guard let path else { return nil }
    let expanded = NSString(string: path).expandingTildeInPath
    return (try? FileStatus(path: expanded))?.kind == .file ? expanded : nil
  }

  /// The given path, or an unused name.
  private func path(
    _ given: String?, _ prefix: String, _ run: InteractiveRun, _ ending: String
  ) throws(CommandFailure) -> String {
    if let given { return NSString(string: given).expandingTildeInPath }
    return try freeName(prefix, run, ending)
  }

  private func freeName(
    _ prefix: String, _ run: InteractiveRun, _ ending: String
  ) throws(CommandFailure) -> String {
    let seconds = run.device.os.wallMilliseconds / 1_000
    let instant = ISO8601.text(seconds * 1_000)
      .filter { $0.isNumber || $0 == "T" || $0 == "Z" }
    let base = "\(prefix)-\(run.name)-\(instant)"
    return try FreePath.first(base, ending: ending)
  }
}
