import Foundation
import PlainText
import Testing

@Suite("Shell words")
struct ShellWordTests {
  private static let words = [
    "plain.yaml", "", "a b", "it's", "$HOME", "`id`", "a;b", "*", "~", "#x", "=ls", "a\\nb",
    "\"q\"",
    "line\nfeed", "tab\tand'quote", "\u{1B}[31m", "\u{202E}turned", "ünïcode", "back\\slash\u{7}",
    "!x", "{a,b}", "(a)", "<a>", "&",
  ]

  @Test("a shell reads the word back", arguments: words)
  func roundTrip(word: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "printf %s " + ShellWord.quoted(word)]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let read = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(read == Data(word.utf8))
  }

  @Test("nothing that a terminal would obey is left", arguments: words)
  func safe(word: String) {
    let quoted = ShellWord.quoted(word)
    #expect(SafeText.terminalLine(quoted) == quoted)
  }
}
