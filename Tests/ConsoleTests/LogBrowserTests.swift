import CellGrid
import DailyNotification
import DeviceLogs
import Lines
import ProjectFiles
import Testing

@testable import Console

/// The viewer of device logs with a keyboard.
private struct BrowserDriver {
  var browser: LogBrowser
  var effects: [Effect] = []

  init(
    rows: Int = 24, columns: Int = 80, name: String = "device.log", theme: Theme? = nil
  ) {
    browser = LogBrowser(
      LogBrowser.Setup(
        name: name,
        appearance: Appearance(
          isColored: theme != nil, isASCII: false, theme: theme ?? .standard),
        size: CellSize(rows: rows, columns: columns)))
  }

  /// A viewer that has read a fixture.
  init(fixture: String, rows: Int = 24, columns: Int = 80, theme: Theme? = nil) throws {
    self.init(rows: rows, columns: columns, name: fixture, theme: theme)
    try read(ProjectFile.bytes("Tests/DeviceLogsTests/Fixtures/\(fixture)"))
    try browser.pause(.following)
  }

  mutating func read(_ bytes: [UInt8]) throws {
    var problem: LogProblem?
    bytes.withUnsafeBytes { bytes in
      do throws(LogProblem) { try browser.take(bytes) } catch { problem = error }
    }
    if let problem { throw problem }
  }

  mutating func press(_ keys: Key...) {
    for key in keys {
      effects += browser.receive(.key(key))
      while browser.isBusy { effects += browser.receive(.proceed) }
    }
  }

  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { press(.character(scalar)) }
  }

  var lines: [String] { GridText.lines(browser.view()) }

  func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
}

extension BrowserDriver: CustomTestStringConvertible {
  var testDescription: String { "screen:\n" + lines.joined(separator: "\n") }
}

@Suite("Device logs on the screen")
struct LogBrowserTests {
  @Test("is kept at three sizes", arguments: [(16, 60), (24, 80), (50, 200)])
  func kept(rows: Int, columns: Int) throws {
    var driver = try BrowserDriver(fixture: "default.log", rows: rows, columns: columns)
    driver.type("jj")
    try Snapshot.expect(driver.browser.view(), named: "device-log")
  }

  @Test("shows every line of every format", arguments: LogFixtures.names)
  func formats(name: String) throws {
    var driver = try BrowserDriver(fixture: name)
    let text = try ProjectFile.text("Tests/DeviceLogsTests/Fixtures/\(name)")
    let count = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    let whole = text.hasSuffix("\n") ? count : count + 1
    #expect(driver.browser.log.pane.store.count == whole)
    #expect(driver.shows("1/\(whole)"))
    driver.type("G")
    #expect(driver.shows("FOLLOW \(whole)"))
    driver.press(.enter)
    #expect(driver.shows("Line \(whole)"))
  }

  @Test("the plugin's lines have their categories, others their programs")
  func categories() throws {
    var driver = try BrowserDriver(fixture: "default.log")
    driver.type(":category only fetch")
    driver.press(.enter)
    #expect(driver.shows("only fetch"))
    let pane = driver.browser.log.pane
    #expect(pane.index.count > 3)
    for place in 0..<pane.index.count {
      #expect(pane.store.text(of: pane.index[place]).contains("DNP-FETCH"))
    }
    driver.type(":category all")
    driver.press(.enter)
    driver.type("S")
    let own = driver.browser.log.pane.index.count
    #expect(own < driver.browser.log.pane.store.count)
    driver.type("S")
    #expect(driver.browser.log.pane.index.count == driver.browser.log.pane.store.count)
    let names = driver.browser.log.pane.topics.rows.map(\.name)
    #expect(names.contains("SpringBoard") || names.count > LogCategory.allCases.count)
  }

  @Test("Enter in the list of categories does what the line above it says")
  func categoryList() throws {
    var driver = try BrowserDriver(fixture: "default.log")
    driver.type("f")
    #expect(driver.shows("Enter: category plugin"))
    driver.press(.enter)
    #expect(driver.shows("no plugin"))
    driver.type("f")
    driver.press(.down)
    #expect(driver.shows("Enter: category fetch"))
    driver.press(.enter)
    #expect(driver.shows("no plugin, no fetch"))
    driver.type(":lev")
    driver.press(.enter)
    driver.type("err")
    #expect(driver.shows("Enter: level error"))
    driver.press(.enter)
    #expect(driver.shows("error, with system"))
  }

