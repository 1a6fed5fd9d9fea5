import Scenarios

extension RunSetup {
  /// The phone in a few words: `ios 17.0, device`.
  var phone: String { "\(platform) \(osVersion), \(variant)" }
}
