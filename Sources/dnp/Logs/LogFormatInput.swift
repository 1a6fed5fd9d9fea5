import ArgumentParser
import DeviceLogs
import Foundation
import LocatedYAML
import PlainText

/// Formats of logs: those of the program, the user's own, and the one that was named.
struct LogFormatInput {
  /// The one that was named; nil where it is found in the log.
  let named: LogFormat?
  /// Those among which it is found: the user's own come first.
  let all: [LogFormat]
  /// What is wrong with the user's own, which are left out then.
  let problems: [String]

  /// The format of a name or a file, beside those in the user's folder `log-formats`.
  init(_ written: String?) throws(CommandFailure) {
    let (own, problems) = LogFormatInput.own()
    all = own + BuiltInFormats.all.filter { format in !own.contains(format) }
    self.problems = problems
    guard let written else {
      named = nil
      return
    }
    if let format = all.first(where: { $0.name == written }) {
      named = format
    } else {
      named = try LogFormatInput.file(LogFormatInput.ownPath(written) ?? written)
    }
  }

  /// Says what is wrong with the user's own.
  func report() {
    for problem in problems { StandardStreams.report("dnp: \(problem)\n") }
  }

  /// Refuses a name that is neither a format's nor a file's, before anything is read.
  static func check(_ written: String?) throws(ValidationError) {
    guard let written, !BuiltInFormats.names.contains(written),
      !FileManager.default.fileExists(atPath: written),
      ownPath(written) == nil
    else { return }
    throw ValidationError(LogFormatInput.unknown(written))
  }

  /// What is wrong with a name that no format has, with the one that was probably meant.
  static func unknown(_ written: String) -> String {
    let near = Suggestion.nearest(to: written, in: BuiltInFormats.names)
    return "--log-format \(written): there is no such format and no such file; "
      + (near.map { "did you mean '\($0)'? " } ?? "")
      + "use one of: \(BuiltInFormats.names.joined(separator: ", "))"
  }

  /// The path of a file in `log-formats` beside the configuration; nil where there is none.
  private static func ownPath(_ name: String) -> String? {
    SettingsFolder.file("log-formats/\(name).yaml")
  }

  /// The formats of all of them, by name; one that cannot be read is named and left out.
  private static func own() -> (formats: [LogFormat], problems: [String]) {
    guard let folder = SettingsFolder.file("log-formats"),
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return ([], []) }
    var formats: [LogFormat] = []
    var problems: [String] = []
    for name in names.sorted() where name.hasSuffix(".yaml") {
      do {
        formats.append(try file(folder + "/" + name))
      } catch {
        problems.append(error.message)
      }
    }
    return (formats, problems)
  }

  private static func file(_ path: String) throws(CommandFailure) -> LogFormat {
    let input = try InputFile.one(path, bytesMax: FormatFile.bytesMax)
    do {
      return try FormatFile.parseOwn(input.bytes, path: path)
    } catch {
      throw CommandFailure(.badFile, SafeText.terminalLine(error.description))
    }
  }
}