  @Test("what was there when the log was opened is not new, what comes later is")
  func newLines() throws {
    var driver = BrowserDriver(name: "/a/folder/with/a/rather/long/name/for/eighty/columns/a.log")
    try driver.read(Array("DNP-FETCH: one\nDNP-FETCH: two\n".utf8))
    try driver.read(Array("DNP-FETCH: three\n".utf8))
    try driver.browser.pause(.following)
    #expect(!driver.shows("new ("))
    #expect(driver.shows("…/a.log"))
    try driver.read(Array("DNP-FETCH: four\n".utf8))
    try driver.browser.pause(.following)
    #expect(driver.shows("1 new (F)"))
  }

  @Test("errors and warnings are found by their level")
  func levels() throws {
    var driver = BrowserDriver()
    try driver.read(
      Array(
        """
        11-15 05:42:30.104  1766  1770 I DNP-PLUGIN: configure() called
        11-15 05:42:30.105  1766  1770 W Other: careful
        11-15 05:42:30.106  1766  1770 E Other: broken
          at a.b.C
        11-15 05:42:30.107  1766  1770 D Other: small

        """.utf8))
    try driver.browser.pause(.ended)
    driver.type("w")
    #expect(driver.browser.log.pane.selectedLine == 1)
    driver.type("e")
    #expect(driver.browser.log.pane.selectedLine == 2)
    driver.type("LL")
    #expect(driver.shows("warning+"))
    // The line that continues the error is one, too.
    #expect(driver.browser.log.pane.index.count == 3)
  }

