/// Scalars that join others into one image, on whose width terminals disagree.
enum ClusterText {
  static let joiner: Unicode.Scalar = "\u{200D}"

  static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  /// Variation selectors and skin tones.
  static func isModifier(_ scalar: Unicode.Scalar) -> Bool {
    (0xFE00...0xFE0F).contains(scalar.value) || (0x1F3FB...0x1F3FF).contains(scalar.value)
  }

  /// Whether a joiner may join it to another scalar: pictures are joined, letters are not.
  static func isJoinable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x2190 && !isModifier(scalar)
  }

  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }
}
