import CellGrid
import Testing

@testable import Console

@Suite("What the console asks of the shell")
struct EffectTests {
  @Test(
    "keys that need the shell request an effect and do not change the model",
    arguments: [
      (.control("c"), .quit(code: 130)), (.control("z"), .suspend), (.control("l"), .repaint),
      (.character("Q"), .quit(code: 0)), (.character("q"), .quit(code: 0)),
      (.character("x"), .export(path: nil)),
    ] as [(Key, Effect)])
  func keys(key: Key, effect: Effect) {
    var driver = ConsoleDriver()
    driver.press(key)
    #expect(driver.effects == [effect])
  }

  @Test("A asks for a note and writes a bundle; the command line takes a folder and a note")
  func bundles() {
    var driver = ConsoleDriver()
    driver.type("A")
    #expect(driver.footer.contains("note: "))
    driver.type("it never came")
    driver.press(.enter)
    #expect(driver.takeEffects() == [.bundle(path: nil, note: "it never came")])
    driver.send(.bundled(path: "a"))
    #expect(driver.footer.contains("bundle written: a"))
    for (line, effect) in [
      ("bundle", Effect.bundle(path: nil, note: "")),
      ("bundle out -- it -- came", .bundle(path: "out", note: "it -- came")),
      ("bundle -- it came", .bundle(path: nil, note: "it came")),
      ("bundle! out", .bundle(path: "out", note: "", replaces: true)),
      ("bundle \"a b\" --", .bundle(path: "a b", note: "")),
    ] {
      driver.command(line)
      #expect(driver.takeEffects() == [effect], "\(line)")
    }
  }

  @Test("Ctrl-C quits wherever the focus is")
  func interrupt() {
    for opening in ["?", ":", "/", "&", "T", "r", "2"] {
      var driver = ConsoleDriver()
      driver.type(opening)
      _ = driver.takeEffects()
      driver.press(.control("c"))
      #expect(driver.effects == [.quit(code: 130)], "\(opening)")
    }
  }

  @Test("q goes back one step at a time before it quits")
  func back() {
    var driver = ConsoleDriver()
    driver.type("2q")
    #expect(driver.effects.isEmpty)
    driver.firstRun()
    driver.press(.enter)
    #expect(driver.shows("Esc closes"))
    driver.type("q")
    #expect(driver.effects.isEmpty)
    driver.type("q")
    #expect(driver.effects == [.quit(code: 0)])
  }

  @Test("a signal saves the session once and ends with 128 plus its number")
  func signals() {
    var driver = ConsoleDriver()
    driver.sendAndLeave(.ended(signal: 15))
    #expect(driver.takeEffects() == [.quit(code: 143)], "nothing was pressed, nothing is saved")
    driver.type("c")
    driver.sendAndLeave(.ended(signal: 1))
    #expect(driver.takeEffects() == [.export(path: nil), .quit(code: 129)])
    driver.send(.exported(path: "a.json"))
    #expect(driver.footer.contains("run summary written: a.json"))
    // The end says which file, the beginning says in which folder.
    let long = "~/" + String(repeating: "folder/", count: 20) + "a.json"
    driver.send(.exported(path: long))
    let row = driver.footer.split(separator: "\n").first { $0.contains("a.json") }
    #expect(row?.contains("~/folder/") == true && row?.contains("…") == true)
    #expect(row?.contains("…/a.json") == true)
    driver.sendAndLeave(.ended(signal: 15))
    #expect(driver.takeEffects() == [.quit(code: 143)])
  }

  @Test("a failed export says why, and nothing counts as saved")
  func failed() {
    var driver = ConsoleDriver()
    driver.type("cx")
    driver.send(.exportFailed(reason: "no space left; free some"))
    #expect(driver.footer.contains("no space left"))
    #expect(driver.model.hasUnexportedPresses)
  }

  @Test("a message wider than the screen is shown in full")
  func long() {
    var driver = ConsoleDriver()
    let reason =
      "report.json: the report cannot be written (No space left on device); "
      + "name a path in a folder that exists and is writable"
    driver.send(.exportFailed(reason: reason))
    #expect(driver.footer.contains("No space left"))
    #expect(driver.footer.contains("writable"))
  }

  @Test("a file that exists is replaced only when that is answered or typed with !")
  func replaced() {
    var driver = ConsoleDriver()
    driver.command("saveScenario a.yaml")
    #expect(driver.takeEffects() == [.saveScenario(path: "a.yaml")])
    driver.send(.fileExists(path: "a.yaml", .saveScenario(path: "a.yaml")))
    #expect(driver.shows("a.yaml exists.") && driver.footer.contains("y replace  n leave"))
    driver.type("c")
    driver.press(.enter)
    #expect(driver.takeEffects() == [], "nothing but the answers counts")
    driver.type("n")
    #expect(driver.takeEffects() == [])
    #expect(driver.footer.contains("a.yaml stays as it was"))
    driver.send(.fileExists(path: "a.yaml", .saveScenario(path: "a.yaml")))
    driver.type("y")
    #expect(driver.takeEffects() == [.saveScenario(path: "a.yaml", replaces: true)])
    #expect(!driver.shows("a.yaml exists."))
    driver.command("export! \"b c.json\"")
    #expect(driver.takeEffects() == [.export(path: "b c.json", replaces: true)])
    driver.command("pause!")
    #expect(driver.shows("'pause' replaces no file"))
  }

  @Test("an export can be given a path")
  func path() {
    var driver = ConsoleDriver()
    driver.command("export out/a b.json")
    #expect(driver.effects == [.export(path: "out/a b.json")])
  }

  @Test("what is written to standard error is kept and shown without control characters")
  func errorOutput() {
    var driver = ConsoleDriver()
    driver.send(.errorOutput("fir"))
    driver.send(.errorOutput("st\r\n\u{1B}[31mred\u{202E}\n"))
    #expect(driver.model.errorOutput.lines == ["first", "\u{1B}[31mred\u{202E}"])
    #expect(driver.footer.contains("standard error: ^[[31mred"))
    driver.command("messages")
    #expect(driver.shows("first"))
    for _ in 0..<3_000 { driver.send(.errorOutput("line\n")) }
    #expect(driver.model.errorOutput.lines.count == ErrorOutput.linesMax)
  }
}
