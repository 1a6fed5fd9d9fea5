import ArgumentParser
import Descriptors
import DeviceModel
import ES256K
import Tokens

/// The keys in the phone's keychain: those that everybody knows, and a tester's own.
struct KeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Add the test key of this file, 64 hexadecimal digits, to the phone's keychain.",
      valueName: "path"), completion: .file())
  var keyFile: String?

  /// A file that is longer holds no key.
  private static let bytesMax = 4096

  func validate() throws {
    if keyFile == "-" { throw ValidationError("--key-file needs a file, not stdin") }
  }

  /// The keychain; throws for a file without a key, and shows nothing of its content.
  func keychain() throws(CommandFailure) -> Keychain { try KeyOptions.keychain(ofFile: keyFile) }

  /// The keychain with the key of a file; nil for the keys only that everybody knows.
  static func keychain(ofFile keyFile: String?) throws(CommandFailure) -> Keychain {
    guard let keyFile else { return Keychain(TestKeys.standard) }
    CoreFile.forbid()
    let file = try InputFile.one(keyFile, bytesMax: KeyOptions.bytesMax)
    guard let key = KeyOptions.key(in: file.trimmedBytes) else {
      throw CommandFailure(
        .badFile, "\(keyFile): this is not a key; write its 64 hexadecimal digits on one line")
    }
    return Keychain(TestKeys(own: key))
  }

  private static func key(in bytes: ArraySlice<UInt8>) -> PrivateKey? {
    var digits = bytes
    if digits.starts(with: "0x".utf8) { digits = digits.dropFirst(2) }
    guard digits.count == 64 else { return nil }
    return Hexadecimal.bytes(String(decoding: digits, as: UTF8.self)).flatMap(PrivateKey.init)
  }
}
