import CivilTime
import JSONText
import PlainText

/// Each of these reads one kind of value; `what` names it in the error that another kind gets.
extension YAMLNode {
  /// The entries of a mapping.
  public func mapping(_ what: String) throws(YAMLProblem) -> [Entry] {
    guard case .mapping(let entries) = content else {
      throw YAMLProblem(place, "\(what) must be a mapping, not \(kindName)", "write 'key: value'")
    }
    return entries
  }

  /// The entries of a mapping that has no other keys than these.
  public func mapping(_ what: String, keys known: [String]) throws(YAMLProblem) -> [Entry] {
    let entries = try mapping(what)
    for entry in entries where !known.contains(entry.key) {
      throw .unknownKey(of: what, entry.key, at: entry.place, known: known)
    }
    return entries
  }

  /// The items of a list.
  public func list(_ what: String) throws(YAMLProblem) -> [YAMLNode] {
    guard case .list(let items) = content else {
      throw YAMLProblem(
        place, "\(what) must be a list, not \(kindName)", "write each item after '- '")
    }
    return items
  }

  /// A string that is not empty, as it was written; null is none.
  public func text(_ what: String) throws(YAMLProblem) -> String {
    guard let text = rawText, !text.isEmpty, !isNull else {
      throw YAMLProblem(place, "\(what) must be a text, not \(kindName)", "write one, in quotes")
    }
    return text
  }

  /// One string, or a list of them.
  public func texts(_ what: String) throws(YAMLProblem) -> [(text: String, place: SourcePlace)] {
    guard case .list(let items) = content else { return [(try text(what), place)] }
    var texts: [(text: String, place: SourcePlace)] = []
    for item in items { texts.append((try item.text("each item of \(what)"), item.place)) }
    return texts
  }

  /// True or false.
  public func flag(_ what: String) throws(YAMLProblem) -> Bool {
    guard case .bool(let flag) = json else {
      throw YAMLProblem(place, "\(what) must be true or false, not \(shown)", "write true")
    }
    return flag
  }

  /// A whole number within a range.
  public func integer(_ what: String, in range: ClosedRange<Int>) throws(YAMLProblem) -> Int {
    guard case .integer(let number) = json, let value = Int(exactly: number),
      range.contains(value)
    else {
      let bounds = "from \(range.lowerBound) to \(range.upperBound)"
      // A number beyond one bound is put right by the other's neighbour.
      let isTooLarge =
        if case .integer(let number) = json { number > range.upperBound } else { false }
      throw YAMLProblem(
        place, "\(what) must be a whole number \(bounds), not \(shown)",
        isTooLarge
          ? "write \(range.upperBound) or less" : "write \(range.lowerBound) or more")
    }
    return value
  }

  /// One of some words.
  public func choice(_ what: String, of words: [String]) throws(YAMLProblem) -> String {
    let word = try text(what)
    guard words.contains(word) else {
      throw .unknownValue(of: what, word, at: place, known: words)
    }
    return word
  }

  /// The case of an enum whose word is written here.
  public func choice<Word: RawRepresentable<String> & CaseIterable>(
    _ what: String, of _: Word.Type
  ) throws(YAMLProblem) -> Word {
    let word = try text(what)
    guard let choice = Word(rawValue: word) else {
      throw .unknownValue(
        of: what, word, at: place, known: Word.allCases.map(\.rawValue))
    }
    return choice
  }

  /// An ISO 8601 time, in milliseconds since the Unix epoch.
  public func instant(_ what: String) throws(YAMLProblem) -> Int64 {
    let written = try text(what)
    guard let milliseconds = ISO8601.parse(written) else {
      throw YAMLProblem(
        place, "\(what) must be an ISO 8601 time, not '\(written.shortened())'",
        "write it like \"2025-11-15T05:53:00Z\"")
    }
    return milliseconds
  }

  /// A duration in milliseconds: a whole number of them, or `1h30m`.
  public func duration(_ what: String) throws(YAMLProblem) -> Int64 {
    guard let text = rawText, let milliseconds = DurationText.milliseconds(text) else {
      throw YAMLProblem(
        place, "\(what) must be a duration of at most ten years, not \(shown)",
        "write milliseconds, or units from large to small such as 2d, 1h30m, 90s, 250ms")
    }
    return milliseconds
  }

  /// What an error message shows of the value.
  public var shown: String { rawText.map { "'\($0.shortened())'" } ?? kindName }
}
