import DeviceLogs
import PlainText

/// The formats of logs, as `dnp logs --formats` lists them.
enum FormatList {
  /// Each format with its tools and its first sample.
  static func text(_ formats: [LogFormat]) -> String {
    let entries = formats.map { format in
      let tools = format.tools.isEmpty ? "" : " (\(format.tools))"
      let sample = format.sample.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
      return "\(format.name): \(format.title)\(tools)\n\(sample)\n"
    }
    return SafeText.terminal(entries.joined(separator: "\n"))
  }
}
