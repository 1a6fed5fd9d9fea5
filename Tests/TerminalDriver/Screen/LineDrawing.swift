/// The character set that ncurses uses for lines where it does not send UTF-8.
enum LineDrawing {
  /// The meaning of a byte from 0x60 to 0x7E in DEC's special graphics; others do not change.
  static func scalar(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0x60...0x7E).contains(scalar.value) else { return scalar }
    return table[Int(scalar.value - 0x60)]
  }

  private static let table = Array("◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)
}
