import ArgumentParser
import CellGrid
import CivilTime
import Console
import CursesTerminal
import Foundation

/// The console on a terminal: waits, updates the model, performs its effects, draws.
///
/// It must be used on the main thread.
struct ConsoleLoop<Terminal: ConsoleTerminal> {
  private let terminal: Terminal
  private(set) var model: Model
  /// What presses keys in a person's place.
  private var player: KeyPlayer?
  /// What is written meanwhile.
  private var filming: Filming?
  private var clock = HostClock()
  private var exporter = ConsoleExport()
  private var report: IdleReport?
  private let shelf: ScenarioShelf
  private var keeper: SessionKeeper
  private let live: LiveWorker
  /// Whether requests were under way when the thread that makes them was asked last.
  private var isFetching = false
  /// Whether copies of the session are not complete yet.
  private var isCopyLeft = false
  /// When the last frame was drawn, in microseconds of the host's clock.
  private var drawn: Int64 = 0
  private var isDrawingDue = true
  /// Whether a person is waiting for the frame, so that it is drawn immediately.
  private var isUrgent = false
  private var exitCode: ExitCode?
  /// The keys that were read and not handled yet, oldest first, from `nextKey` on.
  private var keys: [Key] = []
  private var nextKey = 0
  /// What to print after the screen is closed.
  private var farewell: String?
  /// The signal that ends it.
  private var endingSignal: TerminalSignal?

  /// How many keys one turn handles.
  private static var keysMax: Int { 256 }

  /// How many keys wait at most; the terminal holds the others.
  private static var waitingKeysMax: Int { 65_536 }

  /// Whether a turn has left keys unhandled.
  private var isKeyLeft: Bool { nextKey < keys.count }

  /// The time between two looks at what another console does, in microseconds.
  private static var followMicroseconds: Int64 { 100_000 }

  /// The minimum time between frames that only the simulation changes, in microseconds.
  private static var frameMicroseconds: Int64 { 16_666 }

  init(
    terminal: Terminal, model: Model, shelf: ScenarioShelf, keeper: SessionKeeper,
    live: LiveWorker, idleDescriptor: Int32? = nil, player: KeyPlayer? = nil,
    filming: Filming? = nil
  ) {
    self.player = player
    self.filming = filming
    self.live = live
    self.keeper = keeper
    self.terminal = terminal
    self.shelf = shelf
    self.model = model
    report = idleDescriptor.map(IdleReport.init)
  }

  /// Runs until the person, a signal or a hang-up ends it.
  mutating func run() -> ExitCode {
    drawFirst()
    // The check takes some milliseconds, so it is done after the first frame.
    if let problem = ConsoleLoop.zoneProblem() {
      farewell = problem.message
      exitCode = problem.code
    }
    while exitCode == nil {
      let wakeup = terminal.wait(microseconds: timeout, extraDescriptor: nil)
      turn(wakeup)
      if exitCode == nil, isDrawingDue, mayDraw { draw() }
    }
    filming?.close(model)
    let loss = keeper.finish(model, at: clock.now)
    terminal.close()
    for line in [loss, farewell].compactMap(\.self) {
      StandardStreams.report(PrintedText.line(line, isASCII: !terminal.isUTF8) + "\n")
    }
    endingSignal?.end()
    return exitCode ?? .success
  }

  /// Why this build cannot compute times in zones; nil when it can.
  static func zoneProblem() -> CommandFailure? {
    do {
      try CommandFailure.verifyZones()
      return nil
    } catch {
      return error
    }
  }

  /// The timeout of the next wait, in microseconds; nil without a limit.
  private var timeout: Int64? {
    if isKeyLeft || isCopyLeft { return 0 }
    var wait = timeoutOfModel
    if let player { wait = min(wait ?? .max, player.wait(now: clock.now)) }
    // Another console may have gone on, or the disk may have room again.
    guard model.keeping == .following || keeper.isFailing else { return wait }
    return min(wait ?? ConsoleLoop.followMicroseconds, ConsoleLoop.followMicroseconds)
  }

  private var timeoutOfModel: Int64? {
    let untilFrame = isDrawingDue ? max(0, drawn + ConsoleLoop.frameMicroseconds - clock.now) : nil
    switch model.wakeUp {
    case .never: return untilFrame
    case .now: return 0
    case .after(let microseconds): return min(microseconds, untilFrame ?? microseconds)
    }
  }

  private var mayDraw: Bool { isUrgent || clock.now - drawn >= ConsoleLoop.frameMicroseconds }

