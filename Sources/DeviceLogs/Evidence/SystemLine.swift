import LocatedYAML

/// A line of the system that explains what the plugin did not do, or says that lines are lost.
struct SystemLine: Hashable, Sendable {
  /// When it must have been written to explain something.
  enum When: String, Hashable, Sendable, CaseIterable {
    /// At any time from when it was planned to when it was due.
    case before
    /// Near the time when it was due.
    case at
  }

  /// What it does to what was due; of several lines the first kind explains it.
  enum Kind: String, Hashable, Sendable, CaseIterable, Comparable {
    /// It may delay it.
    case delays
    /// It loses the alarm or the task.
    case loses
    /// It hides the notification itself.
    case hides

    private var rank: Int {
      switch self {
      case .delays: 0
      case .loses: 1
      case .hides: 2
      }
    }

    static func < (one: Kind, other: Kind) -> Bool { one.rank < other.rank }
  }

  /// A part of its text.
  enum Part: Hashable, Sendable {
    case literal([UInt8])
    case package
    case pid
  }

  let name: String
  let phone: LogFormat.Phone
  /// The line of the plugin that it is; nil for one of the system.
  let event: LogEvent?
  /// The programs that write it, by their tags or names; none where it stands without fields.
  let programs: [[UInt8]]
  /// Its text: these parts in this order.
  let parts: [Part]
  /// Whether the message begins with it.
  let isAnchored: Bool
  /// What it means, in a sentence.
  let means: String
  /// The profiles whose claims it explains.
  let explains: [String]
  let kind: Kind
  let when: When
  /// Whether it says that lines of its process are lost.
  let isGap: Bool
  /// Whether it refuses a notification that the plugin has just called delivered.
  let refutes: Bool

  /// What a message says, where it is this line; nil where it is another.
  func match(_ message: LineBytes) -> (package: String?, pid: Int?)? {
    var place = 0
    if isAnchored, case .literal(let first)? = parts.first, !message.begins(first) { return nil }
    var found: (package: String?, pid: Int?) = (nil, nil)
    var capture: Part?
    for part in parts {
      guard case .literal(let literal) = part else {
        capture = part
        continue
      }
      guard let start = message.index(of: literal, from: place) else { return nil }
      if let captured = capture {
        take(captured, message, place..<start, &found)
        capture = nil
      }
      place = start + literal.count
    }
    if let capture { take(capture, message, place..<message.count, &found) }
    return found
  }

  private func take(
    _ part: Part, _ message: LineBytes, _ range: Range<Int>,
    _ found: inout (package: String?, pid: Int?)
  ) {
    // A word ends with a blank.
    let text = message.text(range).split(separator: " ").first.map(String.init)
    switch part {
    case .package: found.package = text
    case .pid: found.pid = text.flatMap { Int($0) }
    case .literal: break
    }
  }
}

/// The table of `assets/log-evidence`, as built into the program.
enum SystemLines {
  private static let rules = YAMLRules(
    noun: "a table of system lines", bytesMax: 65_536, aliasesMax: 0,
    splitRemedy: "this is no table", emptyRemedy: "write 'lines'")

  /// The lines, in the order in which they are tried.
  static let all: [SystemLine] = {
    do {
      let node = try YAMLReader.read(PackageResources.system_lines_yaml, rules)
      return try ProfileReader.list(node, "lines", line)
    } catch {
      preconditionFailure("assets/log-evidence/system-lines.yaml: \(error)")
    }
  }()

  /// Those that stand without the fields of a format.
  static let bare = all.filter { $0.programs.isEmpty && $0.event == nil }

  /// Those that are the plugin's own.
  static let own = all.filter { $0.event != nil }

  /// A program of the table, and the lines that it writes.
  struct Program: Sendable {
    let name: [UInt8]
    let lines: [SystemLine]
    /// Of each line the first words; none where anything may begin the message.
    let beginnings: [[UInt8]?]
    /// The first words of the lines, wherever they stand, and of those about started processes.
    let words: [[UInt8]]
  }

  /// How a line about a process begins that was started.
  static let start = Array("Start proc ".utf8)
  private static let starter = Array("ActivityManager".utf8)

  /// The programs, those whose names begin with the same byte in a row.
  static let programs: [Program] = {
    let names = Set(all.flatMap(\.programs)).sorted { $0.lexicographicallyPrecedes($1) }
    return names.map { name in
      let lines = all.filter { $0.programs.contains(name) }
      let words = lines.map { line -> [UInt8] in
        guard case .literal(let words)? = line.parts.first else { return [] }
        return words
      }
      return Program(
        name: name, lines: lines,
        beginnings: zip(lines, words).map { $0.isAnchored ? $1 : nil },
        words: words + (name == starter ? [start] : []))
    }
  }()

  /// The low six bits of the programs' first bytes, each as a bit.
  static let letters: UInt64 = programs.reduce(0) { letters, program in
    letters | 1 << UInt64((program.name.first ?? 0) & 0x3F)
  }

  /// Where the programs are whose names begin with a byte.
  static let ranges: [Range<Int>] = (0..<256).map { byte in
    let places = programs.indices.filter { programs[$0].name.first.map(Int.init) == byte }
    return (places.first ?? 0)..<((places.last ?? -1) + 1)
  }

  private static func line(_ node: YAMLNode) throws(YAMLProblem) -> SystemLine {
    try node.checkKeys(
      "a system line",
      [
        "name", "phone", "programs", "line", "text", "means", "explains", "kind", "when", "isGap",
        "refutes", "source",
      ])
    let programs = try ProfileReader.list(node, "programs") { item throws(YAMLProblem) in
      Array(try item.written("a program").utf8)
    }
    let event = try node["line"].map { node throws(YAMLProblem) in
      try ProfileReader.line(named: node.written("a line"), node)
    }
    let text = event == nil ? try ProfileReader.required(node, "text").written("text") : ""
    let explains = try ProfileReader.list(node, "explains") { item throws(YAMLProblem) in
      try item.written("a profile")
    }
    // What a line means is known from somewhere.
    _ = try ProfileReader.required(node, "source").written("source")
    return SystemLine(
      name: try ProfileReader.required(node, "name").written("name"),
      phone: try ProfileReader.required(node, "phone")
        .choice("'phone'", of: LogFormat.Phone.self),
      event: event, programs: programs, parts: parts(text), isAnchored: !text.hasPrefix("…"),
      means: try ProfileReader.required(node, "means").written("means"), explains: explains,
      kind: try node["kind"]?.choice("'kind'", of: SystemLine.Kind.self) ?? .delays,
      when: try node["when"]?.choice("'when'", of: SystemLine.When.self) ?? .at,
      isGap: try node["isGap"]?.flag("isGap") ?? false,
      refutes: try node["refutes"]?.flag("refutes") ?? false)
  }

  private static func parts(_ text: String) -> [SystemLine.Part] {
    var parts: [SystemLine.Part] = []
    for piece in text.split(separator: "…") {
      var rest = piece[...]
      while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        if open > rest.startIndex { parts.append(.literal(Array(rest[..<open].utf8))) }
        parts.append(rest[open...close] == "{pid}" ? .pid : .package)
        rest = rest[rest.index(after: close)...]
      }
      if !rest.isEmpty { parts.append(.literal(Array(rest.utf8))) }
    }
    return parts
  }
}
