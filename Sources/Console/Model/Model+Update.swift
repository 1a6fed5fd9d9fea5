import CellGrid
import DeviceModel
import JSONText
import Scenarios
import SimulationCore

extension Model {
  /// How many bytes of a line of standard error are kept.
  private static let errorLineMax = 500

  /// Takes a message in; returns what the shell has to do.
  public mutating func update(_ message: Message) -> [Effect] {
    defer { settle() }
    switch message {
    case .key(let key): return press(key)
    case .resized(let size): self.size = CellGrid.held(size)
    case .tick(let microseconds): tick(microseconds)
    case .proceed: proceed()
    case .errorOutput(let text): take(errorOutput: text)
    case .exported(let path):
      exportedPresses = run.presses.count
      notice = .info("run summary written: \(path)")
    case .scenariosLoaded(let scenarios, let problems):
      walkthroughs.take(scenarios, problems: problems)
      beginAwaited()
    case .scenarioSaved(let path):
      exportedPresses = run.presses.count
      notice = .info("scenario written: \(path)")
    case .exportFailed(let reason): notice = .error(reason)
    case .ended(let signal):
      let saving: [Effect] = hasUnexportedPresses ? [.export(path: nil)] : []
      return saving + [.quit(code: 128 + signal)]
    }
    return []
  }

  /// When the shell has to come back without being called.
  public var wakeUp: WakeUp {
    if jump != nil || log.isBusy { return .now }
    guard pace.isRunning else { return .never }
    // The remainder is negative before 1970.
    let second = 1_000 - (run.device.os.wallMilliseconds % 1_000 + 1_000) % 1_000
    let event = nextInstant.map { $0.milliseconds - run.device.os.now.milliseconds }
    return .after(
      microseconds: pace.microseconds(untilVirtual: min(second, event ?? second)))
  }

  /// Whether host time is the phone's time now, so that the shell has to tell of it.
  public var isTimePassing: Bool { pace.isRunning && jump == nil }

  /// When the shell has to come back.
  public enum WakeUp: Hashable, Sendable {
    /// Only when something happens.
    case never
    /// At once, with `proceed`.
    case now
    /// After a while, with `tick`.
    case after(microseconds: Int64)
  }

  private mutating func take(errorOutput text: String) {
    var lines = (unfinishedErrorLine + text).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).map(String.init)
    unfinishedErrorLine = lines.removeLast().shortened(bytesMax: Model.errorLineMax)
    lines = lines.filter { !$0.isEmpty }.map { $0.shortened(bytesMax: Model.errorLineMax) }
    let unfinished = unfinishedErrorLine.isEmpty ? nil : unfinishedErrorLine
    guard let last = unfinished ?? lines.last else { return }
    errorLines = Array((errorLines + lines).suffix(Model.errorLinesMax))
    notice = .warning("standard error: \(last) (:messages)")
  }

  private mutating func press(_ key: Key) -> [Effect] {
    switch key {
    case .pasteBegin:
      isPasting = true
      return []
    case .pasteEnd:
      endPaste()
      return []
    default: break
    }
    if isPasting { return paste(key) }
    if !layout.isTooSmall, case .character(let scalar) = key, takes(scalar) { return [] }
    // Nothing is pressed that nobody sees.
    if layout.isTooSmall { pendingKeys = [] }
    if layout.isTooSmall, key == .character("q") || key == .character("Q") {
      return perform(.quit)
    }
    return follow(key)
  }

  /// Does what a key stands for, by itself or behind those that were pressed before it.
  private mutating func follow(_ key: Key) -> [Effect] {
    let mode = layout.isTooSmall ? .always : mode
    // What counts at any time leaves an unfinished sequence as it is.
    let isAlways = BindingTable.binding([key], in: .always) != nil
    let keys = isAlways ? [key] : pendingKeys + [key]
    let binding = BindingTable.binding(keys, in: mode)
    // Painting afresh changes nothing that is shown.
    if binding?.action != .repaint { notice = nil }
    if isAlways { return binding.map { perform($0.action) } ?? [] }
    let wasPending = !pendingKeys.isEmpty
    pendingKeys = []
    if let binding { return perform(binding.action) }
    if !BindingTable.continuations(of: keys, in: mode).isEmpty {
      pendingKeys = keys
    } else if wasPending {
      notice = .info(cancellation(keys))
    } else if self.mode != .jump {
      notice = .info("\(key.text) does nothing here; ? shows the keys")
    }
    return []
  }

  private func cancellation(_ keys: [Key]) -> String {
    if keys.last == .escape { return "no button pressed" }
    return "no button has \(keys.map(\.text).joined()); ? shows the keys"
  }

  /// Pasted text goes into a line that takes text and nowhere else, so that it presses no button.
  private mutating func paste(_ key: Key) -> [Effect] {
    switch key {
    case .character(let scalar) where mode == .line || mode == .help: _ = takes(scalar)
    case .enter where mode == .line, .tab where mode == .line: _ = takes(" ")
    // The end of a paste may get lost, and these are keys of somebody who wants out of it.
    case .escape, .control("c"), .control("z"): endPaste()
    case .character, .enter, .tab:
      if mode != .line, mode != .help {
        notice = .info("pasted text is taken in a line only; : opens one")
      }
    default: break
    }
    return []
  }

  private mutating func endPaste() {
    isPasting = false
    if case .prompt(let prompt) = overlay { show(prompt) }
  }

  /// Types a character, where text is being typed; false where it is a key.
  private mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
    switch overlay {
    case .prompt(var prompt):
      notice = nil
      let before = prompt.field
      prompt.field.insert(scalar)
      if prompt.field != before { isPasting ? keep(prompt) : show(prompt) }
      return true
    case .help(var help) where scalar != "?":
      help.edit { $0.insert(scalar) }
      overlay = .help(help)
      return true
    case .help, .page, nil: return false
    }
  }
}
