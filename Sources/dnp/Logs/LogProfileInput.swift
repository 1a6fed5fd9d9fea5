import ArgumentParser
import DeviceLogs
import Foundation
import LocatedYAML
import PlainText

/// Profiles given on the command line.
enum LogProfileInput {
  /// The profiles for built-in names and files.
  static func profiles(_ names: [String]) throws(CommandFailure) -> [LogProfile] {
    var profiles: [LogProfile] = []
    for name in names {
      let profile = try profile(name, of: "--profile")
      guard !profiles.contains(where: { $0.name == profile.name }) else {
        throw CommandFailure(
          .validationFailure, "--profile \(name): '\(profile.name)' is there twice; name it once")
      }
      profiles.append(profile)
    }
    return profiles
  }

  /// The profile that an option names.
  static func profile(
    _ name: String, of option: String
  ) throws(CommandFailure) -> LogProfile {
    if let profile = BuiltInProfiles.profile(named: name) { return profile }
    guard name == "-" || FileManager.default.fileExists(atPath: name) else {
      let known = BuiltInProfiles.names.joined(separator: ", ")
      throw CommandFailure(
        .missingInput,
        "\(option) \(name): there is no such profile and no such file; use one of: \(known)")
    }
    guard name != "-" else {
      throw CommandFailure(.validationFailure, "\(option) -: stdin is for the log; name a file")
    }
    let input = try InputFile.one(name, bytesMax: ProfileFile.bytesMax)
    do {
      return try ProfileFile.parse(input.bytes, path: name)
    } catch {
      throw CommandFailure(.badFile, SafeText.terminalLine(error.description))
    }
  }
}
