import LocatedYAML

/// The keys that one mapping of a scenario file may have, in the order in which messages list them.
package protocol FileKey: RawRepresentable<String>, CaseIterable {}

extension FileKey {
  /// The keys as they are written.
  package static var names: [String] { allCases.map(\.rawValue) }

  /// The key of an entry; throws for a key that the mapping may not have.
  ///
  /// `kind` describes the key in the message, and `others` are allowed in the mapping too.
  init(
    of entry: YAMLNode.Entry, _ kind: String, besides others: [String] = []
  ) throws(YAMLProblem) {
    guard let key = Self(rawValue: entry.key) else {
      throw .unknown(kind, entry.key, at: entry.place, known: Self.names + others)
    }
    self = key
  }
}
