import DailyNotification
import DeviceModel
import JSONText
import LocatedYAML
import Session

/// An expectation that failed: what was expected, and what was found.
struct Mismatch: Error, Hashable {
  let expected: String
  let found: String
  /// Whether the check itself was impossible, so that its opposite does not hold either.
  let isBroken: Bool
  /// Where in its step it is written; empty for the step itself.
  let path: YAMLPath
  /// The rejection of the step's call, where success was expected.
  var rejection: Rejection?
  /// The refusal of the step's command, where it was expected to be performed.
  var refusal: CommandRefusal?
  /// What else failed at the same step.
  var others: [Mismatch] = []

  init(
    _ expected: String, _ found: String, isBroken: Bool = false, at path: YAMLPath = YAMLPath()
  ) {
    self.expected = expected
    self.found = found
    self.isBroken = isBroken
    self.path = path
  }

  init(_ difference: JSONMatch.Difference) {
    self.init(
      "\(difference.path.text) = \(difference.expected)", difference.found, at: difference.path)
  }

  /// The differences below a key of the step; nil when there are none.
  init?(differences expected: JSONValue, _ found: JSONValue, at key: String) {
    let path = YAMLPath([.key(key)])
    self.init(all: JSONMatch.differences(expected, found, at: path).map { Mismatch($0) })
  }

  /// All of them as one; nil when there are none.
  init?(all mismatches: [Mismatch]) {
    let flat = mismatches.flatMap { mismatch in
      var alone = mismatch
      alone.others = []
      return [alone] + mismatch.others
    }
    guard let first = flat.first else { return nil }
    self = first
    others = Array(flat.dropFirst())
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
      return Mismatch(differences: expected, value, at: "returns")
    case (.rejects(let expected), .replied(.rejected(let rejection))):
      return Mismatch(differences: expected, rejection.json, at: "rejects")
    case (_, .replied(.rejected(let rejection))):
      var mismatch = Mismatch(
        words, "rejected \(rejection.kind.rawValue): \(rejection.message)")
      mismatch.rejection = rejection
      return mismatch
    case (_, .replied(.value(let value))):
      return Mismatch(words, "the value \(value.canonicalText)")
    }
  }
}
