import DeviceModel

extension ConsoleOptions {
  /// Reads a command line that only opens the console; nil for every other one.
  ///
  /// The general parser takes as long as the rest of the start up to the first frame, so it is not
  /// asked where there is nothing to find out. It decides, and words all messages, wherever there
  /// is any doubt: a help flag, an abbreviation, something said twice, an unusable value.
  init?(direct arguments: some Sequence<String>) {
    self.init()
    var rest = Array(arguments)[...]
    if rest.first == ConsoleCommand.name { rest.removeFirst() }
    var seen: [String] = []
    while let argument = rest.popFirst() {
      let isRepeatable = ["--scenarios", "--allow-include", "--allow-host"].contains(argument)
      guard isRepeatable || !seen.contains(argument) else { return nil }
      seen.append(argument)
      guard set(argument) || set(argument, to: rest.popFirst()) else { return nil }
    }
    guard (try? check()) != nil else { return nil }
  }

  /// Sets a flag; false for everything else.
  private mutating func set(_ flag: String) -> Bool {
    switch flag {
    case "--plain": isPlain = true
    case "--paused": isPaused = true
    case "--new": isNew = true
    case "--ascii": look.isASCII = true
    case "--live": live.isLive = true
    case "--headless": keyPlay.isHeadless = true
    default: return false
    }
    return true
  }

  /// Sets an option; false for one that does not exist, and for a value that needs a closer look.
  private mutating func set(_ option: String, to value: String?) -> Bool {
    guard let value, let first = value.utf8.first, first != UInt8(ascii: "-") else { return false }
    switch option {
    case "--session": session = value
    case "--seed": return ConsoleOptions.set(&seed, to: UInt64(value))
    case "--platform":
      return ConsoleOptions.set(&platform, to: DevicePlatform(rawValue: value))
    case "--profile":
      return ConsoleOptions.set(&profile, to: CompatibilityProfile(rawValue: value))
    case "--variant": return ConsoleOptions.set(&variant, to: DeviceVariant(rawValue: value))
    case "--os-version": osVersion = value
    case "--target-sdk": return ConsoleOptions.set(&targetSdk, to: Int(value))
    case "--zone": zone = value
    case "--start": start = value
    case "--scenario": scenario = value
    case "--scenarios": scenarios.append(value)
    case "--allow-include": allowedFolders.append(value)
    case "--until": return ConsoleOptions.set(&until, to: Int(value))
    case "--color":
      guard let color = ColorChoice(rawValue: value) else { return false }
      look.color = color
    case "--theme": look.theme = value
    case "--key-file": keyFile = value
    case "--record": keyPlay.record = value
    case "--replay": keyPlay.replay = value
    case "--script": keyPlay.script = value
    case "--cast": keyPlay.cast = value
    case "--size": keyPlay.size = value
    case "--api": live.api = value
    case "--allow-host": live.allowedHosts.append(value)
    case "--idle-descriptor": return ConsoleOptions.set(&idleDescriptor, to: Int32(value))
    default: return false
    }
    return true
  }

  private static func set<Value>(_ property: inout Value?, to value: Value?) -> Bool {
    property = value
    return value != nil
  }
}
