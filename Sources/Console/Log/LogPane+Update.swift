import DailyNotification
import DeviceModel
import SimulationCore

extension LogPane {
  /// How many characters a key scrolls to the side.
  private static let scrollColumns = 8

  /// Does what a key stands for.
  mutating func update(
    _ action: LogAction, _ trace: borrowing Trace<DeviceRecord>
  ) -> [PaneEffect] {
    switch action {
    case .search: return [.open(.prompt(Prompt(.search)))]
    case .filter: return [.open(.prompt(Prompt(.filter, text: filter.pattern?.text ?? "")))]
    case .nextHit: return goToHit(isForward: true) ? [] : [.notify(.info("no hit"))]
    case .previousHit: return goToHit(isForward: false) ? [] : [.notify(.info("no hit"))]
    case .negateFilter: return changeFilter(trace) { $0.isNegated.toggle() }
    case .cycleLevel:
      let levels = LogLevel.allCases
      let place = levels.firstIndex(of: filter.minimum) ?? 0
      return changeFilter(trace) { $0.minimum = levels[(place + 1) % levels.count] }
    case .toggleSystemRecords: return changeFilter(trace) { $0.showsSystem.toggle() }
    case .follow: follow()
    case .nextError: return go(to: .error, isForward: true, "no later error", trace)
    case .previousError: return go(to: .error, isForward: false, "no earlier error", trace)
    case .nextWarning:
      return go(to: .warning, isForward: true, "no later warning or error", trace)
    case .previousWarning:
      return go(to: .warning, isForward: false, "no earlier warning or error", trace)
    case .scrollLeft: scroll(by: -LogPane.scrollColumns)
    case .scrollRight: scroll(by: LogPane.scrollColumns)
    }
    return []
  }

  /// Moves the cursor, or shows the line it is on in full.
  mutating func update(
    _ action: ListAction, _ os: OperatingSystem, _ zones: ZoneHistory
  ) -> [PaneEffect] {
    switch action {
    case .move(let move):
      self.move(by: move.rows(height: height))
      return []
    case .activate:
      guard let sequence = selectedSequence, let record = os.trace.record(sequence) else {
        return [.notify(.info("the log has no line yet"))]
      }
      return [.open(.page(RecordPage.page(record, os, zones)))]
    }
  }

  /// Why an action cannot be done now; nil when it can.
  func reasonAgainst(_ action: LogAction) -> String? {
    switch action {
    case .nextHit, .previousHit:
      search == nil ? "no search yet; \(BindingTable.text(of: .log(.search))) begins one" : nil
    case .negateFilter:
      filter.pattern == nil
        ? "no filter yet; \(BindingTable.text(of: .log(.filter))) sets one" : nil
    case .search, .filter, .cycleLevel, .toggleSystemRecords, .follow, .nextError, .previousError,
      .nextWarning, .previousWarning, .scrollLeft, .scrollRight:
      nil
    }
  }

  /// Shows other records.
  mutating func changeFilter(
    _ trace: borrowing Trace<DeviceRecord>, _ change: (inout LogFilter) -> Void
  ) -> [PaneEffect] {
    var filter = filter
    change(&filter)
    show(filter, trace)
    return [.notify(.info("log: \(filter.text)"))]
  }

  /// Shows only lines with a text, or all lines for an empty one.
  mutating func setFilter(
    _ text: String, _ trace: borrowing Trace<DeviceRecord>
  ) -> [PaneEffect] {
    changeFilter(trace) { filter in
      filter.pattern = TextPattern(text)
      filter.isNegated = false
    }
  }

  /// Begins a search for a text; an empty one ends the present search.
  mutating func search(
    for text: String, _ trace: borrowing Trace<DeviceRecord>
  ) -> [PaneEffect] {
    find(TextPattern(text), trace)
    return emptySearch
  }

  /// Reads new records; reports a search that ends without a hit.
  mutating func read(_ trace: borrowing Trace<DeviceRecord>) -> [PaneEffect] {
    let wasSeeking = isSeeking
    extend(trace)
    return wasSeeking ? emptySearch : []
  }

  /// Reports a search that has reached its end without a hit.
  private var emptySearch: [PaneEffect] {
    guard !isSeeking, let search, search.hits.isEmpty else { return [] }
    return [
      .notify(.info("'\(search.pattern.text)' is nowhere in the log (\(filter.text))"))
    ]
  }

  private mutating func go(
    to level: LogLevel, isForward: Bool, _ failure: String, _ trace: borrowing Trace<DeviceRecord>
  ) -> [PaneEffect] {
    go(toLevel: level, isForward: isForward, trace) ? [] : [.notify(.info(failure))]
  }
}