  /// Handles everything that has happened, most urgent first.
  private mutating func turn(_ wakeup: Wakeup) {
    if wakeup.contains(.signal) { readSignals() }
    if wakeup.contains(.hangUp) { return end(signal: TerminalSignal.hangUp.number) }
    passTime()
    exchangeFetches()
    if wakeup.contains(.errorOutput) { readErrorOutput() }
    readKeys()
    play()
    if let news = keeper.follow(model) { send(news) }
    if keeper.isFailing, let change = keeper.save(model, at: clock.now) { send(change) }
    if isCopyLeft, !isDrawingDue { copySession() }
    if exitCode == nil, model.wakeUp == .now { send(.proceed) }
  }

  /// Advances the phone's time with the host's.
  private mutating func passTime() {
    var elapsed = clock.lap()
    guard model.isTimePassing else { return }
    if player != nil { elapsed = player?.passed(of: elapsed) ?? elapsed }
    tick(elapsed)
  }

  private mutating func tick(_ microseconds: Int64) {
    guard microseconds > 0 else { return }
    filming?.pass(microseconds)
    send(.tick(microseconds: microseconds))
  }

  /// Presses the next key in the person's place, once the console is ready for it and it is time.
  private mutating func play() {
    guard exitCode == nil, var player, model.isReadyForKeys else { return }
    // What came of the last key is shown first.
    guard !player.isOver else { return endPlaying() }
    guard player.wait(now: clock.now) == 0, player.isPaced || !isDrawingDue else { return }
    saveDone()
    let (input, passed) = player.take()
    self.player = player
    var rest = passed
    while rest > 0, model.isTimePassing {
      tick(min(rest, Model.tickMicrosecondsMax))
      rest -= Model.tickMicrosecondsMax
    }
    switch input {
    case .key(let key): press(key)
    // On a terminal the size is the terminal's.
    case .resize(let size): if !player.isPaced { send(.resized(size)) }
    }
    isUrgent = true
  }

  /// Everything was pressed: without a terminal that is the end, else the person goes on.
  private mutating func endPlaying() {
    guard player?.isPaced == true else {
      if !isDrawingDue { exitCode = .success }
      return
    }
    player = nil
    send(.remark("all keys were pressed; the keyboard is yours"))
  }

  private mutating func press(_ key: Key) {
    record(.key(key), .key(key))
  }

  /// Handles an input, and records it.
  private mutating func record(_ input: KeyInput, _ message: Message) {
    filming?.take(input, at: clock.now)
    send(message)
    do {
      try filming?.settle(model)
    } catch {
      send(.exportFailed(reason: "\(error.message); no more keys are recorded"))
    }
  }

  /// Hands over the requests that leave the simulation, and takes what was answered.
  private mutating func exchangeFetches() {
    let awaited = model.awaitedFetches
    guard !awaited.isEmpty || isFetching else { return }
    isFetching = !awaited.isEmpty
    for answer in live.exchange(awaited, script: model.scriptedResponses) {
      send(.fetchAnswered(answer))
    }
  }

  /// Handles a limited number of keys, so that a long paste delays neither signals nor the frame.
  ///
  /// Ctrl-C overtakes what was typed before it: somebody wants to get out now.
  private mutating func readKeys() {
    collectKeys()
    if keys[nextKey...].contains(ConsoleLoop.interrupt) {
      press(ConsoleLoop.interrupt)
      return
    }
    if player != nil, isKeyLeft {
      // Whoever presses a key wants to go on by hand; the key itself only says so.
      player = nil
      nextKey = keys.count
      send(.remark("stopped; the keyboard is yours"))
      isUrgent = true
      return
    }
    for _ in 0..<ConsoleLoop.keysMax where exitCode == nil && isKeyLeft {
      // The next key may lead to another phone; what was done to this one is kept.
      saveDone()
      let key = keys[nextKey]
      nextKey += 1
      report?.keyCount += 1
      press(key)
      isUrgent = true
    }
  }

  private static var interrupt: Key { .control("c") }

  /// Takes what the terminal has.
  private mutating func collectKeys() {
    keys.removeFirst(nextKey)
    nextKey = 0
    while keys.count < ConsoleLoop.waitingKeysMax, let key = terminal.nextKey() {
      keys.append(key)
    }
  }

  private mutating func readSignals() {
    while exitCode == nil, let signal = terminal.nextSignal() {
      switch signal {
      case .terminate, .interrupt, .hangUp, .otherEnd:
        endingSignal = signal
        end(signal: signal.number)
      case .resize, .continue: resize(terminal.adoptSize())
      case .suspend: suspend()
      }
    }
  }

  private mutating func resize(_ size: CellSize) {
    record(.resize(size), .resized(size))
    isUrgent = true
  }

  private mutating func readErrorOutput() {
    let bytes = terminal.readErrorOutput()
    if !bytes.isEmpty { send(.errorOutput(String(decoding: bytes, as: UTF8.self))) }
  }

  private mutating func end(signal: Int32) {
    send(.ended(signal: signal))
  }

