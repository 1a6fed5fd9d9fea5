import CellGrid
import Foundation
import ProjectFiles
import Testing

/// Screens kept as files: their glyphs, and on the specimen the styles, too.
///
/// `SNAP_UPDATE=1` rewrites them.
enum Snapshot {
  private static let folder = "Tests/ConsoleTests/Snapshots"

  /// Compares the glyphs of a screen with its kept file.
  static func expect(
    _ grid: CellGrid, named name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = GridText.lines(grid).map { $0 + "\n" }.joined()
    let named = "\(name)-\(grid.size.columns)x\(grid.size.rows)"
    try expect(text, named: named, sourceLocation: sourceLocation)
  }

  /// Compares a text with its kept file.
  static func expect(
    _ text: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = "\(folder)/\(name).txt"
    if ProjectFile.isUpdating { try ProjectFile.write(text, to: path) }
    let kept = (try? ProjectFile.text(path)) ?? ""
    guard kept != text else { return }
    Issue.record(
      "\(path) differs; look at it, then SNAP_UPDATE=1 rewrites it\n\(difference(kept, text))",
      sourceLocation: sourceLocation)
  }

  /// The first lines that differ.
  static func difference(_ kept: String, _ text: String) -> String {
    let old = kept.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let rows = (0..<max(old.count, new.count)).filter { row in
      (row < old.count ? old[row] : "") != (row < new.count ? new[row] : "")
    }
    return rows.prefix(5).map { row in
      let before = row < old.count ? old[row] : ""
      let after = row < new.count ? new[row] : ""
      return "\(row + 1)- \(before)\n\(row + 1)+ \(after)"
    }.joined(separator: "\n")
  }
}
