import DeviceModel

/// The phone's screen: the marked switch or verb, and the marked card of Notification Center.
struct PhonePane: Hashable, Sendable {
  /// The marked row of the switches and verbs.
  private(set) var position = ListPosition()
  /// The marked card, from 0 for the newest.
  private(set) var card = 0

  /// Does what a key stands for.
  func update(_ action: PhoneAction, _ device: Device) -> [PaneEffect] {
    switch action {
    case .show: return [.show(.phone(.switches))]
    case .previousValue: return change(by: -1, device)
    case .nextValue: return change(by: 1, device)
    case .dismiss:
      guard let identifier = identifier(device) else { return PhonePane.noCard(device) }
      return [
        .perform(.dismissDelivered(identifier: identifier), title: "dismissDelivered \(identifier)")
      ]
    }
  }

  private func change(by places: Int, _ device: Device) -> [PaneEffect] {
    guard let entry = marked(device) else { return [] }
    switch entry.kind {
    case .choice: return entry.command(by: places).map { [PhonePane.perform($0)] } ?? []
    case .verb: return [.notify(.info("\(entry.label) has no values; Enter does it"))]
    case .typed:
      return [.notify(.info("\(entry.label) has no list of values; Enter, then type one"))]
    case .fixed: return [.notify(PhonePane.knobNotice)]
    case .heading: return []
    }
  }

  private static let knobNotice = Notice.info(
    "a knob is decided when the phone is made; a scenario sets it: dnp --scenario")

  /// The command that a key of the switches and verbs performs; nil where it performs none.
  func command(of action: PhoneAction, _ device: Device) -> Command? {
    switch action {
    case .show: nil
    case .previousValue: marked(device)?.command(by: -1)
    case .nextValue: marked(device)?.command(by: 1)
    case .dismiss: identifier(device).map { .dismissDelivered(identifier: $0) }
    }
  }

  /// The command that Enter performs on the marked switch or verb, or on the marked card.
  func commandOfMarked(isCard: Bool, _ device: Device) -> Command? {
    isCard
      ? identifier(device).map { .tapNotification(identifier: $0) } : marked(device)?.command
  }

  private static func perform(_ command: Command) -> PaneEffect {
    .perform(
      command, title: command.argument.map { "\(command.verb) \($0)" } ?? command.verb)
  }

  /// The marked row.
  private func marked(_ device: Device) -> PhoneEntry? {
    let entries = PhoneEntry.all(device)
    return entries.indices.contains(position.marked) ? entries[position.marked] : nil
  }

  /// Moves the mark, past headings, or uses the marked row.
  mutating func update(
    _ action: ListAction, height: Int, _ device: Device
  ) -> [PaneEffect] {
    let entries = PhoneEntry.all(device)
    switch action {
    case .move(let move):
      let rows = move.rows(height: max(1, height))
      position.move(by: rows, count: entries.count)
      skipHeadings(entries, isForward: rows > 0)
      return []
    case .activate:
      guard let entry = marked(device) else { return [] }
      switch entry.kind {
      case .choice: return change(by: 1, device)
      case .verb(let command): return [PhonePane.perform(command)]
      case .typed(let text): return [.open(.prompt(Prompt(.command, text: text)))]
      case .fixed: return [.notify(PhonePane.knobNotice)]
      case .heading: return []
      }
    }
  }

  private mutating func skipHeadings(_ entries: [PhoneEntry], isForward: Bool) {
    while entries.indices.contains(position.marked), entries[position.marked].isHeading {
      let before = position.marked
      position.move(by: isForward || before == 0 ? 1 : -1, count: entries.count)
      if position.marked == before { return }
    }
  }

  /// Moves the mark among the cards, or taps the marked one.
  mutating func updateCards(_ action: ListAction, _ device: Device) -> [PaneEffect] {
    switch action {
    case .move(let move):
      card += move.rows(height: 5)
      settleCard(device)
      return []
    case .activate:
      guard let identifier = identifier(device) else { return PhonePane.noCard(device) }
      return [
        .perform(.tapNotification(identifier: identifier), title: "tapNotification \(identifier)")
      ]
    }
  }

  private static func noCard(_ device: Device) -> [PaneEffect] {
    [.notify(.info("\(device.os.configuration.shadeTitle) is empty"))]
  }

  /// The name of the marked card's notification; nil where there is none.
  private func identifier(_ device: Device) -> String? {
    let count = device.delivered.count
    guard card < count else { return nil }
    return device.delivered[count - 1 - card].identifier
  }

  private mutating func settleCard(_ device: Device) {
    card = min(max(card, 0), max(0, device.delivered.count - 1))
  }

  /// Keeps the marks inside.
  mutating func settle(_ device: Device, height: Int) {
    let entries = PhoneEntry.all(device)
    skipHeadings(entries, isForward: true)
    position.settle(height: height, count: entries.count)
    // The name of the first group stays above its first row.
    if position.marked == 1 { position.settle(height: height, count: entries.count, from: 0) }
    settleCard(device)
  }
}
