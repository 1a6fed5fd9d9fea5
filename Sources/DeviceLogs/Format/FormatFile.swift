public import LocatedYAML

/// Parses a format's file: bytes in, a format or the first error with its place out.
public enum FormatFile {
  /// The maximum size of a file, in bytes.
  public static let bytesMax = 65_536

  private static let rules = YAMLRules(
    noun: "a format", bytesMax: bytesMax, aliasesMax: 0,
    splitRemedy: "this is no format",
    emptyRemedy: "write 'name', 'title', 'record' and 'samples'")

  /// Parses a format; throws for anything that is not text, YAML and a format.
  public static func parse(
    _ bytes: [UInt8], path: String
  ) throws(LocatedError) -> LogFormat {
    do {
      return try format(YAMLReader.read(bytes, rules))
    } catch {
      throw LocatedError(error, path: path)
    }
  }

  /// Parses a user's own format, whose samples must give the fields that they list.
  public static func parseOwn(
    _ bytes: [UInt8], path: String
  ) throws(LocatedError) -> LogFormat {
    do throws(YAMLProblem) {
      let node = try YAMLReader.read(bytes, rules)
      let format = try format(node)
      if let problem = SampleCheck.problem(of: format, among: [format] + BuiltInFormats.all) {
        throw (node["samples"] ?? node).problem(
          problem, "mend the pattern or the sample, or name the other format in 'winsOver'")
      }
      return format
    } catch {
      throw LocatedError(error, path: path)
    }
  }

  private static func format(_ node: YAMLNode) throws(YAMLProblem) -> LogFormat {
    try node.checkKeys(
      "a format",
      ["name", "title", "tools", "phone", "record", "code", "winsOver", "samples", "source"])
    let name = try ProfileReader.required(node, "name")
    let samples = try ProfileReader.list(node, "samples", sample)
    guard !samples.isEmpty else {
      throw node.problem("'samples' is missing", "add a record, with the fields that it gives")
    }
    let winsOver = try ProfileReader.list(node, "winsOver") { item throws(YAMLProblem) in
      try item.written("a format's name")
    }
    let code = try node["code"]?.choice("'code'", of: LogFormat.Code.self)
    return LogFormat(
      name: try ProfileReader.name(name, of: "a format"),
      title: try ProfileReader.required(node, "title").written("title"),
      tools: try node["tools"]?.written("tools") ?? "",
      phone: try node["phone"]?.choice("'phone'", of: LogFormat.Phone.self),
      patterns: code == nil ? try patterns(node) : [], code: code, winsOver: winsOver,
      samples: samples)
  }

  private static func patterns(_ node: YAMLNode) throws(YAMLProblem) -> [LinePattern] {
    var patterns: [LinePattern] = []
    for item in try ProfileReader.required(node, "record").items("record") {
      let text = try item.written("a pattern")
      do throws(LinePatternText.Problem) {
        patterns.append(try LinePatternText.pattern(text))
      } catch {
        throw item.problem(error.message, error.remedy)
      }
    }
    return patterns
  }

  private static func sample(_ node: YAMLNode) throws(YAMLProblem) -> LogFormat.Sample {
    try node.checkKeys("a sample", ["text"] + SampleCheck.names)
    let text = try ProfileReader.required(node, "text").written("text")
    var fields: [String: String] = [:]
    for entry in try node.mapping("a sample") where entry.key != "text" {
      fields[entry.key] = try entry.value.written(entry.key)
    }
    return LogFormat.Sample(text: text, fields: fields)
  }
}
