import DailyNotification
import PlainText
import Scenarios
import Session

extension Model {
  /// Says what was expected of the last press, `accepted` or `rejects CODE`; without words, that it
  /// ended as it did.
  mutating func expect(_ argument: String) throws(TypedCommand.Failure) {
    if let refusal = keeping.refusal ?? guide.refusal ?? (isInPast ? refusalToLeave : nil) {
      throw TypedCommand.Failure(refusal)
    }
    guard let press = run.lastAct else {
      throw TypedCommand.Failure("nothing was pressed of which something could be expected")
    }
    let expectation = try Model.expectation(argument, of: press)
    branchOffInPast()
    guard run.expect(expectation) != nil else {
      throw TypedCommand.Failure("this session holds no more presses; export it and start anew")
    }
    absorb()
    let isRight = expectation == PressExpectation(asFoundIn: press)
    let text = "\(press.title): expected \(expectation.words), \(press.shortOutcome)"
    notice =
      isRight ? .info("\(press.title): \(press.shortOutcome), as expected") : .warning(text)
  }

  private static func expectation(
    _ argument: String, of press: Press
  ) throws(TypedCommand.Failure) -> PressExpectation {
    if argument == "accepted" { return .accepted }
    let words = argument.split(separator: " ").map(String.init)
    if words.first == "rejects" {
      let codes = Rejection.Kind.allCases.map(\.rawValue)
      guard words.count == 2, let kind = Rejection.Kind(rawValue: words[1]) else {
        let near = words.count == 2 ? Suggestion.nearest(to: words[1], in: codes) : nil
        throw TypedCommand.Failure(
          "'expect rejects' takes a code"
            + (near.map { "; did you mean '\($0)'?" } ?? ": \(codes.joined(separator: ", "))"))
      }
      return .rejected(kind)
    }
    guard argument.isEmpty else {
      throw TypedCommand.Failure("'expect' takes accepted or rejects CODE")
    }
    guard let found = PressExpectation(asFoundIn: press) else {
      throw TypedCommand.Failure("\(press.title): \(press.shortOutcome); nothing to expect of that")
    }
    return found
  }
}
