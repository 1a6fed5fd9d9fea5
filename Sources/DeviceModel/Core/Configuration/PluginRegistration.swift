public import DailyNotification
import PlainText

extension Knobs {
  /// Which calls the app's build of the plugin has; the host rejects the others.
  ///
  /// Source: iOS builds up to 2026-03-17 answer `scheduleDualNotification` with UNIMPLEMENTED.
  public enum PluginRegistration: Hashable, Sendable {
    /// All.
    case full
    /// All but those of the dual schedule.
    case noDual
    /// None: the plugin is not registered.
    case none
    /// All but these, in the order of the contract; never empty.
    case without([PluginMethod])

    /// The values that are one word.
    private static let single: [PluginRegistration] = [.full, .noDual, .none]
    static let words = single.map(\.text)
    /// The keys of the object that names single methods.
    static let keys = ["without"]
    /// A value that names a method.
    static let example = PluginRegistration.without([.cancelDualSchedule]).text

    /// The value as a knob has it: `noDual`, `without cancelDualSchedule updateDualScheduleConfig`.
    public var text: String {
      switch self {
      case .full: "full"
      case .noDual: "noDual"
      case .none: "none"
      case .without(let methods):
        (["without"] + methods.map(\.rawValue)).joined(separator: " ")
      }
    }

    /// Reads a value; nil for anything else, and for a method that the plugin does not have.
    public init?(_ text: String) {
      if let single = PluginRegistration.single.first(where: { $0.text == text }) {
        self = single
        return
      }
      let words = text.split(separator: " ")
      guard words.first == "without", words.count > 1 else { return nil }
      var lacking: Set<PluginMethod> = []
      for word in words.dropFirst() {
        guard let method = PluginMethod(rawValue: String(word)) else { return nil }
        lacking.insert(method)
      }
      self = .without(PluginMethod.allCases.filter(lacking.contains))
    }

    /// Whether the build has a method; one that no build has goes to the plugin, which says so.
    public func has(_ method: String) -> Bool {
      switch self {
      case .full: true
      case .noDual: PluginMethod(rawValue: method)?.isOfDual != true
      case .none: false
      case .without(let methods): !methods.contains { $0.rawValue == method }
      }
    }
  }
}
