import CellGrid
import DeviceModel
import ES256K
import JSONText
import Scenarios
import SimulationCore
import Testing

@testable import Console

@Suite("Recordings of keys, scripts and films")
struct RecordingTests {
  private static let bound = Array(Set(BindingTable.rows.flatMap(\.keys)))

  private static func grid(_ lines: [String], _ style: CellStyle = .plain) -> CellGrid {
    var grid = CellGrid(CellSize(rows: lines.count, columns: 12))
    for (row, line) in lines.enumerated() {
      for (column, scalar) in line.unicodeScalars.enumerated() {
        grid.put(Glyph(scalar), row: row, column: column, style: style)
      }
    }
    return grid
  }

  @Test("every bound key, the mouse, paste marks and sizes are read from the word they are")
  func words() {
    for key in Self.bound { #expect(KeyInput(word: KeyInput.key(key).word) == .key(key)) }
    let inputs: [KeyInput] = [
      .key(.pasteBegin), .key(.pasteEnd), .resize(CellSize(rows: 24, columns: 80)),
      .key(.mouse(MouseEvent(.wheelUp, row: 3, column: 17))), .key(.character(":")),
      .key(.character("\"")),
    ]
    for input in inputs { #expect(KeyInput(word: input.word) == input, "\(input.word)") }
    for word in ["", "Ctrl-", "Ctrl-ab", "F13", "enterr", "resize:0x3", "mouse:press:-1:2"] {
      #expect(KeyInput(word: word) == nil, "\(word)")
    }
    #expect(Key(name: "esc") == .escape)
    #expect(Key(name: "ctrl-l") == .control("l"))
  }

  @Test("a script has a key a word, strings in quotes, and comments")
  func script() throws {
    let keys = try KeyScript.keys("# first\nc  Enter\r\n: \"ad 1\" Space \" '\n\n  # x\n#")
    let typed: [Key] = "ad 1".unicodeScalars.map { .character($0) }
    let rest: [Key] = [.character(" "), .character("\""), .character("'")]
    #expect(keys == [.character("c"), .enter, .character(":")] + typed + rest)
  }

  @Test(
    "a bad word of a script is named with its line",
    arguments: [("c\nReturn", "line 2: 'Return' is no key"), ("\"ab", "line 1: a quotation mark")])
  func badScript(text: String, reason: String) {
    #expect {
      try KeyScript.keys(text)
    } throws: {
      "\($0)".hasPrefix(reason)
    }
  }

  @Test("a recording is read as it was written; an unfinished last line is left out")
  func recording() throws {
    var device = DeviceConfiguration()
    device.seed = 7
    device.keychain = Keychain(TestKeys.standard)
    var recording = KeyRecording(
      device: device, isPaused: true, size: CellSize(rows: 24, columns: 80))
    recording.events = [
      KeyRecording.Event(at: 10, passed: 10, .key(.character("c"))),
      KeyRecording.Event(at: 25, passed: 0, .resize(CellSize(rows: 16, columns: 60))),
    ]
    recording.bindings =
      KeyMapFile.read(
        Array("screen:\n  why.ask: [Ctrl-Y, F5]\nbuttons:\n  store.writeHistory: []\n".utf8),
        path: ""
      ).bindings
    #expect(recording.head.contains("\nkeys screen why.ask Ctrl-Y F5\n"))
    let text = recording.head + recording.events.map { $0.line + "\n" }.joined()
    let read = try KeyRecording(reading: text + "30 5 Ent", device.keychain)
    #expect(read == recording)
  }

  @Test(
    "what is no recording is refused with its line",
    arguments: [
      ("", "line 1:"), ("dnp keys 1\nsize 8\n", "line 2:"),
      ("dnp keys 1\nsize 80x24\npaused no\n", "line 3:"),
      ("dnp keys 1\nsize 80x24\npaused true\nphone {}\n", "line 4:"),
      (RecordingTests.head + "keys screen why.ask\nkeys screen no.such x\n", "line 6:"),
    ])
  func badRecording(text: String, place: String) {
    #expect {
      try KeyRecording(reading: text, Keychain(TestKeys.standard))
    } throws: {
      "\($0)".hasPrefix(place)
    }
  }

  private static let head = KeyRecording(
    device: DeviceConfiguration(), isPaused: true, size: CellSize(rows: 24, columns: 80)
  ).head

