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

  /// Makes the context of one run.
  public init(
    version: String, build: String, tzDataVersion: String, startedMilliseconds: Int64,
    stoppedMilliseconds: Int64
  ) {
    self.version = version
    self.build = build
    self.tzDataVersion = tzDataVersion
    self.startedMilliseconds = startedMilliseconds
    self.stoppedMilliseconds = stoppedMilliseconds
  }
}
