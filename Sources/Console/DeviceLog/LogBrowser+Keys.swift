import CellGrid
import DailyNotification
import DeviceLogs
import Lines
import PlainText

/// From keys to what they do.
extension LogBrowser {
  mutating func press(_ key: Key) -> [Effect] {
    defer { settle() }
    if case .mouse(let event) = key { return take(event) }
    if let effects = takeText(key) { return effects }
    if layout.isTooSmall, bindings.binding([key], in: .browser)?.action == .browser(.quit) {
      return [.quit(code: 0)]
    }
    guard let binding = bindings.binding([key], in: mode) else {
      let help = bindings.text(of: .help(.open), in: .browser)
      notice = .info("\(key.text) does nothing here; \(help) shows the keys")
      return []
    }
    if binding.action != .program(.repaint) { notice = nil }
    return perform(binding.action)
  }

  /// What a click or the wheel does.
  private mutating func take(_ event: MouseEvent) -> [Effect] {
    notice = nil
    let isDown = event.kind == .wheelDown
    if event.kind != .press {
      if overlay == nil {
        withPane { $0.move(by: isDown ? Mouse.wheelRows : -Mouse.wheelRows) }
        return []
      }
      return (0..<Mouse.wheelRows).flatMap { _ in perform(.list(.move(isDown ? .down : .up))) }
    }
    if layout.footer.contains(event) {
      return hint(at: event, among: hints).map { perform($0.action) } ?? []
    }
    guard overlay == nil, layout.log.contains(event) else { return [] }
    let row = event.row - layout.log.row
    return withPane { $0.click(row: row) } ? perform(.list(.activate)) : []
  }

  /// Why an action cannot be done now; nil when it can.
  func reasonAgainst(_ action: Action) -> String? {
    switch action {
    case .log(let action): log.pane.reasonAgainst(action)
    case .browser(.nextFinding), .browser(.previousFinding):
      log.findingsByLine.isEmpty ? "no profile found anything wrong" : nil
    case .browser, .prompt, .help, .page, .confirmation, .program, .list, .controls, .screen,
      .time, .status, .walkthroughs, .store, .timeline, .phone, .ledger, .session, .why, .guide,
      .dialog:
      nil
    }
  }

  mutating func perform(_ action: Action) -> [Effect] {
    if let reason = reasonAgainst(action) {
      notice = .info(reason)
      return []
    }
    switch action {
    case .log(let action): return fulfil(withPane { $0.update(action) })
    case .browser(let action): return perform(action)
    case .prompt(let action): return perform(action)
    case .help(let action): return perform(action)
    case .page(let action): return perform(action)
    case .confirmation(let action): return perform(action)
    case .list(let action): return perform(action)
    case .program(let action):
      switch action {
      case .quit: return [.quit(code: 0)]
      case .interrupt: return [.quit(code: 130)]
      case .suspend: return [.suspend]
      case .repaint: return [.repaint]
      case .mouse: return fulfil(mouse.toggle(bindings))
      case .export, .bundle, .messages: return []
      }
    // Actions of the console, which have no key here.
    case .controls, .screen, .time, .status, .walkthroughs, .store, .timeline, .phone, .ledger,
      .session, .why, .guide, .dialog:
      return []
    }
  }

  private mutating func perform(_ action: BrowserAction) -> [Effect] {
    switch action {
    case .quit: return [.quit(code: 0)]
    case .verdicts: overlay = .page(verdictPage)
    case .raw:
      log.isRaw.toggle()
      notice = .info(
        log.isRaw ? "lines are shown as they are in the file" : "lines are shown in short")
    case .nextFinding, .previousFinding:
      let here = log.pane.selectedLine ?? 0
      let others =
        action == .nextFinding
        ? log.findingsByLine.keys.filter { $0 > here }.sorted()
        : log.findingsByLine.keys.filter { $0 < here }.sorted(by: >)
      guard let line = others.first(where: log.pane.isShown) else {
        notice = .info("no \(action == .nextFinding ? "later" : "earlier") finding is shown")
        return []
      }
      withPane { $0.show(UInt64(line)) }
      if let finding = log.findingsByLine[line]?.first {
        notice = .warning("\(finding.kind.words): \(finding.text)")
      }
    }
    return []
  }

  private var verdictPage: Page {
    var lines = log.verdicts.isEmpty ? ["No profile applies to this log."] : log.verdicts
    for line in log.findingsByLine.keys.sorted().prefix(500) {
      for finding in log.findingsByLine[line] ?? [] {
        let sign = finding.severity == .error ? "✗" : "▲"
        lines.append("\(sign) line \(line + 1): \(finding.kind.words): \(finding.text)")
      }
    }
    for (line, means) in log.evidenceByLine.sorted(by: { $0.key < $1.key }) {
      lines.append("◇ line \(line + 1): \(means)")
    }
    return Page(title: "What the profiles found", lines: lines)
  }

