import ArgumentParser

/// When colours are used, as `--color` says it.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  /// As the environment asks for, else on a terminal that has them.
  case auto
  case always
  case never

  /// What counts when the environment is asked too: `NO_COLOR` first, then `FORCE_COLOR`.
  ///
  /// Source: no-color.org and force-color.org; both count when they are not empty. `FORCE_COLOR`
  /// with `0` or `false` asks for none, as many programs read it.
  var resolved: ColorChoice {
    guard self == .auto else { return self }
    if !(HostEnvironment.value("NO_COLOR") ?? "").isEmpty { return .never }
    switch HostEnvironment.value("FORCE_COLOR") ?? "" {
    case "": return .auto
    case "0", "false": return .never
    default: return .always
    }
  }
}
