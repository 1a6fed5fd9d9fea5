import PlainText

/// Converts any string into a sequence of glyphs that are safe to show.
///
/// Control characters become `^X` (a tab one blank); bidirectional controls and scalars without
/// width become the replacement character. Of a cluster that terminals disagree about (joined
/// emoji, flags, skin tones, variation selectors) the first glyph remains. O(1) per scalar.
public struct Glyphs: Sequence, IteratorProtocol, Sendable {
  private var scalars: String.UnicodeScalarView.Iterator
  private var ahead: Unicode.Scalar?
  /// The letter of a `^X` whose caret has been returned.
  private var controlLetter: Unicode.Scalar?

  /// The glyphs of a string.
  public init(_ text: some StringProtocol) {
    scalars = String(text).unicodeScalars.makeIterator()
    ahead = scalars.next()
  }

  /// The next glyph; nil at the end.
  public mutating func next() -> Glyph? {
    if let letter = controlLetter {
      controlLetter = nil
      return Glyph(scalar: letter, mark: nil, width: 1)
    }
    while let scalar = ahead {
      ahead = scalars.next()
      if scalar.value < 0x7F, scalar.value >= 0x20 {
        return glyph(scalar, width: 1)
      }
      if let control = scalar.caretLetter {
        if scalar == "\t" { return Glyph(scalar: " ", mark: nil, width: 1) }
        controlLetter = control
        return Glyph(scalar: "^", mark: nil, width: 1)
      }
      if scalar.isUnsafeInCell { return .replacement }
      switch TextWidth.width(of: scalar) {
      case 0: continue
      case let width? where ClusterText.isRegionalIndicator(scalar):
        if let other = ahead, ClusterText.isRegionalIndicator(other) { ahead = scalars.next() }
        return glyph(scalar, width: width)
      case let width?: return glyph(scalar, width: width)
      case nil: return .replacement
      }
    }
    return nil
  }

  /// Consumes what belongs to a base: its first mark is kept, everything else is dropped.
  private mutating func glyph(_ scalar: Unicode.Scalar, width: Int) -> Glyph {
    // No scalar below the first combining mark joins what precedes it.
    guard let follower = ahead, follower.value >= 0x300 else {
      return Glyph(scalar: scalar, mark: nil, width: width)
    }
    var mark: Unicode.Scalar?
    while let follower = ahead, follower.value >= 0x300 {
      if follower == ClusterText.joiner {
        ahead = scalars.next()
        if let joined = ahead, ClusterText.isJoinable(joined) { ahead = scalars.next() }
      } else if ClusterText.isModifier(follower) {
        ahead = scalars.next()
      } else if TextWidth.width(of: follower) == 0, !follower.isUnsafeInCell {
        if mark == nil, ClusterText.isMark(follower) { mark = follower }
        ahead = scalars.next()
      } else {
        break
      }
    }
    return Glyph(scalar: scalar, mark: mark, width: width)
  }
}
