/// Fetched content as stored: bytes, so that a damaged cache can be told from a good one.
///
/// What the platform orders and compares by stands in the row itself, the other columns in a shared
/// box: rows are copied more often than they are written.
public struct ContentRow: Hashable, Sendable {
  /// The kind of schedule it was fetched for; daily and dual content never mix.
  public var kind: ScheduleKind
  /// The occurrence that it says it is for, ms since the Unix epoch.
  public var scheduledFor: Int64
  /// When it was fetched, ms since the Unix epoch.
  public var fetchedAt: Int64
  private var columns: Columns

  /// Makes a row.
  public init(
    kind: ScheduleKind = .daily, scheduledFor: Int64, bytes: [UInt8], fetchedAt: Int64,
    etag: String?, identity: String?, source: ContentSource, address: String? = nil,
    vary: String? = nil, fetchedFor: Int64? = nil
  ) {
    self.kind = kind
    self.scheduledFor = scheduledFor
    self.fetchedAt = fetchedAt
    columns = Columns(
      ColumnValues(
        bytes: bytes, etag: etag, identity: identity, source: source, address: address, vary: vary,
        fetchedFor: fetchedFor ?? scheduledFor))
  }

  /// Whether every column is the same.
  public static func == (left: ContentRow, right: ContentRow) -> Bool {
    left.kind == right.kind && left.scheduledFor == right.scheduledFor
      && left.fetchedAt == right.fetchedAt
      && (left.columns === right.columns || left.columns.values == right.columns.values)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(scheduledFor)
    hasher.combine(fetchedAt)
    hasher.combine(columns.values)
  }
}

extension ContentRow {
  /// The payload as it came.
  public var bytes: [UInt8] {
    get { columns.values.bytes }
    set { columns = columns.with(\.bytes, newValue) }
  }
  /// The answer's entity tag.
  public var etag: String? {
    get { columns.values.etag }
    set { columns = columns.with(\.etag, newValue) }
  }
  /// The identity it was fetched for.
  public var identity: String? {
    get { columns.values.identity }
    set { columns = columns.with(\.identity, newValue) }
  }
  /// Where a notification with this content says its text came from: cache or live.
  public var source: ContentSource {
    get { columns.values.source }
    set { columns = columns.with(\.source, newValue) }
  }
  /// The address that it came from; nil for the plugin's own content.
  public var address: String? {
    get { columns.values.address }
    set { columns = columns.with(\.address, newValue) }
  }
  /// The answer's `Vary`: the headers of a request that the content depends on.
  public var vary: String? {
    get { columns.values.vary }
    set { columns = columns.with(\.vary, newValue) }
  }

  /// The occurrence that it was fetched for, ms since the Unix epoch.
  public var fetchedFor: Int64 {
    get { columns.values.fetchedFor }
    set { columns = columns.with(\.fetchedFor, newValue) }
  }
  /// Whether it is for the occurrence that it was fetched for.
  public var isForTarget: Bool { scheduledFor == fetchedFor }

  /// The payload's hash: SHA-256 of its canonical JSON, first 12 hexadecimal digits.
  ///
  /// Made from the bytes when it is read, so that a damaged cache has another one.
  public var hash: String { ContentHash.payload(bytes) }
}

/// The columns of content that are looked at where it is used.
private struct ColumnValues: Hashable {
  var bytes: [UInt8]
  var etag: String?
  var identity: String?
  var source: ContentSource
  var address: String?
  var vary: String?
  var fetchedFor: Int64
}

/// Columns that rows share; a changed column makes a box of its own.
private final class Columns: Sendable {
  let values: ColumnValues

  init(_ values: ColumnValues) { self.values = values }

  /// The same columns but for one.
  func with<Value>(_ column: WritableKeyPath<ColumnValues, Value>, _ value: Value) -> Columns {
    var values = values
    values[keyPath: column] = value
    return Columns(values)
  }
}

extension [ContentRow] {
  /// The latest occurrence that one of them is for, ms since the Unix epoch.
  ///
  /// They are ordered by it.
  var latestOccurrence: Int64 { isEmpty ? .min : self[count - 1].scheduledFor }
}
