import CellGrid

/// What a piece of the screen is, from which its look follows.
enum Role: Hashable, CaseIterable {
  case text
  case dim
  case bold
  case header
  case badge
  case line
  case title
  case key
  case ok
  case pending
  case error
  case warning
  case marked
  case markedElsewhere
  case disabled
  case dialog
  case dialogMarked
  case hit
}

/// The looks of the default theme, in colours or in emphasis alone.
struct Theme: Hashable {
  let isColored: Bool

  func style(_ role: Role) -> CellStyle {
    isColored ? colored(role) : plain(role)
  }

  private func colored(_ role: Role) -> CellStyle {
    switch role {
    case .text: .plain
    case .dim, .line, .disabled: CellStyle(.gray)
    case .bold: CellStyle(.standard, on: .standard, .bold)
    case .header: CellStyle(.white, on: .blue, .bold)
    case .badge: CellStyle(.black, on: .yellow)
    case .title: CellStyle(.cyan, on: .standard, .bold)
    case .key: CellStyle(.cyan)
    case .ok: CellStyle(.green)
    case .pending: CellStyle(.yellow)
    case .warning: CellStyle(.yellow)
    case .error: CellStyle(.red, on: .standard, .bold)
    case .marked: CellStyle(.black, on: .cyan)
    case .markedElsewhere: CellStyle(.standard, on: .standard, .underline)
    case .dialog: CellStyle(.black, on: .white)
    case .dialogMarked: CellStyle(.white, on: .blue, .bold)
    case .hit: CellStyle(.black, on: .yellow)
    }
  }

  private func plain(_ role: Role) -> CellStyle {
    switch role {
    case .text, .ok, .pending, .key, .line: .plain
    case .dim, .disabled: CellStyle(.standard, on: .standard, .dim)
    case .bold, .title, .error, .warning: CellStyle(.standard, on: .standard, .bold)
    case .header, .marked, .dialog: CellStyle(.standard, on: .standard, .reverse)
    case .badge, .dialogMarked: CellStyle(.standard, on: .standard, [.reverse, .bold, .underline])
    case .markedElsewhere: CellStyle(.standard, on: .standard, .underline)
    case .hit: CellStyle(.standard, on: .standard, [.reverse, .bold])
    }
  }
}

extension Light {
  /// Its colour.
  var role: Role {
    switch self {
    case .ok: .ok
    case .pending: .pending
    case .error: .error
    case .off: .dim
    }
  }
}
