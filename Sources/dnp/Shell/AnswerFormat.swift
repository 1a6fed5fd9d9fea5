import ArgumentParser
import JSONText
import PlainText

/// How an answer is printed: sentences or a table for people, or JSON for programs.
enum AnswerFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json

  /// The answer in this format; JSON is indented and ends in a line feed.
  func answer(text: @autoclosure () -> String, json: @autoclosure () -> JSONValue) -> String {
    switch self {
    case .text: text()
    case .json: SafeText.json(json().prettyText) + "\n"
    }
  }
}
