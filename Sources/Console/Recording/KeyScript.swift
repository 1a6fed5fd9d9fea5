public import CellGrid
import PlainText

/// Keys as a person writes them down: a name a word, `"text in quotes"` for its characters.
///
/// ```
/// # The first run
/// c r y s
/// : "advance 1h" Enter
/// ```
///
/// A line that begins with `#` is a comment.
public enum KeyScript {
  /// Why a script cannot be pressed.
  public struct Failure: Error, Hashable, CustomStringConvertible {
    public let line: Int
    public let reason: String

    public var description: String { "line \(line): \(reason)" }
  }

  /// The largest file that is read, in bytes.
  public static let bytesMax = 1 << 20

  /// Reads a script.
  public static func keys(_ text: String) throws(Failure) -> [Key] {
    var keys: [Key] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (place, line) in lines.enumerated() {
      do {
        keys += try self.keys(ofLine: line)
      } catch {
        throw Failure(line: place + 1, reason: error.reason)
      }
    }
    return keys
  }

  private struct BadWord: Error {
    let reason: String
  }

  private static func keys(ofLine line: Substring) throws(BadWord) -> [Key] {
    var keys: [Key] = []
    var rest = line.drop(while: \.isWhitespace)
    if rest.first == "#" { return [] }
    while !rest.isEmpty {
      let word = rest.prefix { !$0.isWhitespace }
      if word.first == "\"", word != "\"" {
        let inside = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest.dropFirst(inside.count + 1)
        guard rest.first == "\"" else { throw BadWord(reason: "a quotation mark is not closed") }
        rest = rest.dropFirst()
        keys += inside.unicodeScalars.map { Key.character($0) }
      } else {
        guard let key = Key(name: String(word)) else {
          throw BadWord(
            reason: "'\(String(word).shortened())' is no key; keys are c, Enter, Space, Ctrl-L, "
              + "Shift-Tab, PgUp, F2, and \"text\" is typed")
        }
        keys.append(key)
        rest = rest.dropFirst(word.count)
      }
      rest = rest.drop(while: \.isWhitespace)
    }
    return keys
  }
}
