/// Colours and emphasis (SGR).
extension VTScreen {
  /// Applies the parameters of `ESC [ … m`; false if one of them is unknown.
  mutating func setStyle(_ parameters: [[Int]]) -> Bool {
    var isKnown = true
    var rest = parameters[...]
    while let parameter = rest.popFirst() {
      switch parameter[0] {
      case 38, 48: isKnown = setColor(parameter, &rest) && isKnown
      default: isKnown = setPlain(parameter) && isKnown
      }
    }
    return isKnown
  }

  private mutating func setPlain(_ parameter: [Int]) -> Bool {
    switch parameter[0] {
    case -1, 0: pen.style = .plain
    case 22: pen.style.attributes.subtract([.bold, .dim])
    case 30...37: pen.style.foreground = .palette(UInt8(parameter[0] - 30))
    case 39: pen.style.foreground = .standard
    case 40...47: pen.style.background = .palette(UInt8(parameter[0] - 40))
    case 49: pen.style.background = .standard
    case 90...97: pen.style.foreground = .palette(UInt8(parameter[0] - 82))
    case 100...107: pen.style.background = .palette(UInt8(parameter[0] - 92))
    case 4 where parameter.count == 2 && parameter[1] == 0:
      pen.style.attributes.remove(.underline)
    default:
      if let on = Self.attribute(parameter[0]) {
        pen.style.attributes.insert(on)
      } else if parameter[0] > 22, let off = Self.attribute(parameter[0] - 20) {
        pen.style.attributes.remove(off)
      } else {
        return false
      }
    }
    return true
  }

  private static func attribute(_ number: Int) -> VTAttributes? {
    switch number {
    case 1: .bold
    case 2: .dim
    case 3: .italic
    case 4: .underline
    case 5: .blink
    case 7: .reverse
    case 8: .invisible
    case 9: .strikethrough
    default: nil
    }
  }

  /// A colour by number (`38;5;n`) or by components (`38;2;r;g;b`), with semicolons or colons.
  private mutating func setColor(_ parameter: [Int], _ rest: inout ArraySlice<[Int]>) -> Bool {
    var values = parameter.dropFirst()
    if values.isEmpty {
      let count = rest.first?.first == 5 ? 2 : 4
      values = ArraySlice(rest.prefix(count).map { $0[0] })
      rest = rest.dropFirst(count)
    }
    guard let color = Self.color(Array(values)) else { return false }
    if parameter[0] == 38 { pen.style.foreground = color } else { pen.style.background = color }
    return true
  }

  private static func color(_ values: [Int]) -> VTColor? {
    // With colons, a colour space may be between 2 and red.
    let numbers = values.dropFirst().suffix(3).compactMap { UInt8(exactly: $0) }
    switch (values.first, numbers.count) {
    case (5, 1): return .palette(numbers[0])
    case (2, 3): return .rgb(numbers[0], numbers[1], numbers[2])
    default: return nil
    }
  }
}