  private mutating func send(_ message: Message) {
    isDrawingDue = true
    for effect in model.update(message) where exitCode == nil { perform(effect) }
  }

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .quit(let code): exitCode = ExitCode(code)
    case .suspend: suspend()
    case .repaint: terminal.repaint()
    case .export(let path, let replaces):
      if !replaces, let file = exporter.existing(path) {
        send(.fileExists(path: file, effect))
      } else {
        export(to: path)
      }
    case .saveScenario(let path, let isExpecting, let replaces):
      if !replaces, let file = exporter.existing(path) {
        send(.fileExists(path: file, effect))
      } else {
        saveScenario(to: path, isExpecting: isExpecting)
      }
    case .loadBranches:
      // Also a new phone to which nothing was done is a branch.
      if let change = keeper.save(model, at: clock.now) { send(change) }
      send(.branchesLoaded(keeper.branches(model)))
    case .openBranch(let id):
      saveDone()
      do {
        send(.branchOpened(try keeper.branch(id, for: model)))
      } catch {
        send(.exportFailed(reason: "\(error)"))
      }
    case .bundle(let path, let note, let replaces):
      if !replaces, let folder = exporter.existingBundle(path) {
        send(.fileExists(path: folder, effect))
      } else {
        writeBundle(to: path, note: note, replaces: replaces)
      }
    case .saveLog(let path, let replaces):
      if !replaces, let file = exporter.existing(path) {
        send(.fileExists(path: file, effect))
      } else {
        saveLog(to: path)
      }
    case .saveDisplay(let path, let replaces):
      if !replaces, let file = exporter.existing(path) {
        send(.fileExists(path: file, effect))
      } else {
        saveDisplay(to: path)
      }
    case .copy(let text): terminal.copy(text, bytesMax: 65_536)
    case .mouse(let isOn): terminal.setMouse(isOn: isOn)
    case .loadScenarios:
      let found = shelf.scenarios(on: model.scenarioPlatform)
      send(.scenariosLoaded(found.scenarios, problems: found.problems))
    }
  }

  /// Writes what was done since the last frame.
  private mutating func saveDone() {
    guard keeper.hasToSave(model), let change = keeper.save(model, at: clock.now) else { return }
    send(change)
  }

  private mutating func copySession() {
    isCopyLeft = keeper.copy(model, at: clock.now, isIdle: model.wakeUp == .never)
  }

  private mutating func suspend() {
    terminal.suspend()
    clock = HostClock()
    resize(terminal.size)
  }

  private mutating func export(to path: String?) {
    do {
      let written = try exporter.write(model, to: path)
      send(.exported(path: written))
      farewell = "run summary written: \(written)"
    } catch {
      send(.exportFailed(reason: error.message))
      farewell = error.message
    }
  }

  private mutating func saveScenario(to path: String?, isExpecting: Bool) {
    do {
      let written = try exporter.saveScenario(model, to: path, isExpecting: isExpecting)
      send(.scenarioSaved(path: written))
    } catch {
      send(.exportFailed(reason: error.message))
      farewell = error.message
    }
  }

  private mutating func writeBundle(to path: String?, note: String, replaces: Bool) {
    do {
      let written = try exporter.writeBundle(model, to: path, note: note, replaces: replaces)
      send(.bundled(path: written))
      farewell = "bundle written: \(written)"
    } catch {
      send(.exportFailed(reason: error.message))
      farewell = error.message
    }
  }

  /// Shows a phone to which nothing was done before its session is written: nothing can be lost.
  private mutating func drawFirst() {
    guard !keeper.hasToSave(model) else { return draw() }
    present()
    if let change = keeper.save(model, at: clock.now) { send(change) }
    rest()
  }

  /// What is shown has been written before.
  private mutating func saveLog(to path: String?) {
    do {
      send(.logSaved(path: try exporter.saveLog(model, to: path)))
    } catch {
      send(.exportFailed(reason: error.message))
    }
  }

  private mutating func saveDisplay(to path: String?) {
    do {
      send(.displaySaved(path: try exporter.saveDisplay(model, to: path)))
    } catch {
      send(.exportFailed(reason: error.message))
    }
  }

  private mutating func draw() {
    if let change = keeper.save(model, at: clock.now) { send(change) }
    present()
    rest()
  }

  private mutating func present() {
    let grid = model.view()
    terminal.present(grid)
    drawn = clock.now
    // Without a terminal the film has the time of the keys.
    let time = player.flatMap { $0.isPaced ? nil : $0.time } ?? drawn
    do {
      try filming?.show(model, at: time)
    } catch {
      farewell = "\(error.message); the film ends there"
    }
    isDrawingDue = false
    isUrgent = false
  }

  /// What nobody waits for, after a frame.
  private mutating func rest() {
    let isIdle = model.wakeUp != .now && !isKeyLeft
    if isIdle { report?.write(terminal.size) }
    copySession()
  }
}