  mutating func beginTrying(_ kind: Prompt.Kind) {
    if kind.isTried { withPane { $0.beginTrying() } }
  }

  mutating func stopTrying(_ kind: Prompt.Kind) {
    withPane { $0.stopTrying() }
  }

  private mutating func perform(_ action: ListAction) -> [Effect] {
    if let effects = performInFront(action) { return effects }
    switch action {
    case .move(let move): withPane { $0.move(by: move.rows(height: $0.height)) }
    case .activate:
      guard let line = log.pane.selectedLine else {
        notice = .info("the log has no line yet")
        return []
      }
      overlay = .page(DeviceLogPage.page(line, log))
    }
    return []
  }

  mutating func tryTyped(_ prompt: Prompt) {
    let text = prompt.field.text
    switch prompt.kind {
    case .search: withPane { $0.trySearch(text) }
    case .filter: withPane { $0.tryFilter(text) }
    case .command, .time, .note, .bundle, .scenarios: break
    }
  }

  mutating func fulfil(_ paneEffects: [PaneEffect]) -> [Effect] {
    var effects: [Effect] = []
    for effect in paneEffects {
      switch effect {
      case .notify(let notice): self.notice = notice
      case .open(.prompt(let prompt)): open(prompt)
      case .open(let overlay): self.overlay = overlay
      case .submit(let prompt): effects += submit(prompt)
      case .close, .back: overlay = nil
      case .send(let action): effects += perform(action)
      case .copyLine:
        if let line = log.pane.selectedLine {
          effects.append(.copy(log.pane.store.text(of: line)))
          notice = .copied
        }
      case .shell(let effect): effects.append(effect)
      // What only the console's panes ask for.
      case .perform, .openRecord, .phoneChanged, .adopt, .replaceLine, .begin, .show,
        .showLog, .mark:
        break
      }
    }
    return effects
  }

  private mutating func submit(_ prompt: Prompt) -> [Effect] {
    overlay = nil
    let text = prompt.field.text
    typedLines.keep(text, prompt.kind)
    switch prompt.kind {
    case .search: return fulfil(withPane { $0.search(for: text) })
    case .filter: return fulfil(withPane { $0.setFilter(text) })
    case .command: return run(prompt)
    case .time, .note, .bundle, .scenarios: return []
    }
  }

  private mutating func run(_ prompt: Prompt) -> [Effect] {
    var line = prompt.field.text
    if let candidate = suggestions.meant(prompt) {
      line = candidate.line
      if candidate.needsMore {
        return fulfil([.open(.prompt(Prompt(.command, text: line)))])
      }
    }
    let name = String(line.prefix { $0 != " " })
    let rest = String(line.dropFirst(name.count).drop { $0 == " " })
    let isForced = name.hasSuffix("!")
    guard !line.isEmpty else { return [] }
    guard let command = BrowserCommand(rawValue: isForced ? String(name.dropLast()) : name) else {
      return complain(
        "there is no '\(name.shortened())'; "
          + "\(bindings.text(of: .prompt(.complete))) shows what there is", prompt)
    }
    if command.needsArgument, rest.isEmpty {
      return complain("'\(command.rawValue)' needs \(command.parameter)", prompt)
    }
    return run(command, rest, isForced: isForced, prompt)
  }

  private mutating func run(
    _ command: BrowserCommand, _ rest: String, isForced: Bool, _ prompt: Prompt
  ) -> [Effect] {
    switch command {
    case .level:
      guard let level = LogLevel(rawValue: rest) else {
        return complain("'level' takes \(command.parameter)", prompt)
      }
      return fulfil(withPane { $0.changeFilter { $0.minimum = level } })
    case .category:
      let effects = withPane { $0.changeCategories(rest) }
      return effects.isEmpty
        ? complain("there is no category or program '\(rest.shortened())'", prompt)
        : fulfil(effects)
    case .search: return fulfil(withPane { $0.search(for: rest) })
    case .filter: return fulfil(withPane { $0.setFilter(rest) })
    case .goto:
      guard let line = Int(rest), line >= 1 else {
        return complain("'goto' takes the number of a line, from 1", prompt)
      }
      withPane { $0.show(UInt64(line - 1)) }
    case .saveLog:
      return [.saveLog(path: rest.isEmpty ? nil : rest, replaces: isForced)]
    case .findings: overlay = .page(verdictPage)
    case .messages:
      overlay = .page(ErrorOutput(problems: appearance.problems).page)
    case .help: openHelp()
    case .quit: return [.quit(code: 0)]
    }
    return []
  }

  private mutating func complain(_ reason: String, _ prompt: Prompt) -> [Effect] {
    notice = .error(
      "\(reason) (\(bindings.text(of: .prompt(.open))), then "
        + "\(bindings.text(of: .prompt(.previousEntry))), brings the line back)")
    return []
  }
}
