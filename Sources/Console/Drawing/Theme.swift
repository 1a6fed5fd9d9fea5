import CellGrid

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
    case .hit: CellStyle(.standard, on: .standard, [.reverse, .bold])
    }
  }
}
