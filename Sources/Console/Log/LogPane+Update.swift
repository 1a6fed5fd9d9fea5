import DailyNotification
import DeviceModel
import Lines
import SimulationCore

extension LogPane {
  /// How many characters a key scrolls to the side.
  private static let scrollColumns = 8

  /// Does what a key stands for; copying and saving need the texts, which the model has.
  mutating func update(_ action: LogAction) -> [PaneEffect] {
    switch action {
    case .search: return [.open(.prompt(Prompt(.search)))]
    case .filter: return [.open(.prompt(Prompt(.filter, text: filter.pattern?.text ?? "")))]
    case .categories: return [.open(.prompt(Prompt(.command, text: "category ")))]
    case .nextHit: return goToHit(isForward: true) ? [] : [.notify(.info("no hit"))]
    case .previousHit: return goToHit(isForward: false) ? [] : [.notify(.info("no hit"))]
    case .negateFilter: return changeFilter { $0.isNegated.toggle() }
    case .cycleLevel:
      let levels = LogLevel.allCases
      let place = levels.firstIndex(of: filter.minimum) ?? 0
      return changeFilter { $0.minimum = levels[(place + 1) % levels.count] }
    case .toggleSystemRecords: return changeFilter { $0.showsSystem.toggle() }
    case .follow: follow()
    case .nextError: return go(to: .error, isForward: true, "no later error")
    case .previousError: return go(to: .error, isForward: false, "no earlier error")
    case .nextWarning: return go(to: .warning, isForward: true, "no later warning or error")
    case .previousWarning:
      return go(to: .warning, isForward: false, "no earlier warning or error")
    case .mark:
      return toggleMark()
        ? [] : [.notify(.warning("\(LogPane.marksMax) lines are marked, and no more can be"))]
    case .nextMark: return goToMark(isForward: true) ? [] : [.notify(.info("no later mark"))]
    case .previousMark:
      return goToMark(isForward: false) ? [] : [.notify(.info("no earlier mark"))]
    case .wrap:
      toggleWrapping()
      return [.notify(.info(isWrapped ? "long lines are wrapped" : "long lines are cut"))]
    case .times:
      toggleTimes()
      return [.notify(.info(showsTimes ? "times are shown" : "times are hidden"))]
    case .copy: return [.copyLine]
    case .save: return [.shell(.saveLog(path: nil))]
    case .scrollLeft: scroll(by: -LogPane.scrollColumns)
    case .scrollRight:
      if isWrapped { return [.notify(.info("long lines are wrapped"))] }
      scroll(by: LogPane.scrollColumns)
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
      guard let line = selectedLine else { return [.notify(.info("the log has no line yet"))] }
      guard let record = os.trace.record(UInt64(line)) else {
        return [.open(.page(RecordPage.page(ofDropped: line, self, os, zones)))]
      }
      return [.open(.page(RecordPage.page(record, os, zones)))]
    }
  }

  /// Why an action cannot be done now; nil when it can.
  func reasonAgainst(_ action: LogAction) -> String? {
    switch action {
    case .nextHit, .previousHit:
      search == nil ? "no search yet; \(bindings.text(of: .log(.search))) begins one" : nil
    case .negateFilter:
      filter.pattern == nil
        ? "no filter yet; \(bindings.text(of: .log(.filter))) sets one" : nil
    case .nextMark, .previousMark:
      marks.isEmpty ? "no line is marked; \(bindings.text(of: .log(.mark))) marks one" : nil
    case .copy, .save, .mark: index.count == 0 ? "the log has no line yet" : nil
    case .search, .filter, .categories, .cycleLevel, .toggleSystemRecords, .follow, .nextError,
      .previousError, .nextWarning, .previousWarning, .wrap, .times, .scrollLeft, .scrollRight:
      nil
    }
  }

  /// Shows other lines.
  mutating func changeFilter(_ change: (inout LogFilter) -> Void) -> [PaneEffect] {
    var filter = filter
    change(&filter)
    show(filter)
    return [.notify(.info("log: \(filterText)"))]
  }

  /// Shows only lines with a string, or all lines for an empty one.
  mutating func setFilter(_ text: String) -> [PaneEffect] {
    keepTried()
    return changeFilter { filter in
      filter.pattern = TextPattern(text)
      filter.isNegated = false
    }
  }

  /// Hides a category or shows it again: a name, `only NAME`, or `all`.
  mutating func changeCategories(_ words: String) -> [PaneEffect] {
    if words == "all" { return changeFilter { $0.showAll() } }
    let isOnly = words.hasPrefix("only ")
    guard let number = topics.number(of: isOnly ? String(words.dropFirst(5)) : words) else {
      return []
    }
    let isOfSystem = topics.rows[number].isOfSystem
    return changeFilter { filter in
      if isOnly { filter.hideAll(but: number) } else { filter.toggle(number) }
      // A category of the system's lines is wanted with its lines.
      if isOfSystem, !filter.isHidden(number) { filter.showsSystem = true }
    }
  }

  /// Begins a search for a string; an empty one ends the present search.
  mutating func search(for text: String) -> [PaneEffect] {
    // What was typed letter by letter has been searched for already.
    if before == nil || search?.pattern.text != text { find(TextPattern(text)) }
    keepTried()
    return emptySearch
  }

  /// Reads new records; reports a search that ends without a hit.
  mutating func read(_ trace: borrowing Trace<DeviceRecord>) -> [PaneEffect] {
    let wasSeeking = isSeeking
    extend(trace)
    return wasSeeking && before == nil ? emptySearch : []
  }

  /// Reports a search that has reached its end without a hit.
  private var emptySearch: [PaneEffect] {
    guard !isSeeking, let search, search.hits.count == 0 else { return [] }
    return [.notify(.info("'\(search.pattern.text)' is nowhere in the log (\(filterText))"))]
  }

  private mutating func go(
    to level: LogLevel, isForward: Bool, _ failure: String
  ) -> [PaneEffect] {
    go(toLevel: level, isForward: isForward) ? [] : [.notify(.info(failure))]
  }
}
