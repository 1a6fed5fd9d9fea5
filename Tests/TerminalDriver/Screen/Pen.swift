/// Where and how the next character is written: what ESC 7 saves and ESC 8 restores.
struct Pen: Equatable, Sendable {
  var position = ScreenPosition(row: 0, column: 0)
  /// The last column was written; the next character goes to the next row.
  var isWrapPending = false
  var style = VTStyle.plain
  /// Whether G0 and G1 are line drawing.
  var isLineDrawing = [false, false]
  /// Which of the two is in use.
  var charset = 0
  /// Rows are counted from the top of the scroll region.
  var isOriginRelative = false
}
