/// The number of columns that a terminal uses for a character.
///
/// The values are those of `wcwidth` in glibc 2.36 with a UTF-8 locale (Unicode 15), which ncurses
/// uses. A test compares every scalar.
public enum TextWidth {
  /// 1 or 2 columns, 0 for a scalar that joins the one before it; nil if it cannot be shown.
  public static func width(of scalar: Unicode.Scalar) -> Int? {
    let value = scalar.value
    if value < 0x300 {
      let isControl = value < 0x20 || (0x7F..<0xA0).contains(value)
      return isControl ? (value == 0 ? 0 : nil) : 1
    }
    var low = 0
    var high = runs.count
    // The last run that begins at or before the scalar.
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle] >> 2 <= value { low = middle } else { high = middle }
    }
    let width = Int(runs[low] & 3)
    return width == 3 ? nil : width
  }

  /// The number of columns that a string takes in a grid.
  public static func columns(of text: some StringProtocol) -> Int {
    Glyphs(text).reduce(0) { $0 + $1.width }
  }
}
