import DeviceModel
import JSONText
import LocatedYAML

extension StepCondition {
  /// The reason for which the first unmet condition does not hold; nil when all hold.
  static func firstNotMet(
    of conditions: [StepCondition], on device: Device
  ) -> String? {
    for condition in conditions {
      if let reason = condition.reasonNotMet(on: device) { return reason }
    }
    return nil
  }

  /// Why it does not hold on a phone now; nil when it does.
  func reasonNotMet(on device: Device) -> String? {
    let configuration = device.os.configuration
    switch self {
    case .platform(let word): return differs("platform", word, device.os.platformName)
    case .variant(let word): return differs("variant", word, configuration.variant.rawValue)
    case .osVersion(let word): return differs("osVersion", word, configuration.osVersion)
    case .equal(let left, let right): return left == right ? nil : "'\(left)' is not '\(right)'"
    case .system(let what, let owner): return "\(what) belongs to \(owner.title)"
    case .status(let expected):
      let found = PhoneStatus.json(of: device.os)
      return JSONMatch.differences(expected, found, at: YAMLPath([.key("status")])).first.map {
        "\($0.path.text) is \($0.found), not \($0.expected)"
      }
    }
  }

  /// Whether it asks only which phone a run is on, so that it holds all the time or never.
  var isOfPhone: Bool {
    switch self {
    case .platform, .variant, .osVersion, .system: true
    case .equal, .status: false
    }
  }

  private func differs(_ what: String, _ expected: String, _ found: String) -> String? {
    expected == found ? nil : "\(what) is \(found), not \(expected)"
  }
}
