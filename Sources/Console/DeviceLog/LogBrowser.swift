public import CellGrid
import DailyNotification
public import DeviceLogs
public import Lines
import PlainText
import SimulationCore

/// `dnp logs`: a device's log on the screen, with the log pane of the console.
///
/// The shell gives it bytes as they come; between two pieces it hears keys.
public struct LogBrowser: OverlayHost, Sendable {
  /// What the viewer begins with.
  public struct Setup: Sendable {
    /// The file's name, as it is shown.
    public var name: String
    public var profiles: [LogProfile]
    public var format: LogFormat?
    /// The formats among which one is found.
    public var formats: [LogFormat]
    public var time: LogTimeOptions
    public var json: JSONFieldOptions
    public var appearance: Appearance
    public var bindings: Bindings
    public var size: CellSize
    /// How many bytes of the log are read, unpacked.
    public var bytesMax: Int
    /// The file that has the lines; nil where they are held in memory.
    public var archive: (any LineArchive)?

    /// Describes what is shown and where.
    public init(
      name: String, profiles: [LogProfile] = [], format: LogFormat? = nil,
      formats: [LogFormat] = BuiltInFormats.all, time: LogTimeOptions = LogTimeOptions(),
      json: JSONFieldOptions = JSONFieldOptions(),
      appearance: Appearance,
      bindings: Bindings = .standard,
      size: CellSize, bytesMax: Int = .max, archive: (any LineArchive)? = nil
    ) {
      self.name = name
      self.profiles = profiles
      self.format = format
      self.formats = formats
      self.time = time
      self.json = json
      self.appearance = appearance
      self.bindings = bindings
      self.size = size
      self.bytesMax = bytesMax
      self.archive = archive
    }
  }

  /// What has become of the input.
  public enum Input: Hashable, Sendable {
    /// More may be read at once.
    case loading
    /// Everything was read; more may be written to it.
    case following
    /// Everything was read, and the file was deleted; another one may take its place.
    case deleted
    /// Nothing more will come.
    case ended
  }

  private let name: String
  let appearance: Appearance
  let bindings: Bindings
  var size: CellSize
  var log: DeviceLog
  public private(set) var input = Input.loading
  /// Whether all that was there at first has been read.
  private var isRead = false
  var overlay: Overlay?
  var notice: Notice?
  var isPasting = false
  var typedLines = TypedLines()
  var mouse = Mouse()

  /// An empty log.
  public init(_ setup: Setup) {
    name = setup.name
    appearance = setup.appearance
    bindings = setup.bindings
    size = CellGrid.held(setup.size)
    notice = setup.appearance.notice
    log = DeviceLog(
      profiles: setup.profiles, format: setup.format, formats: setup.formats, time: setup.time,
      json: setup.json, bytesMax: setup.bytesMax,
      archive: setup.archive, bindings: setup.bindings)
  }

  /// Takes the next bytes of the log; throws for what is no log.
  public mutating func take(_ bytes: UnsafeRawBufferPointer) throws(LogProblem) {
    input = .loading
    let isFirst = log.pane.store.count == 0
    try log.take(bytes)
    // One begins to read at the beginning, unless one asks for the end.
    if isFirst, log.pane.store.count > 0 { log.pane.move(by: -1_000_000_000) }
    // What the file had when it was opened is not new.
    if !isRead { log.pane.markSeen() }
    settle()
  }

  /// The input has paused or ended.
  public mutating func pause(_ input: Input) throws(LogProblem) {
    guard input != self.input || input == .loading else { return }
    let wasEmpty = log.pane.store.count == 0
    try log.pause()
    if wasEmpty, log.pane.store.count > 0 { log.pane.move(by: -1_000_000_000) }
    if !isRead { log.pane.markSeen() }
    isRead = true
    self.input = input
    if input != .loading, log.isCut {
      notice = .warning("only the first part was read; --max-bytes raises the limit")
    }
    settle()
  }

  /// The file was cut or replaced: it is read anew.
  public mutating func beginAnew(_ archive: (any LineArchive)? = nil) {
    log.beginAnew(archive)
    input = .loading
    isRead = false
    notice = .info("the file was cut or replaced; it is read from its beginning")
  }

