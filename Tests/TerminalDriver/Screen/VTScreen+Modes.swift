import CellGrid

/// Modes that are switched on and off.
extension VTScreen {
  /// Modes without a visible effect here.
  private static let recordedModes: Set<Int> = [
    1, 3, 4, 5, 7, 9, 12, 1_000, 1_002, 1_003, 1_004, 1_005, 1_006, 1_007, 1_015, 1_034, 2_004,
  ]

  /// Modes of `ESC [ ? … h`; false if one of them is unknown.
  mutating func setPrivateModes(_ sequence: ControlSequence, isOn: Bool) -> Bool {
    var isKnown = true
    for parameter in sequence.parameters {
      isKnown = setPrivateMode(parameter[0], isOn) && isKnown
    }
    return isKnown
  }

  private mutating func setPrivateMode(_ mode: Int, _ isOn: Bool) -> Bool {
    switch mode {
    case 6:
      pen.isOriginRelative = isOn
      goTo(row: 0)
      goTo(column: 0)
    case 25: isCursorVisible = isOn
    case 47, 1_047, 1_049: showAlternate(isOn, mode: mode)
    case 1_048: if isOn { saved = pen } else { restorePen() }
    case 2_026: if !isOn, isSynchronized { synchronizedUpdateCount += 1 }
    case _ where Self.recordedModes.contains(mode): break
    default: return false
    }
    if isOn { privateModes.insert(mode) } else { privateModes.remove(mode) }
    return true
  }

  /// Shows one of the two screens; 1049 also saves and restores the cursor and clears the screen.
  private mutating func showAlternate(_ isOn: Bool, mode: Int) {
    if mode == 1_049, isOn { saved = pen }
    if isOn != isAlternateScreen {
      swap(&buffer, &hidden)
      swap(&saved, &hiddenSaved)
      isAlternateScreen = isOn
    }
    if isOn, mode != 47 { buffer.eraseRows(0..<size.rows, style: pen.style.erased) }
    if mode == 1_049, !isOn { restorePen() }
    pen.isWrapPending = false
  }

  /// Modes of `ESC [ … h`; false if one of them is unknown.
  mutating func setModes(_ sequence: ControlSequence, isOn: Bool) -> Bool {
    var isKnown = true
    for parameter in sequence.parameters {
      switch parameter[0] {
      case 4: isInserting = isOn
      // The shape of the cursor, with which `cnorm` and `cvvis` begin in terminfo's `screen`.
      case 34: break
      default: isKnown = false
      }
    }
    return isKnown
  }
}
