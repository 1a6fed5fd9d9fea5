/// What decides whether content is used, as configured: plain numbers, cheap to read often.
struct ContentRules: Hashable {
  /// How old daily content may be at its trigger, in milliseconds.
  var ttlMilliseconds: Int64
  /// How old dual content may be at its trigger, in milliseconds.
  var dualTimeoutMilliseconds: Int64
  /// Whether fetched content goes into the dual notification.
  var isDualLinked: Bool
  /// Whether the dual notification is armed for none but fresh content: skipped without it, or
  /// chained.
  var isDualSkippedWithoutContent: Bool
  /// Whether the dual notification is armed only after its fetch has ended.
  var isDualChained: Bool
  /// What an answer without rows means.
  let emptyResult: PluginChoices.EmptyResult

  /// Takes the rules out of what is configured.
  init(
    _ configuration: PluginConfiguration, _ dual: DualConfiguration?,
    _ choices: PluginChoices = PluginChoices()
  ) {
    ttlMilliseconds = configuration.ttlSeconds * 1000
    dualTimeoutMilliseconds = dual?.relationship?.contentTimeoutMilliseconds ?? 0
    isDualLinked = dual?.isLinked ?? false
    isDualChained = choices.dualMode == .chained && dual?.isChainable ?? false
    isDualSkippedWithoutContent = isDualChained || dual?.isSkippedWithoutContent ?? false
    emptyResult = choices.emptyResult
  }
}