  /// A message of the shell that is no key.
  public mutating func receive(_ message: Message) -> [Effect] {
    switch message {
    case .key(let key): return press(key)
    case .resized(let size): self.size = CellGrid.held(size)
    case .proceed: log.pane.extend()
    case .logSaved(let path): notice = .written("log as it is shown", to: path)
    case .fileExists(let path, let effect):
      overlay = .confirmation(Confirmation(path: path, effect: effect.replacing))
    case .exportFailed(let reason): notice = .error(reason)
    case .ended(let signal): return [.quit(code: 128 + signal)]
    case .errorOutput(let text): notice = .warning("standard error: \(text)")
    case .tick, .fetchAnswered, .exported, .bundled, .scenariosLoaded, .scenarioSaved,
      .keepingChanged, .followed, .branchesLoaded, .branchOpened, .displaySaved, .remark:
      break
    }
    settle()
    return []
  }

  /// Whether a search or a filter has lines left to look at.
  public var isBusy: Bool { log.pane.isBusy }

  /// The lines that are shown, each with a line feed.
  public var shownLog: [UInt8] {
    var bytes: [UInt8] = []
    for place in 0..<log.pane.index.count {
      log.pane.store.withText(of: log.pane.index[place]) { bytes.append(contentsOf: $0) }
      bytes.append(0x0A)
    }
    return bytes
  }

  var layout: Layout { Layout(size: size, screen: .log) }

  var screenMode: KeyMode { .browser }

  var suggestions: BrowserSuggestions {
    BrowserSuggestions(topics: log.pane.topics, filter: log.pane.filter, bindings: bindings)
  }

  /// Changes the pane; it has one owner meanwhile.
  mutating func withPane<Result>(_ change: (inout LogPane) -> Result) -> Result {
    change(&log.pane)
  }

  /// Keeps every list inside its window.
  mutating func settle() {
    let layout = layout
    if log.pane.isWrapped {
      let view = view(of: log)
      log.pane.settle(height: layout.log.rows) { view.rows(of: $0, columns: layout.log.columns) }
    } else {
      log.pane.settle(height: layout.log.rows)
    }
    settleOverlay(layout)
  }

  /// The screen as it is now.
  public func view() -> CellGrid {
    var painter = Painter(size: size, theme: appearance.effectiveTheme)
    let layout = layout
    if layout.isTooSmall {
      painter.paintTooSmall()
    } else {
      paint(&painter, layout)
    }
    if appearance.isASCII { painter.grid.replaceNonASCII(ASCIIGlyphs.replacement) }
    return painter.grid
  }

  private func paint(_ painter: inout Painter, _ layout: Layout) {
    paintHeader(&painter, layout.header)
    let message = notice?.rows(width: layout.footer.columns) ?? []
    view(of: log).paint(
      &painter, title: layout.logTitle, lines: layout.log, covered: message.count)
    let footer = FooterView(progress: nil, continuation: nil, notice: notice, hints: hints)
    paintFront(&painter, layout, footer, message)
  }

  private func view(of log: DeviceLog) -> LogView<DeviceLogContent> {
    LogView(
      log: log.pane, content: DeviceLogContent(log: log, isLoading: input == .loading),
      hasFocus: true, name: "Log")
  }

  private func paintHeader(_ painter: inout Painter, _ rect: CellRect) {
    painter.fill(rect, .header)
    let store = log.pane.store
    let state =
      switch input {
      case .loading: "reading …"
      case .following: log.isCut ? "cut" : "followed"
      case .deleted: "file deleted"
      case .ended: log.isCut ? "cut" : "whole"
      }
    let count = "\(store.count.counted("line")), \(LogBrowser.size(store.byteCount)), \(state)"
    let verdicts = log.verdicts.isEmpty ? "" : log.verdicts.joined(separator: ", ") + " · "
    let name = LogBrowser.shortened(self.name, columns: rect.columns - count.count - 6)
    // What has room beside the name, the most telling first.
    var right = count
    if name.count + right.count + verdicts.count + 4 < rect.columns { right = verdicts + right }
    var left = name
    if let format = log.formatTitle, left.count + format.count + right.count + 7 < rect.columns {
      left += " · \(format)"
    }
    let room = rect.split(left: max(0, rect.columns - right.count - 2)).left
    painter.write(" \(left) ", .header, in: room)
    painter.grid.writeRight(" \(right) ", in: rect, style: painter.theme.style(.header))
  }

  /// A path without its folders where it is longer than so many columns.
  private static func shortened(_ path: String, columns: Int) -> String {
    guard path.count > columns, let last = path.split(separator: "/").last else { return path }
    return last.count < path.count ? "…/\(last)" : path
  }

  private static func size(_ bytes: Int) -> String {
    if bytes < 10_000 { return "\(bytes) bytes" }
    return bytes < 10_000_000 ? "\(bytes / 1_000) kB" : "\(bytes / 1_000_000) MB"
  }

  var hints: [Binding] {
    bindings.hints(in: mode) { reasonAgainst($0) == nil }
  }
}
