import SwiftSyntax

extension Rule {
  /// What never appears in Sources.
  static let sources: [Rule] =
    unsafety + [
      ban(
        "print(", in: .libraries, remedy: "return the text; only an executable writes it",
        violation: "print(record)", lookalike: "printer.print(record)\nfunc print(_: Int) {}",
        exceptAfter: [".", "func"]),
      emptyCatch, unfinished, machinePath,
    ]

  private static let unsafety: [Rule] = [
    ("try!", "let zone = try! Zone()", "let zone = try !isOpen()", "throw a typed error"),
    ("as!", "let day = value as! Day", "let day = value as? Day", "bind with `as?`, or a pattern"),
    ("fatalError", "fatalError()", "precondition(isOpen)", "a `precondition`, or a typed error"),
    (
      "@unchecked Sendable", "struct Box: @unchecked Sendable {}", "struct Box: Sendable {}",
      "make it a value that is Sendable by itself"
    ),
    (
      "nonisolated(unsafe)", "nonisolated(unsafe) var a = 0", "nonisolated var a: Int { 0 }",
      "keep the state in one owner that passes it on"
    ),
  ].map { code, violation, lookalike, remedy in
    ban(code, in: .sources, remedy: remedy, violation: violation, lookalike: lookalike)
  }

  private static let emptyCatch = Rule(
    name: "an empty catch hides an error", scope: .sources,
    remedy: "handle it, pass it on, or say with `try?` that it does not matter",
    violation: Sample("do { try open() } catch let error as Failure {\n  // ignored\n}"),
    lookalike: Sample("do { try open() } catch { report(error) }")
  ) { file in
    file.places["catch"] == nil
      ? []
      : file.nodes(CatchClauseSyntax.self).filter(\.body.statements.isEmpty)
        .map { file.line(of: $0) }
  }

  private static let unfinished = Rule(
    name: "unfinished work is marked", scope: .sources,
    remedy: "finish it, or file an issue and remove the mark",
    violation: Sample("let day = 1  // TODO: zones"), lookalike: Sample("// Todos are sorted.")
  ) { file in
    file.comments.filter { comment in
      let words = comment.text.split { !$0.isLetter }
      return ["TODO", "FIXME", "XXX", "HACK"].contains { words.contains($0) }
    }.map(\.line)
  }

  private static let machinePath = Rule(
    name: "a path of one machine", scope: .everything,
    remedy: "take the path from the caller, or make it relative to the project",
    violation: Sample("let home = \"/root/notes\""),
    lookalike: Sample("let page = \"https://example.org/work/list\"")
  ) { file in
    // Documentation may show a user's temporary files; code may not.
    let prefixes = ["/work/", "/root/", "/home/", "/Users/"]
    let all = file.path.hasSuffix(".swift") ? prefixes + ["/tmp/", "/opt/"] : prefixes
    return file.lines.indices.filter { index in
      all.contains { beginsPath($0, in: file.lines[index]) }
    }.map { $0 + 1 }
  }

  /// True if the line contains `prefix` other than in the middle of a longer path or URL.
  private static func beginsPath(_ prefix: String, in line: Substring) -> Bool {
    line.ranges(of: prefix).contains { range in
      guard let before = line[..<range.lowerBound].last else { return true }
      return !(before.isLetter || before.isNumber || "./-_~}".contains(before))
    }
  }
}
