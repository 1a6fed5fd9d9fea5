import CivilTime
import JSONText

extension FileNode {
  /// The entries of a mapping, or what was expected there.
  func mapping(_ what: String) throws(FileProblem) -> [Entry] {
    guard case .mapping(let entries) = content else {
      throw FileProblem(place, "\(what) must be a mapping, not \(kindName)", "write 'key: value'")
    }
    return entries
  }

  /// The items of a list, or what was expected there.
  func list(_ what: String) throws(FileProblem) -> [FileNode] {
    guard case .list(let items) = content else {
      throw FileProblem(
        place, "\(what) must be a list, not \(kindName)", "write each item behind '- '")
    }
    return items
  }

  /// A text that is not empty, as it was written.
  func text(_ what: String) throws(FileProblem) -> String {
    guard let text = rawText, !text.isEmpty, !isNull else {
      throw FileProblem(place, "\(what) must be a text, not \(kindName)", "write one, in quotes")
    }
    return text
  }

  /// One text, or a list of them.
  func texts(_ what: String) throws(FileProblem) -> [(text: String, place: SourcePlace)] {
    guard case .list(let items) = content else { return [(try text(what), place)] }
    var texts: [(text: String, place: SourcePlace)] = []
    for item in items { texts.append((try item.text("each item of \(what)"), item.place)) }
    return texts
  }

  func flag(_ what: String) throws(FileProblem) -> Bool {
    guard case .bool(let flag) = json else {
      throw FileProblem(place, "\(what) must be true or false, not \(kindName)", "write true")
    }
    return flag
  }

  func integer(_ what: String, in range: ClosedRange<Int>) throws(FileProblem) -> Int {
    guard case .integer(let number) = json, let value = Int(exactly: number),
      range.contains(value)
    else {
      throw FileProblem(
        place, "\(what) must be a whole number from \(range.lowerBound) to \(range.upperBound)",
        "got \(rawText.map { "'\(Suggestion.shortened($0))'" } ?? kindName)")
    }
    return value
  }

  func choice(_ what: String, of words: [String]) throws(FileProblem) -> String {
    let word = try text(what)
    guard words.contains(word) else {
      throw .unknown("value of \(what)", word, at: place, known: words)
    }
    return word
  }

  /// An ISO 8601 time, in milliseconds since the Unix epoch.
  func instant(_ what: String) throws(FileProblem) -> Int64 {
    let written = try text(what)
    guard let milliseconds = ISO8601.parse(written) else {
      throw FileProblem(
        place, "\(what) must be an ISO 8601 time, not '\(Suggestion.shortened(written))'",
        "write it like \"2025-11-15T05:53:00Z\"")
    }
    return milliseconds
  }

  /// A duration in milliseconds: a whole number of them, or `1h30m`.
  func duration(_ what: String) throws(FileProblem) -> Int64 {
    guard let text = rawText, let milliseconds = DurationText.milliseconds(text) else {
      let got = rawText.map { "'\(Suggestion.shortened($0))'" } ?? kindName
      throw FileProblem(
        place, "\(what) must be a duration of at most ten years, not \(got)",
        "write milliseconds, or units from large to small such as 2d, 1h30m, 90s, 250ms")
    }
    return milliseconds
  }
}
