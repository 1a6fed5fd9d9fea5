import ArgumentParser
import CivilTime
import Reports
import SessionStore

/// What a shell offers for the values of options and arguments.
///
/// A shell asks the program for what is not fixed, with the word that is being typed.
extension CompletionKind {
  /// Scenario files and the folders they are in.
  static let scenario = CompletionKind.file(extensions: ["yaml"])

  /// IANA zones.
  static let zone = asked { _ in ZoneData.identifiers }

  /// The console's sessions.
  static let session = asked { _ in (try? SessionsCommand.folder().names) ?? [] }

  /// Each format of a report, with a usual name for its file; `CompletionScript` adds paths.
  static let report = list(ReportFormat.allCases.map { "\($0.rawValue)=\($0.usualFileName)" })

  private static func asked(
    _ values: @escaping @Sendable (_ word: String) -> [String]
  ) -> CompletionKind {
    .custom { words, index, _ in
      var word = words.indices.contains(index) ? words[index] : ""
      // Zsh passes `--zone=Europe` as it is.
      if word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
        word = String(word[word.index(after: sign)...])
      }
      return values(word).filter { $0.hasPrefix(word) }
    }
  }
}
