import CellGrid

/// What a click or the wheel does: the same as keys, where it points.
extension Model {
  mutating func take(_ event: MouseEvent) -> [Effect] {
    notice = nil
    switch event.kind {
    case .wheelUp: return turnWheel(event, .up, isDown: false)
    case .wheelDown: return turnWheel(event, .down, isDown: true)
    case .press: return click(event)
    }
  }

  private mutating func turnWheel(
    _ event: MouseEvent, _ move: ListMove, isDown: Bool
  ) -> [Effect] {
    guard overlay == nil, !isDialogAsking, !time.isJumping else {
      return (0..<Mouse.wheelRows).flatMap { _ in perform(.list(.move(move))) }
    }
    if screen.hasLog, layout.log.contains(event) {
      log.move(by: isDown ? Mouse.wheelRows : -Mouse.wheelRows)
      return []
    }
    return (0..<Mouse.wheelRows).flatMap { _ in fulfil(update(pane, .move(move))) }
  }

  private mutating func click(_ event: MouseEvent) -> [Effect] {
    if layout.footer.contains(event) {
      return hint(at: event, among: hints).map { perform($0.action) } ?? []
    }
    guard overlay == nil, !isDialogAsking, !time.isJumping else { return [] }
    if screen.hasLog, layout.log.contains(event) {
      screen = screen.atLog
      let isSame = log.click(row: event.row - layout.log.row)
      return isSame ? fulfil(update(.log, .activate)) : []
    }
    if screen.hasPanes, layout.controls.contains(event) {
      screen = screen.atFirstPart
      guard pane == .controls else { return [] }
      let shape = layout.controlsShape
      let width = layout.controls.columns / shape.columns
      let column = min((event.column - layout.controls.column) / width, shape.columns - 1)
      let row = event.row - layout.controls.row
      let isSame = controls.click(at: column * shape.rows + row, shape)
      return isSame ? fulfil(update(.controls, .activate)) : []
    }
    return []
  }
}
