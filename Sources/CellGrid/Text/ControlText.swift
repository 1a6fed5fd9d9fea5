/// Characters that would command a terminal instead of being shown.
enum ControlText {
  /// The letter of `^X` for a control character below U+0080; nil for others.
  static func letter(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar.value < 0x20 { return Unicode.Scalar(scalar.value + 0x40) }
    return scalar.value == 0x7F ? "?" : nil
  }

  /// Whether a scalar above U+007F is a control, reorders text or ends a line.
  static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      true
    default: false
    }
  }
}
