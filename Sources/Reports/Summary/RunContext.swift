/// What a report says about the run that no scenario knows; the shell passes it in.
public struct RunContext: Hashable, Sendable {
  /// The tool's version.
  public var version: String
  /// How it was built: `release` or `debug`.
  public var build: String
  /// The release of the time zone database.
  public var tzDataVersion: String
  /// When the run began by the host's clock, in milliseconds since the Unix epoch.
  public var startedMilliseconds: Int64
  /// When it ended by the host's clock, in milliseconds since the Unix epoch.
  public var stoppedMilliseconds: Int64
  /// How long each scenario took by the host's clock, in the order of the results.
  public var elapsedMilliseconds: [Int]

  /// Makes the context of one run; a scenario without an elapsed time took 0 ms.
  public init(
    version: String, build: String, tzDataVersion: String, startedMilliseconds: Int64,
    stoppedMilliseconds: Int64, elapsedMilliseconds: [Int] = []
  ) {
    self.version = version
    self.build = build
    self.tzDataVersion = tzDataVersion
    self.startedMilliseconds = startedMilliseconds
    self.stoppedMilliseconds = stoppedMilliseconds
    self.elapsedMilliseconds = elapsedMilliseconds
  }

  /// How long the whole run took by the host's clock; 0 when that clock was set back meanwhile.
  var durationMilliseconds: Int64 { max(0, stoppedMilliseconds - startedMilliseconds) }
}
