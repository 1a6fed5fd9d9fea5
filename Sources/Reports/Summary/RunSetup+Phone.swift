import Scenarios

extension RunSetup {
  /// The phone in a few words: `ios 17.0, device`.
  var phone: String { "\(platform) \(osVersion), \(variant)" }
}

extension [ScenarioResult] {
  /// The systems of the phones, each once, in the order of the alphabet.
  var platforms: [String] { Set(map(\.setup.platform)).sorted() }
}
