public import ArgumentParser
public import DeviceModel

/// On which system a phone runs, and which version of the plugin.
struct PlatformOptions: ParsableArguments {
  @Option(
    help: """
      The phone's system, ios or android; a scenario for another one is skipped. (default: the \
      scenario's own, else ios)
      """)
  var platform: DevicePlatform?

  @Option(
    help: """
      The version of the plugin, upstream or upstream-code; a scenario's own knobs take \
      precedence. \
      (default: the scenario's own, else this project's)
      """)
  var profile: CompatibilityProfile?
}

extension DevicePlatform: ExpressibleByArgument {}
extension CompatibilityProfile: ExpressibleByArgument {}
extension DeviceVariant: ExpressibleByArgument {}
