/// What decides whether content is used, as configured: plain numbers, cheap to read often.
struct ContentRules: Hashable {
  /// How old daily content may be at its trigger, in milliseconds.
  var ttlMilliseconds: Int64
  /// How old dual content may be at its trigger, in milliseconds.
  var dualTimeoutMilliseconds: Int64
  /// Whether fetched content goes into the dual notification.
  var isDualLinked: Bool
  /// Whether the dual notification is skipped without fresh content.
  var isDualSkippedWithoutContent: Bool

  /// Takes the rules out of what is configured.
  init(_ configuration: PluginConfiguration, _ dual: DualConfiguration?) {
    ttlMilliseconds = configuration.ttlSeconds * 1000
    dualTimeoutMilliseconds = dual?.relationship?.contentTimeoutMilliseconds ?? 0
    isDualLinked = dual?.isLinked ?? false
    isDualSkippedWithoutContent = dual?.isSkippedWithoutContent ?? false
  }
}
