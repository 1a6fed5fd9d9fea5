import CellGrid
import DeviceModel
import PlainText

/// The phone on the whole screen: on the left switches, verbs and knobs, on the right the phone as
/// a person sees it.
struct PhoneScreenView {
  let pane: PhonePane
  let device: Device
  /// The page of Settings that is in front; nil for none.
  let openPage: SettingsScreen?
  /// Whether Notification Center has the keyboard.
  let isAtCards: Bool
  let bindings: Bindings

  /// How many columns the labels have: the longest one's, and at most nine sixteenths of the list.
  private static func labelColumns(_ entries: [PhoneEntry], _ columns: Int) -> Int {
    let longest = entries.map { TextWidth.columns(of: $0.label) }.max() ?? 0
    return min(longest + 2, columns * 9 / 16)
  }
  /// From here on the phone stands beside the list; below that under it.
  private static let besideColumnsMin = 76

  /// Where the list and the phone are.
  static func split(_ rect: CellRect) -> (list: CellRect, phone: CellRect) {
    if rect.columns >= besideColumnsMin {
      let width = max(28, min(48, rect.columns * 2 / 5))
      let list = rect.split(left: rect.columns - width - 1).left
      return (list, rect.split(left: rect.columns - width).rest)
    }
    let (list, phone) = rect.split(bottom: min(7, rect.rows / 2))
    return (list, phone)
  }

  func paint(_ painter: inout Painter, title: CellRect, rows whole: CellRect, covered: Int) {
    let (list, phone) = PhoneScreenView.split(whole)
    painter.rule(title)
    painter.write(
      [
        (" Phone ", isAtCards ? .title : .marked),
        (" \(cutText(list.columns) ?? summary) ", .dim),
      ], in: title, column: 1)
    let isBeside = whole.columns >= PhoneScreenView.besideColumnsMin
    paintList(
      &painter, isBeside ? list.split(bottom: min(covered, max(0, list.rows - 1))).0 : list)
    if isBeside { painter.separator(leftOf: phone) } else { painter.rule(phone) }
    paintPhone(&painter, isBeside ? phone : phone.split(top: 1).rest)
  }

  private var os: OperatingSystem { device.os }

  private var summary: String {
    "\(os.configuration.systemTitle) \(os.configuration.variant.rawValue), seed "
      + "\(os.configuration.seed)" + (os.configuration.knobs.pluginTitle.map { ", \($0)" } ?? "")
  }

  // MARK: The list

  private func paintList(_ painter: inout Painter, _ rect: CellRect) {
    let entries = PhoneEntry.all(device)
    let labels = PhoneScreenView.labelColumns(entries, rect.columns)
    let top = max(pane.position.top, pane.position.marked - rect.rows + 1)
    for row in 0..<rect.rows where top + row < entries.count {
      let isMarked = top + row == pane.position.marked && !isAtCards
      paint(entries[top + row], labels, isMarked: isMarked, &painter, rect.line(row))
    }
  }

  /// What the list cannot show whole of the marked row; nil where it shows everything.
  private func cutText(_ columns: Int) -> String? {
    let entries = PhoneEntry.all(device)
    guard !isAtCards, entries.indices.contains(pane.position.marked) else { return nil }
    let entry = entries[pane.position.marked]
    let refusal = entry.command.flatMap { device.refusal(of: $0) }
    let text = pieces(entry, refusal, true).map(\.text).joined()
    let room = columns - PhoneScreenView.labelColumns(entries, columns)
    return TextWidth.columns(of: text) > room ? text : nil
  }

  private func paint(
    _ entry: PhoneEntry, _ labels: Int, isMarked: Bool, _ painter: inout Painter,
    _ line: CellRect
  ) {
    if entry.isHeading {
      painter.write([(" \(entry.label)", .title), ("  \(advice(entry))", .dim)], in: line)
      return
    }
    if isMarked { painter.fill(line, .marked) }
    let refusal = entry.command.flatMap { device.refusal(of: $0) }
    let label = line.split(left: labels - 1).left
    painter.write(
      "\(isMarked ? "▸" : " ")\(entry.label)",
      isMarked ? .marked : refusal == nil ? .text : .disabled, in: label)
    let value = line.split(left: labels).rest
    painter.write(pieces(entry, refusal, isMarked), in: value)
  }

  /// What a heading says beside its name.
  private func advice(_ heading: PhoneEntry) -> String {
    func key(_ action: Action) -> String { bindings.text(of: action, in: .pane(.phone)) }
    return switch heading.label {
    case PhoneEntry.switchesLabel:
      "\(key(.phone(.previousValue))) and \(key(.phone(.nextValue))) change them"
    case PhoneEntry.verbsLabel: "\(key(.list(.activate))) does them"
    case _: heading.value
    }
  }

  /// A switch's value between its arrows, what a verb does, and why it cannot be done now.
  private func pieces(
    _ entry: PhoneEntry, _ refusal: CommandRefusal?, _ isMarked: Bool
  ) -> [(text: String, role: Role)] {
    func role(_ role: Role) -> Role { isMarked ? .marked : role }
    let why = refusal.map { [(" (\($0.description))", role(.warning))] } ?? []
    switch entry.kind {
    case .choice:
      return [("‹ ", role(.key)), (entry.value, role(.bold)), (" ›", role(.key))] + why
    case .verb:
      // What it does matters less than why it cannot be done.
      return [(refusal?.description ?? entry.value, role(refusal == nil ? .dim : .disabled))]
    case .typed(let text):
      return [(entry.value, role(.dim)), (" :\(text)…", role(.key))]
    case .fixed, .heading: return [(entry.value, role(.dim))]
    }
  }

  // MARK: The phone

  private func paintPhone(_ painter: inout Painter, _ rect: CellRect) {
    let lines = rect.rows < PhoneScreenView.tallRows ? shortSight : sight
    for (row, line) in lines.enumerated() {
      let column = max(0, (rect.columns - TextWidth.columns(of: line.text)) / 2)
      painter.write(line.text, line.role, in: rect, row: row, column: column)
    }
    let cards = rect.split(top: lines.count).rest
    guard os.power.isPoweredOn else { return }
    NotificationCards(os: os, marked: isAtCards ? pane.card : nil).paint(&painter, in: cards)
  }

  /// From so many rows on what is seen has a line for each thing.
  private static let tallRows = 7

  /// What is seen above the notifications, in one line.
  private var shortSight: [(text: String, role: Role)] {
    [(sight.map(\.text).filter { !$0.isEmpty }.joined(separator: " · "), .title)]
  }

  /// What is seen above the notifications: a dark, a locked or a home screen, or the app.
  private var sight: [(text: String, role: Role)] {
    guard os.power.isPoweredOn else {
      return [("", .text), ("the phone is off", .dim), ("", .text)]
    }
    let time = String(ClockText.time(os.wallMilliseconds, os.zone).prefix(5))
    if let openPage, !os.power.isLocked {
      return [(time, .bold), (openPage.title, .title)]
        + openPage.rows(os).map { ($0, .text) } + [(SettingsScreen.wayBack, .dim), ("", .text)]
    }
    return [
      (time, .bold), (ClockText.date(os.wallMilliseconds, os.zone), .dim), (inFront, .title),
      ("", .text),
    ]
  }

  /// What is in front on a screen that is on: the lock screen, a dialog, the app or home.
  private var inFront: String {
    if os.power.isLocked { return os.power.state.title }
    if let dialog = os.dialog { return "the \(dialog.name) is up" }
    return os.process.state.isOnScreen ? "the app is open" : "home screen"
  }
}
