import Descriptors
import Foundation
import Gzip

/// One zip file with bundles, each in a folder of its own.
struct BundleZip {
  let path: String
  private var archive = ZipArchive()

  /// The end of a path that asks for a zip file.
  private static let ending = ".zip"

  /// The zip file that a path leads to that a person typed; nil for a folder.
  init?(typed path: String) {
    let path = NSString(string: path).expandingTildeInPath
    guard path.lowercased().hasSuffix(BundleZip.ending), path.count > BundleZip.ending.count else {
      return nil
    }
    self.path = path
  }

  /// The path without the ending.
  var base: String { String(path.dropLast(BundleZip.ending.count)) }

  /// The same file under a name that is free.
  func freeName() throws(CommandFailure) -> String {
    try FreePath.first(base, ending: String(path.suffix(BundleZip.ending.count)))
  }

  /// Adds the files of a bundle in a folder.
  mutating func add(_ bundle: Bundle, folder: String) throws(CommandFailure) {
    for file in bundle.files {
      do throws(ZipArchive.Failure) {
        try archive.add("\(folder)/\(file.name.rawValue)", Array(file.text.utf8))
      } catch {
        throw CommandFailure(.cannotWrite, "\(path): the bundle cannot be packed: \(error)")
      }
    }
  }

  /// Writes the file, by default to its own path.
  func write(to target: String? = nil, makesFolder: Bool = false) throws(CommandFailure) {
    try OutputFile(path: target ?? path).write(archive.bytes, makesFolder: makesFolder)
  }
}
