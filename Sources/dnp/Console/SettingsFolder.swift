import Foundation

/// The folder of a person's own settings: `dnp` in `$XDG_CONFIG_HOME`, else in `~/.config`.
enum SettingsFolder {
  /// The path of a file in it; nil where there is none.
  static func file(_ name: String) -> String? {
    let own = HostEnvironment.value("XDG_CONFIG_HOME").flatMap { $0.isEmpty ? nil : $0 }
    guard let folder = own ?? HostEnvironment.value("HOME").map({ "\($0)/.config" })
    else { return nil }
    let path = "\(folder)/dnp/\(name)"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}
