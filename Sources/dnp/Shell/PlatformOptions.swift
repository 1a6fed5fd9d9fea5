public import ArgumentParser
public import DeviceModel
public import Reports

/// On which system a phone runs.
struct PlatformOptions: ParsableArguments {
  @Option(
    help: """
      The phone's system, ios or android; a scenario for another one is skipped. (default: the \
      scenario's own, else ios)
      """)
  var platform: DevicePlatform?
}

extension DevicePlatform: ExpressibleByArgument {}
extension LogStyle: ExpressibleByArgument {}
extension DeviceVariant: ExpressibleByArgument {}