  @Test("events out of order, or with more time than there was, are refused")
  func badEvents() {
    let head = Self.head
    for lines in ["5 0 c\n4 0 c\n", "5 6 c\n", "5 c\n", "5 0 Return\n"] {
      #expect(throws: KeyRecording.Failure.self) {
        try KeyRecording(reading: head + lines, Keychain(TestKeys.standard))
      }
    }
  }

  @Test("the same keys after the same time give the same screen and trace")
  func replayed() {
    var drivers = [ConsoleDriver(), ConsoleDriver()]
    // One in many ticks, the other in few.
    for _ in 0..<100 { drivers[0].send(.tick(microseconds: 12_345)) }
    for part in [1_000_000, 234_500] as [Int64] { drivers[1].send(.tick(microseconds: part)) }
    for place in drivers.indices { drivers[place].firstRun() }
    #expect(drivers[0].text == drivers[1].text)
    let hashes = drivers.map(\.model.run.device.os.trace.hash)
    #expect(hashes[0] == hashes[1])
  }

  @Test("the changes between two grids are those cells only, the first frame is all of it")
  func changes() {
    let (a, b) = (Self.grid(["one", "two"]), Self.grid(["one", "too"]))
    #expect(DisplayText.changes(from: a, to: a) == "")
    #expect(DisplayText.changes(from: a, to: b) == "\u{1B}[2;2Ho")
    #expect(DisplayText.changes(from: nil, to: b).hasPrefix("\u{1B}[?25l\u{1B}[0m\u{1B}[2J"))
    let red = Self.grid(["one", "too"], CellStyle(.red, .bold))
    #expect(DisplayText.changes(from: b, to: red).contains("\u{1B}[0;1;31mone"))
    #expect(DisplayText.changes(from: b, to: red).hasSuffix("\u{1B}[0m"))
  }

  @Test("a screen as text has its rows without trailing blanks, and its styles where wanted")
  func display() {
    let driver = ConsoleDriver()
    #expect(driver.model.display(isStyled: false) == driver.text + "\n")
    let styled = driver.model.display(isStyled: true)
    #expect(styled.contains("\u{1B}[0;"))
    #expect(styled.split(separator: "\n").count == 24)
  }

  @Test("a film has a header, frames, markers of what was done, and new sizes")
  func cast() throws {
    var driver = ConsoleDriver()
    driver.type(" ")
    var cast = Cast(title: "a film")
    var text = cast.lines(
      driver.model.view(), act: driver.model.lastAct, at: 0, epochSeconds: 1_763_185_350)
    driver.type("c")
    text += cast.lines(driver.model.view(), act: driver.model.lastAct, at: 1_500_000)
    driver.send(.resized(CellSize(rows: 30, columns: 100)))
    text += cast.lines(driver.model.view(), act: driver.model.lastAct, at: 2_000_000)
    let lines = try text.split(separator: "\n").map { try JSONParser.parse(String($0)) }
    let header = try #require(lines.first)
    #expect(header["version"] == 2)
    #expect(header["width"] == 80)
    #expect(header["height"] == 24)
    #expect(header["timestamp"] == 1_763_185_350)
    let codes = lines.dropFirst().map { line -> String in
      if case .array(let parts) = line, parts.count == 3 { parts[1].stringValue ?? "" } else { "" }
    }
    #expect(codes == ["o", "m", "o", "r", "o"])
    #expect(text.contains("[1.5,\"m\",\"Check Plugin Status\"]"))
    #expect(text.contains("[2,\"r\",\"100x30\"]"))
  }

  @Test("a walkthrough marks each step")
  func steps() {
    var driver = ConsoleDriver()
    driver.command("walkthrough 1-launch")
    #expect(driver.model.lastAct == nil)
    driver.press(.enter)
    #expect(driver.model.lastAct?.text.hasPrefix("step 1: ") == true)
  }

  @Test(":saveDisplay asks the shell, and a file that exists is replaced only with !")
  func saved() {
    var driver = ConsoleDriver()
    driver.command("saveDisplay a.txt")
    driver.command("save-display")
    driver.command("saveDisplay! b.ans")
    #expect(
      driver.takeEffects() == [
        .saveDisplay(path: "a.txt"), .saveDisplay(path: nil),
        .saveDisplay(path: "b.ans", replaces: true),
      ])
  }
}
