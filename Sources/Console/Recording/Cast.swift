public import CellGrid
import JSONText

/// A film of the screen in the format asciicast v2: a header, then a line for each event.
///
/// Each frame has only what differs from the frame before; what the person did is a marker.
/// Source: docs.asciinema.org, manual, asciicast v2.
public struct Cast: Sendable {
  private let title: String
  private var shown: CellGrid?
  /// The act that had a marker last.
  private var marked: Model.Act?

  /// Begins a film.
  public init(title: String) {
    self.title = title
  }

  /// The lines of a frame: the header with the first one, a new size, the marker of what was done,
  /// and what changed on the screen.
  ///
  /// - Parameters:
  ///   - microseconds: When it is shown, since the first frame.
  ///   - epochSeconds: When the film was made; nil leaves that out.
  public mutating func lines(
    _ grid: CellGrid, act: Model.Act?, at microseconds: Int64, epochSeconds: Int64? = nil
  ) -> String {
    var lines: [JSONValue] = []
    if let shown, shown.size != grid.size {
      lines.append(event(microseconds, "r", "\(grid.size.columns)x\(grid.size.rows)"))
    } else if shown == nil {
      lines.append(header(grid.size, epochSeconds))
    }
    if let act, act != marked, shown != nil { lines.append(event(microseconds, "m", act.text)) }
    marked = act
    let changes = DisplayText.changes(from: shown, to: grid)
    shown = grid
    if !changes.isEmpty { lines.append(event(microseconds, "o", changes)) }
    return lines.map { $0.canonicalText + "\n" }.joined()
  }

  private func header(_ size: CellSize, _ epochSeconds: Int64?) -> JSONValue {
    var header: JSONObject = [
      "version": 2, "width": .integer(Int64(size.columns)), "height": .integer(Int64(size.rows)),
      "title": .string(title), "env": ["TERM": "xterm-256color"],
    ]
    if let epochSeconds { header["timestamp"] = .integer(epochSeconds) }
    return .object(header)
  }

  private func event(_ microseconds: Int64, _ code: String, _ data: String) -> JSONValue {
    [.number(Double(microseconds) / 1_000_000), .string(code), .string(data)]
  }
}
