/// The servers of people who use the app for real: no test may ask them, whatever is allowed.
enum ProductionHosts {
  /// Each name stands for itself and every name below it.
  private static let names = ["endorser.ch", "timesafari.app", "timesafari.org"]

  /// The production name that a host's name in lower case lies in; nil when there is none.
  static func name(of host: String) -> String? {
    names.first { host == $0 || host.hasSuffix("." + $0) }
  }
}
