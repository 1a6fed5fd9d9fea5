import Descriptors
import Foundation
import GRDB

/// A session in a file: its branches, what was done, how far time has come, and what can be read of
/// it without the program.
///
/// The journal and the position are the session; they decide everything else. Records and the
/// plugin's tables are copies for readers, and may lag behind. A commit survives the death of the
/// process at any moment; after a power cut the file is as it was some commits before.
package final class SessionStore {
  /// The session's name.
  package let name: String
  /// The path of its file.
  package let path: String
  private let folder: SessionFolder
  /// Whether this program may write.
  package let isReadOnly: Bool
  let queue: DatabaseQueue
  private let lock: SessionLock?
  /// The file that was opened, to see whether it is still the one at the path.
  private let inode: UInt64?
  /// How many commits there were since the log of changes was looked at.
  private var commitsSinceCheckpoint = 0

  /// How many commits there are between two looks at the log of changes.
  private static let commitsACheckpoint = 256

  /// Opens a session to go on with it; one that does not exist is made.
  ///
  /// Throws `locked` when another program has it.
  package convenience init(
    opening name: String, in folder: SessionFolder
  ) throws(SessionStoreError) {
    guard SessionFolder.isName(name) else { throw .badName(name) }
    try folder.create()
    let lock = try SessionLock(name, in: folder)
    try self.init(name, in: folder, path: folder.file(of: name), lock)
  }

  /// Goes on with a file; a lock is released when it cannot be opened.
  private init(
    _ name: String, in folder: SessionFolder, path: String, _ lock: SessionLock
  ) throws(SessionStoreError) {
    do {
      queue = try SessionStore.opened(path, isReadOnly: false)
    } catch {
      lock.release()
      throw error
    }
    self.lock = lock
    self.name = name
    self.folder = folder
    self.path = path
    inode = (try? FileStatus(path: path))?.inode
    isReadOnly = false
  }

  /// Makes a session with everything that `body` writes, or none: it gets its name at the end.
  ///
  /// A session of that name stays, and `taken` is thrown.
  package static func make(
    _ name: String, in folder: SessionFolder,
    _ body: (SessionStore) throws(SessionStoreError) -> Void
  ) throws(SessionStoreError) {
    guard SessionFolder.isName(name) else { throw .badName(name) }
    try folder.create()
    let lock = try SessionLock(name, in: folder)
    guard !folder.has(name) else {
      lock.release()
      throw .taken(name)
    }
    // A program that was killed here may have left some.
    folder.removeUnfinished(name)
    let store = try SessionStore(
      name, in: folder, path: folder.unfinishedFile(of: name), lock)
    do throws(SessionStoreError) {
      try body(store)
      try store.finishFile()
      try folder.finish(name)
    } catch {
      try? store.queue.close()
      folder.removeUnfinished(name)
      lock.release()
      throw error
    }
    lock.release()
  }

  /// Closes the file with everything in it and on the disk.
  private func finishFile() throws(SessionStoreError) {
    try SessionStore.attempt(path) {
      try queue.inDatabase { database in
        try database.checkpoint(.truncate)
        // With one file only, so that it can get another name.
        _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
      }
      try queue.close()
    }
  }

  /// Opens a session only to read it, also while another program goes on with it.
  package init(reading name: String, in folder: SessionFolder) throws(SessionStoreError) {
    guard folder.has(name) else { throw .missing(name) }
    path = folder.file(of: name)
    queue = try SessionStore.opened(path, isReadOnly: true)
    lock = nil
    inode = nil
    self.name = name
    self.folder = folder
    isReadOnly = true
  }

  /// Opens a session only to read it that was opened to go on with it, and lets others have it.
  package convenience init(releasing store: SessionStore) throws(SessionStoreError) {
    store.close()
    try self.init(reading: store.name, in: store.folder)
  }

  /// Goes on with a session that was only read until now, and closes it for reading.
  ///
  /// Throws `locked` while another program has it.
  package convenience init(continuing read: SessionStore) throws(SessionStoreError) {
    guard read.folder.has(read.name) else { throw .missing(read.name) }
    let lock = try SessionLock(read.name, in: read.folder)
    try self.init(read.name, in: read.folder, path: read.path, lock)
    read.close()
  }

  private static func opened(
    _ path: String, isReadOnly: Bool
  ) throws(SessionStoreError) -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "dnp.session"
    configuration.readonly = isReadOnly
    // A reader or the writer holds its locks for a moment only.
    configuration.busyMode = .timeout(2)
    configuration.prepareDatabase { database in
      // Before anything is written: the file of another program stays as it is.
      switch try SessionMigrations.state(of: database) {
      case .empty where isReadOnly: throw SessionStoreError.unfinished(path: path)
      case .foreign: throw SessionStoreError.foreign(path: path, "it has tables of another program")
      case .newer: throw SessionStoreError.newer(path: path)
      case .empty, .older, .current: break
      }
      // Not by the library's option, which writes to the file and waits for the disk at each start.
      if !isReadOnly, try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") != "wal" {
        throw SessionStoreError.readOnly(path: path)
      }
      // The journal survives the process without waiting for the disk at each commit. Its log of
      // changes is worked off when nobody waits for a frame.
      try database.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0")
      // A file of somebody else must not run code of its own.
      try database.execute(sql: "PRAGMA trusted_schema = OFF")
    }
    try verifyKind(of: path)
    if !isReadOnly {
      do throws(SystemError) {
        // The database gives its other files the same permissions.
        try Descriptor(opening: path, O_RDWR | O_CREAT, permissions: 0o600).close()
      } catch {
        throw error.code == ENOSPC ? .full(path: path) : .readOnly(path: path)
      }
    }
    return try SessionStore.attempt(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let migrator = SessionMigrations.migrator
      if !isReadOnly, try !queue.read(migrator.hasCompletedMigrations) {
        try migrator.migrate(queue)
      }
      return queue
    }
  }

  /// Throws where something else than a file has the session's name: opening a pipe would wait.
  private static func verifyKind(of path: String) throws(SessionStoreError) {
    switch (try? FileStatus(path: path))?.kind {
    case .file, nil: break
    case .folder: throw .foreign(path: path, "it is a folder")
    case .other: throw .foreign(path: path, "it is no regular file")
    }
  }

  /// Closes the file; what is in its log of changes becomes part of it.
  package func close() {
    if !isReadOnly {
      _ = try? queue.inDatabase { try $0.checkpoint(.truncate) }
    }
    try? queue.close()
    lock?.release()
  }

  // MARK: Writing

  /// Writes what was done, and how far time has come; all of it or nothing.
  package func commit(
    _ entries: [StoredEntry], _ position: StoredPosition, on branch: Int64
  ) throws(SessionStoreError) {
    try write { database in
      try SessionStore.insert(entries, position, branch, database)
    }
    commitsSinceCheckpoint += 1
  }

  /// Begins a branch with its first entries, and makes it the session's; returns its number.
  ///
  /// - Parameters:
  ///   - parent: The branch that it leaves.
  ///   - replaced: A branch that it stands for; that one is gone then.
  package func begin(
    _ start: BranchStart, leaving parent: Int64?, replacing replaced: Int64? = nil,
    _ entries: [StoredEntry], _ position: StoredPosition
  ) throws(SessionStoreError) -> Int64 {
    try write { database in
      let parent = parent == replaced ? nil : parent
      let name = try SessionStore.freeName(start.name, except: replaced, database)
      // Whatever the session points at must exist, so the old branch goes last.
      if let replaced {
        try database.execute(
          sql: "UPDATE branch SET name = '' WHERE id = ?", arguments: [replaced])
      }
      try database.execute(
        sql: """
          INSERT INTO branch (name, origin, parent, configuration, platform, engine, createdAt)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          name, start.origin, parent, start.configuration, start.platform, start.engine,
          position.savedAt,
        ])
      let branch = database.lastInsertedRowID
      try SessionStore.insert(entries, position, branch, database)
      try point(to: branch, database)
      if let replaced {
        try database.execute(sql: "DELETE FROM branch WHERE id = ?", arguments: [replaced])
      }
      return branch
    }
  }

  /// Makes another branch the session's.
  package func change(to branch: Int64) throws(SessionStoreError) {
    try write { try self.point(to: branch, $0) }
  }

  private func point(to branch: Int64, _ database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO session (id, name, branch) VALUES (1, ?, ?)",
      arguments: [name, branch])
  }

  private static func insert(
    _ entries: [StoredEntry], _ position: StoredPosition, _ branch: Int64, _ database: Database
  ) throws {
    let insertion = try database.cachedStatement(
      sql: "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for entry in entries {
      try insertion.execute(
        arguments: [
          branch, entry.number, entry.instant, entry.time, entry.title, entry.isButton,
          entry.commands, entry.records, entry.traceHash, entry.engine,
        ])
    }
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO position VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    ).execute(
      arguments: [
        branch, position.instant, position.time, position.entries, position.records,
        position.traceHash, position.engine, position.savedAt,
      ])
  }

  /// The name, or with a number after it the first that no branch has.
  private static func freeName(
    _ name: String, except replaced: Int64?, _ database: Database
  ) throws -> String {
    let taken = Set(
      try String.fetchAll(
        database, sql: "SELECT name FROM branch WHERE id IS NOT ?", arguments: [replaced]))
    guard taken.contains(name) else { return name }
    var number = 2
    while taken.contains("\(name)-\(number)") { number += 1 }
    return "\(name)-\(number)"
  }

  /// Works off the log of changes when it has grown; to be called when nobody waits.
  package func tidyUp() {
    guard !isReadOnly, commitsSinceCheckpoint >= SessionStore.commitsACheckpoint else { return }
    commitsSinceCheckpoint = 0
    // A reader may be in the way; the next time will do.
    _ = try? queue.inDatabase { try $0.checkpoint(.passive) }
  }

  /// What is wrong with the file; empty when nothing is.
  package func problems() throws(SessionStoreError) -> [String] {
    try read { try String.fetchAll($0, sql: "PRAGMA integrity_check").filter { $0 != "ok" } }
  }

  // MARK: Errors

  func read<Value>(_ body: (Database) throws -> Value) throws(SessionStoreError) -> Value {
    try SessionStore.attempt(path) { try queue.read(body) }
  }

  /// Writes, unless the file has been removed: the system would accept it and keep nothing.
  func write<Value>(_ body: (Database) throws -> Value) throws(SessionStoreError) -> Value {
    guard isReadOnly || isInPlace else { throw .removed(path: path) }
    return try SessionStore.attempt(path) { try queue.write(body) }
  }

  /// Whether the file that was opened is still the one at the path.
  private var isInPlace: Bool {
    do throws(SystemError) {
      return try FileStatus(path: path).inode == inode
    } catch {
      return error.code != ENOENT && error.code != ENOTDIR
    }
  }

  private static func attempt<Value>(
    _ path: String, _ body: () throws -> Value
  ) throws(SessionStoreError) -> Value {
    do {
      return try body()
    } catch let error as SessionStoreError {
      throw error
    } catch let error as StoredDamage {
      throw .damaged(path: path, error.description)
    } catch let error as DatabaseError {
      throw SessionStoreError(error, path)
    } catch {
      throw .damaged(path: path, "\(error)")
    }
  }
}

extension SessionStoreError {
  fileprivate init(_ error: DatabaseError, _ path: String) {
    switch error.resultCode {
    case .SQLITE_FULL: self = .full(path: path)
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: self = .readOnly(path: path)
    case .SQLITE_NOTADB: self = .foreign(path: path, error.message ?? "it is no database")
    case .SQLITE_CORRUPT, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
      self = .damaged(path: path, error.message ?? "the database is malformed")
    default:
      self = .database(
        code: error.extendedResultCode.rawValue, error.message ?? "", statement: error.sql)
    }
  }
}
