import DeviceModel

/// The list of what the plugin has stored: one row is marked, and the list scrolls.
struct StorePane: Sendable {
  /// What was stored when the pane was last shown.
  private(set) var entries: [StoreEntry] = []
  /// The marked entry and the first one that is shown.
  private(set) var position = ListPosition()

  /// Does what a key stands for.
  mutating func update(_ action: StoreAction) -> [PaneEffect] {
    switch action {
    case .show: [.show(.store)]
    case .writeHistory: [.perform(.harness(.showHistory), title: "Show Delivery History")]
    }
  }

  /// Moves the mark, or opens the marked entry.
  mutating func update(_ action: ListAction, height: Int, _ os: OperatingSystem) -> [PaneEffect] {
    switch action {
    case .move(let move):
      position.move(by: move.rows(height: max(1, height)), count: entries.count)
      return []
    case .activate:
      guard entries.indices.contains(position.marked),
        let page = entries[position.marked].page(at: StoreEntry.Clock(os))
      else { return [.notify(.info("this is a heading; the entries below it can be opened"))] }
      return [.open(.page(page))]
    }
  }

  /// Reads what is stored now, and scrolls until the marked entry is shown.
  mutating func settle(_ device: Device, height: Int) {
    entries = StoreEntry.all(device)
    position.move(by: 0, count: entries.count)
    position.settle(height: height, count: entries.count)
  }

  /// What a device's plugin has stored, a line an entry.
  static func lines(_ device: Device) -> [String] {
    let clock = StoreEntry.Clock(device.os)
    return StoreEntry.all(device).map { entry in
      if case .heading = entry { return entry.name }
      return "  \(entry.name): \(entry.text(at: clock))"
    }
  }
}
