extension Rule {
  /// The width of lines, the names of files, and the content of comments.
  static let shape: [Rule] = [lineWidth, fileName, commentedOutCode, sourceAlone]

  private static let lineWidth = Rule(
    name: "a line of more than 100 columns", scope: .swift, remedy: "break the line",
    violation: Sample("// " + String(repeating: "é", count: 98)),
    lookalike: Sample("// " + String(repeating: "é", count: 97))
  ) { file in
    // A character takes at least one byte, and counting bytes is fast.
    file.lines.indices
      .filter { file.lines[$0].utf8.count > 100 && file.lines[$0].count > 100 }
      .map { $0 + 1 }
  }

  private static let fileName = Rule(
    name: "a file name that says nothing", scope: .swift,
    remedy: "name the file after its one type or concern",
    violation: Sample("", path: "Sources/DeviceModel/Storage/StorageHelpers.swift"),
    lookalike: Sample("", path: "Sources/DeviceModel/Android/AlarmManager+Command.swift")
  ) { file in
    // The platforms' own terms, which the domain uses.
    let platform = ["AlarmManager", "NotificationManager", "PowerManager", "WorkManager"]
    let empty = ["Util", "Helper", "Manager", "Common"]
    let name = platform.reduce(String(file.baseName)) { $0.replacing($1, with: "") }
    let words = name.split { !$0.isLetter }.flatMap(\.capitalizedWords)
    return words.contains { word in empty.contains { word == $0 || word == $0 + "s" } } ? [1] : []
  }

  private static let commentedOutCode = Rule(
    name: "code in a comment", scope: .swift, remedy: "delete it; git keeps it",
    violation: Sample("// let day = next(after: now)"),
    lookalike: Sample("// Let the day end, return to the queue and continue (see `next`).")
  ) { file in
    file.comments.filter { comment in
      guard comment.text.hasPrefix("// ") else { return false }
      return looksLikeCode(comment.text.dropFirst(3))
    }.map(\.line)
  }

  private static let androidFile = "Sources/DeviceModel/Android/ShadeMachine.swift"

  /// The rules of the simulated Android say what is left out of them.
  private static let sourceAlone = Rule(
    name: "a `Source:` without `Not modelled:`", scope: .sources,
    remedy: "say in the same comment what of it is not modelled",
    violation: Sample("/// Shows it.\n///\n/// Source: Android.\nvar a = 1", path: androidFile),
    lookalike: Sample(
      "/// Shows it.\n///\n/// Source: Android.\n/// Not modelled: sounds.\nvar a = 1",
      path: androidFile)
  ) { file in
    guard file.path.hasPrefix("Sources/DeviceModel/Android/") else { return [] }
    var found: [Int] = []
    var source: Int?
    for (index, line) in file.lines.enumerated() {
      guard line.drop(while: { $0 == " " }).hasPrefix("///") else {
        if let source { found.append(source) }
        source = nil
        continue
      }
      if line.contains("Source:") { source = index + 1 }
      if line.contains("Not modelled:") { source = nil }
    }
    return found
  }

  /// True for a line that begins with a keyword and continues like code, or calls and ends.
  private static func looksLikeCode(_ text: Substring) -> Bool {
    let text = text.drop { $0 == " " }
    if text.isEmpty { return false }
    if text.allSatisfy({ "{}();".contains($0) }) || text.hasSuffix("{") { return true }
    switch text.prefix(while: \.isLetter) {
    case "let", "var": return text.contains(" = ")
    case "func", "init": return text.contains("(") && text.contains(")")
    case "import": return text.split(separator: " ").count == 2
    case "return", "try": return text.hasSuffix(")") && !text.contains(" (")
    default: return text.hasSuffix(")") && !text.contains(" ") && text.contains(".")
    }
  }
}

extension StringProtocol {
  /// The words of a name in camel case: `storageHelpers` has `storage` and `Helpers`.
  var capitalizedWords: [String] {
    reduce(into: []) { words, character in
      if character.isUppercase || words.isEmpty { words.append("") }
      words[words.count - 1].append(character)
    }
  }
}
