import Console

/// The keys that a person has changed, in a file of the folder of settings.
enum PersonalKeys {
  private static let fileName = "keys.yaml"

  /// The keys that count, and what is wrong with the file; one that cannot be read changes nothing.
  static func read() -> (bindings: Bindings, problems: [String]) {
    guard let path = SettingsFolder.file(fileName) else { return (.standard, []) }
    do {
      let input = try InputFile.regular(path, bytesMax: KeyMapFile.bytesMax)
      return KeyMapFile.read(input.bytes, path: path)
    } catch {
      return (.standard, [error.message])
    }
  }
}
