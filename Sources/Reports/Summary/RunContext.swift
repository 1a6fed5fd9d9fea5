/// Facts about the run that are not in the scenarios' results; the shell passes them in.
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
  /// The real duration of each scenario by the host's clock, in the order of the results.
  public var elapsedMicroseconds: [Int]

  /// Creates the context of a run; a scenario without an elapsed time took 0 ms.
  public init(
    version: String, build: String, tzDataVersion: String, startedMilliseconds: Int64,
    stoppedMilliseconds: Int64, elapsedMicroseconds: [Int] = []
  ) {
    self.version = version
    self.build = build
    self.tzDataVersion = tzDataVersion
    self.startedMilliseconds = startedMilliseconds
    self.stoppedMilliseconds = stoppedMilliseconds
    self.elapsedMicroseconds = elapsedMicroseconds
  }

  /// The real duration of the whole run; 0 if the host's clock was set back during it.
  var durationMilliseconds: Int64 { max(0, stoppedMilliseconds - startedMilliseconds) }
}
