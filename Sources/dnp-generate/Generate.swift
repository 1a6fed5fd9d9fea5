import Foundation
import GeneratedFiles

/// Writes the schemas and the tables of the pages into the current folder, the project's.
@main
enum Generate {
  static func main() {
    do {
      for file in SchemaFile.all { try write(file.text, to: "assets/schema/\(file.path)") }
      try write(SchemaShimSource.text, to: SchemaShimSource.path)
      for table in PageTable.all {
        let page = try String(contentsOf: URL(filePath: table.page), encoding: .utf8)
        guard let whole = table.written(into: page) else {
          throw Failure(description: "\(table.page) has no marks for '\(table.name)'")
        }
        try write(whole, to: table.page)
      }
    } catch {
      FileHandle.standardError.write(Data("dnp-generate: \(error)\n".utf8))
      exit(1)
    }
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Writes a file that has another text, or is missing, and names it.
  private static func write(_ text: String, to path: String) throws {
    let url = URL(filePath: path)
    if let old = try? String(contentsOf: url, encoding: .utf8), old == text { return }
    try text.write(to: url, atomically: true, encoding: .utf8)
    print(path)
  }
}
