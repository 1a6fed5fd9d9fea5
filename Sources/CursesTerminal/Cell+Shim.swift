import CellGrid
import CursesShim

extension dnp_cell {
  /// A cell for the shim; colours and emphasis have the same numbers on both sides.
  ///
  /// - Parameter isASCII: whether other characters are shown as `?`.
  init(_ cell: Cell, isASCII: Bool) {
    let isShown = !isASCII || cell.scalar.isASCII
    let mark = isASCII ? nil : cell.mark
    self.init(
      scalar: isShown ? cell.scalar.value : 0x3F, mark: mark?.value ?? 0, width: cell.width,
      foreground: cell.style.foreground.rawValue, background: cell.style.background.rawValue,
      attributes: cell.style.attributes.rawValue)
  }
}

extension Cell {
  /// A cell that was read back; nil if it contains what no grid can.
  init?(_ cell: dnp_cell) {
    guard let scalar = Unicode.Scalar(cell.scalar),
      let foreground = CellColor(rawValue: cell.foreground),
      let background = CellColor(rawValue: cell.background)
    else { return nil }
    let style = CellStyle(
      foreground, on: background, CellAttributes(rawValue: cell.attributes))
    self.init(
      scalar, mark: cell.mark == 0 ? nil : Unicode.Scalar(cell.mark), style: style,
      width: cell.width)
  }
}
