import ArgumentParser

/// Keys from and into files, and films of the screen.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the keys with their instants to a new file; starts with a new phone.",
      valueName: "file"),
    completion: .file())
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Press the keys of a recording, on a phone like the one that it was made with.",
      valueName: "file"),
    completion: .file())
  var replay: String?

  @Option(
    help: ArgumentHelp(
      """
      Press the keys of a script: key names separated by spaces; text in quotes is typed.
      """, valueName: "file"),
    completion: .file())
  var script: String?

  @Option(
    help: ArgumentHelp(
      "Write a film of the screen to a new file: asciicast v2.", valueName: "file"),
    completion: .file())
  var cast: String?

  @Flag(help: "With --replay or --script: no screen; prints what it shows at the end.")
  var headless = false

  @Option(help: ArgumentHelp("With --headless: the size of the screen.", valueName: "80x24"))
  var size: String?

  /// What the options say.
  var keyPlay: KeyPlay {
    KeyPlay(
      record: record, replay: replay, script: script, cast: cast, isHeadless: headless, size: size)
  }
}
