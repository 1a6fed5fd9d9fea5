import ArgumentParser

/// How an answer is printed: for people or for programs.
enum AnswerFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
}