  @Test("what profiles find is marked, can be gone to and is listed")
  func findings() throws {
    let text = try ProjectFile.text("Tests/DeviceLogsTests/Fixtures/threadtime.log")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("status = ready") }
    var driver = BrowserDriver()
    try driver.read(Array(lines.joined(separator: "\n").utf8))
    try driver.browser.pause(.ended)
    #expect(!driver.browser.log.findingsByLine.isEmpty)
    driver.type(")")
    #expect(driver.shows("missing: "))
    #expect(driver.lines.contains { $0.hasPrefix("✗") })
    driver.type("v")
    #expect(driver.shows("first-run broken"))
    #expect(driver.shows("line 5: missing"))
    driver.press(.escape)
    driver.type("(")
    driver.type("q")
    #expect(driver.effects == [.quit(code: 0)])
  }

  @Test("lines of the system that may be about the app are marked and listed")
  func evidence() throws {
    let text = try ProjectFile.text("Tests/DeviceLogsTests/Fixtures/threadtime.log")
    let stop =
      "11-15 05:50:00.001  1322  1350 I ActivityManager: Force stopping com.timesafari.app x\n"
    var driver = BrowserDriver()
    try driver.read(Array((text + stop).utf8))
    try driver.browser.pause(.ended)
    let line = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    #expect(driver.browser.log.evidenceByLine[line] == "the app was force-stopped")
    driver.type("G")
    #expect(driver.lines.contains { $0.hasPrefix("◇") && $0.contains("Force stopping") })
    driver.type("v")
    driver.type("G")
    #expect(driver.shows("◇ line \(line + 1): the app was force-stopped"))
  }

  @Test("a hit outside of the screen comes to its middle, one inside stays")
  func middle() throws {
    var driver = try BrowserDriver(fixture: "default.log", rows: 16, columns: 60)
    driver.type("/Prefetch succ")
    driver.press(.enter)
    let pane = driver.browser.log.pane
    let row = (pane.selectedLine ?? 0) - pane.topPosition
    #expect(abs(row - pane.height / 2) <= 1, "\(row) of \(pane.height)")
    driver.type("/BGTask completed")
    driver.press(.enter)
    #expect(driver.browser.log.pane.topPosition == pane.topPosition)
  }

  @Test("a line grows until its end comes, and what is being read stays")
  func grows() throws {
    var driver = BrowserDriver()
    try driver.read(Array("DNP-FETCH: one\nDNP-FETCH: tw".utf8))
    try driver.browser.pause(.following)
    #expect(driver.shows("DNP-FETCH: tw"))
    #expect(driver.shows("1/2"))
    try driver.read(Array("o\nDNP-FETCH: three\n".utf8))
    try driver.browser.pause(.following)
    #expect(driver.browser.log.pane.store.count == 3)
    #expect(driver.browser.log.pane.store.text(of: 1) == "DNP-FETCH: two")
    #expect(driver.browser.log.pane.selectedLine == 0)
    #expect(driver.shows("1/3"))
    driver.browser.beginAnew()
    try driver.read(Array("DNP-FETCH: new\n".utf8))
    try driver.browser.pause(.following)
    #expect(driver.browser.log.pane.store.count == 1)
    #expect(driver.shows("DNP-FETCH: new"))
  }

  @Test("however the bytes are cut, the lines are the same", arguments: [1, 7, 1_000])
  func pieces(size: Int) throws {
    let bytes = try ProjectFile.bytes("Tests/DeviceLogsTests/Fixtures/default-crlf.log")
    var driver = BrowserDriver()
    for start in stride(from: 0, to: bytes.count, by: size) {
      try driver.read(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    try driver.browser.pause(.ended)
    var whole = BrowserDriver()
    try whole.read(bytes)
    try whole.browser.pause(.ended)
    #expect(driver.browser.shownLog == whole.browser.shownLog)
    #expect(!whole.browser.shownLog.contains(0x0D))
  }

  @Test("objects on a line are shown in words, and whole on their page")
  func json() throws {
    var driver = try BrowserDriver(fixture: "ndjson.ndjson", columns: 120)
    driver.type("/configure() called")
    driver.press(.enter)
    #expect(driver.lines.contains { $0.contains("[DNP-PLUGIN]") && !$0.contains("eventMessage") })
    driver.press(.enter)
    #expect(driver.shows("\"eventMessage\""))
  }

  @Test("a search is tried while it is typed, and Esc undoes it")
  func tried() throws {
    var driver = try BrowserDriver(fixture: "default.log")
    driver.type("/Prefetch succ")
    #expect(driver.shows("1 of 1"))
    let found = driver.browser.log.pane.selectedLine
    driver.press(.escape)
    #expect(driver.browser.log.pane.selectedLine == 0)
    #expect(driver.browser.log.pane.search == nil)
    driver.type("&DNP-")
    #expect(driver.shows("with 'DNP-'"))
    driver.press(.escape)
    #expect(driver.browser.log.pane.index.count == driver.browser.log.pane.store.count)
    #expect(found != nil)
  }

  @Test("what is no log is refused")
  func refused() {
    var driver = BrowserDriver()
    #expect(throws: LogProblem.packed(by: "zip")) {
      try driver.read([0x50, 0x4B, 0x03, 0x04, 0x00])
    }
  }

  @Test("a limit of bytes is said when it is reached")
  func limit() throws {
    var browser = LogBrowser(
      LogBrowser.Setup(
        name: "x", appearance: Appearance(isColored: false, isASCII: false),
        size: CellSize(rows: 24, columns: 100), bytesMax: 20))
    let bytes = Array("DNP-FETCH: a\nDNP-FETCH: b\nDNP-FETCH: c\n".utf8)
    bytes.withUnsafeBytes { try? browser.take($0) }
    try browser.pause(.ended)
    #expect(browser.log.pane.store.count == 2)
    #expect(GridText.lines(browser.view()).contains { $0.contains("--max-bytes") })
  }

  @Test("the log is saved as it is shown, a file asked about, the line copied")
  func saving() throws {
    var driver = try BrowserDriver(fixture: "text.log")
    driver.press(.control("s"))
    driver.type("Y")
    let line = driver.browser.log.pane.store.text(of: 0)
    #expect(driver.effects == [.saveLog(path: nil), .copy(line)])
    driver.type(":saveLog x.txt")
    driver.press(.enter)
    #expect(driver.effects.last == .saveLog(path: "x.txt"))
    _ = driver.browser.receive(.fileExists(path: "x.txt", .saveLog(path: "x.txt")))
    #expect(driver.shows("Replace it?"))
    driver.type("y")
    #expect(driver.effects.last == .saveLog(path: "x.txt", replaces: true))
  }

  @Test("random keys break nothing and keep the screen whole", arguments: 1...4)
  func randomKeys(seed: Int) throws {
    var driver = try BrowserDriver(fixture: "default.log", rows: 16, columns: 60)
    var generator = Generator(state: UInt64(seed))
    let keys = BindingTable.rows.filter { $0.mode == .browser }.flatMap(\.keys)
      .filter { $0 != .character("q") && $0 != .character("Q") }
    for _ in 0..<600 {
      switch generator.next() % 10 {
      case 0: driver.type(["ab", "DNP", "1", "é"][Int(generator.next() % 4)])
      case 1: driver.press(.escape)
      case 2: driver.press(.enter)
      default: driver.press(keys[Int(generator.next() % UInt64(keys.count))])
      }
      #expect(driver.lines.count == 16)
    }
    // From every state a few Esc and q lead out.
    for _ in 0..<4 { driver.press(.escape) }
    driver.type("q")
    #expect(driver.effects.last == .quit(code: 0))
  }

  /// The generator of SplitMix64.
  private struct Generator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }
}

/// The logs of the tests of device logs.
private enum LogFixtures {
  static let names = [
    "default.log", "compact.log", "syslog.log", "json.json", "ndjson.ndjson", "console.log",
    "idevicesyslog.log", "xcode.log", "threadtime.log", "time.log", "long.log", "brief.log",
    "process.log", "thread.log", "tag.log", "text.log", "events.jsonl",
  ]
}
