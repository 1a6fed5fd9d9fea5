import CellGrid
import DeviceModel

/// A system dialog, in front of everything that belongs to the app.
struct DialogView {
  let dialog: SystemDialog
  let isAllowMarked: Bool
  /// Whether its keys count now; a question of a walkthrough may have to be answered first.
  let hasKeyboard: Bool
  let bindings: Bindings
  /// The system that asks.
  let platform: DevicePlatform

  private var title: String {
    switch (dialog, platform) {
    case (.permission, .ios): "“Daily Notification Test” Would Like to Send You Notifications"
    case (.permission, .android): "Allow Daily Notification Test to send you notifications?"
    case (.batteryExemption, _): "Let app always run in background?"
    }
  }

  /// What it says below its title.
  private var explanation: [String] {
    switch (dialog, platform) {
    case (.permission, .ios):
      [
        "", "Notifications may include alerts, sounds, and",
        "icon badges. These can be configured in Settings.",
      ]
    case (.permission, .android): []
    case (.batteryExemption, _):
      [
        "", "Without battery optimization the app may use",
        "more power. You can change this later in Settings.",
      ]
    }
  }

  private var allow: String { "[\(bindings.text(of: .dialog(.allow)))] Allow" }

  private var deny: String {
    let word =
      switch (dialog, platform) {
      case (.permission, .ios): "Don’t Allow"
      case (.permission, .android): "Don’t allow"
      case (.batteryExemption, _): "Deny"
      }
    return "[\(bindings.text(of: .dialog(.deny)))] \(word)"
  }

  /// Paints it in the middle of the screen.
  func paint(_ painter: inout Painter, _ layout: Layout) {
    let rect = layout.windows.centered(CellSize(rows: 9, columns: 54))
    let inside = painter.window(rect, title: platform.title, .dialog)
    let lines = ParagraphText.rows(title, width: 40) + explanation
    for (row, line) in lines.enumerated() {
      let column = max(0, (inside.columns - TextWidth.columns(of: line)) / 2)
      painter.write(line, .dialog, in: inside, row: row, column: column)
    }
    let row = inside.rows - 1
    switch (dialog, platform) {
    case (.permission, .ios), (.batteryExemption, _):
      paintButton(deny, isMarked: !isAllowMarked, &painter, inside, row, column: 6)
      paintButton(allow, isMarked: isAllowMarked, &painter, inside, row, column: 30)
    case (.permission, .android):
      paintButton(allow, isMarked: isAllowMarked, &painter, inside, row - 2, column: 18)
      paintButton(deny, isMarked: !isAllowMarked, &painter, inside, row, column: 18)
    }
  }

  /// Paints it in the buttons' place, as small as it can be read.
  func paint(_ painter: inout Painter, over pane: CellRect) {
    let text = ParagraphText.rows(title, width: pane.columns - 4)
    let rect = pane.split(top: min(pane.rows, text.count + 4)).0
    let inside = painter.window(
      rect, title: platform.title + (hasKeyboard ? "" : ", waits"), .dialog)
    let row = max(0, inside.rows - 2)
    for (place, line) in text.prefix(row).enumerated() {
      painter.write(line, .dialog, in: inside, row: place)
    }
    paintButton(allow, isMarked: isAllowMarked, &painter, inside, row, column: 0)
    paintButton(deny, isMarked: !isAllowMarked, &painter, inside, row + 1, column: 0)
  }

  private func paintButton(
    _ text: String, isMarked: Bool, _ painter: inout Painter, _ rect: CellRect, _ row: Int,
    column: Int
  ) {
    let isMarked = isMarked && hasKeyboard
    painter.write(
      "\(isMarked ? "▸" : " ")\(text) ", isMarked ? .dialogMarked : .dialog, in: rect,
      row: row, column: column)
  }
}
