import DailyNotification
import DeviceModel
import JSONText
import Session

/// An expectation that failed: what was expected, and what was found.
struct Mismatch: Error, Hashable {
  let expected: String
  let found: String
  /// Whether the check itself was impossible, so that its opposite does not hold either.
  let isBroken: Bool

  init(_ expected: String, _ found: String, isBroken: Bool = false) {
    self.expected = expected
    self.found = found
    self.isBroken = isBroken
  }

  init(_ difference: JSONMatch.Difference) {
    self.init("\(difference.path) = \(difference.expected)", difference.found)
  }
}

extension Step.Outcome {
  /// The outcome as words.
  var words: String {
    switch self {
    case .succeeds: "success"
    case .returns(let value): "the value \(value.canonicalText)"
    case .rejects(let rejection):
      "a rejection \(rejection["error"]?.stringValue ?? rejection.canonicalText)"
    case .refused(let name): "the refusal \(name)"
    case .isLost: "the call to be lost with the process"
    case .waits: "no reply by the end"
    }
  }

  /// How the end of a call differs from the expected outcome; nil when it does not.
  func mismatch(with end: CallEnd.Result) -> Mismatch? {
    switch (self, end) {
    case (.isLost, .lost): return nil
    case (_, .lost): return Mismatch(words, "the call was lost with the app's process")
    case (.succeeds, .replied(.value)): return nil
    case (.returns(let expected), .replied(.value(let value))):
      return JSONMatch.difference(expected, value, at: "returns").map { Mismatch($0) }
    case (.rejects(let expected), .replied(.rejected(let rejection))):
      return JSONMatch.difference(expected, rejection.json, at: "rejects").map { Mismatch($0) }
    case (_, .replied(.rejected(let rejection))):
      return Mismatch(words, "rejected \(rejection.kind.rawValue): \(rejection.message)")
    case (_, .replied(.value(let value))):
      return Mismatch(words, "the value \(value.canonicalText)")
    }
  }
}
