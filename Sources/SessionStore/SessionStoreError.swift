package import Descriptors
import Foundation

/// Why a stored session cannot be opened, read or written, with what to do.
package enum SessionStoreError: Error, Hashable, CustomStringConvertible {
  /// A name that no file can have.
  case badName(String)
  /// Neither XDG_STATE_HOME nor HOME says where sessions are kept.
  case noHome
  /// The folder cannot be made or used.
  case folder(path: String, SystemError)
  /// There is no session of that name.
  case missing(String)
  /// There is a session of that name already.
  case taken(String)
  /// Another program has the session; its process, where that is known.
  case locked(String, process: Int32?)
  /// The disk is full.
  case full(path: String)
  /// The file, or its folder, cannot be written.
  case readOnly(path: String)
  /// The file is damaged: where, or what the database says.
  case damaged(path: String, String)
  /// Something else than a session has the file's name: what.
  case foreign(path: String, String)
  /// Another program is just making the file.
  case unfinished(path: String)
  /// The file, or its folder, was removed while it was open.
  case removed(path: String)
  /// A newer version of the program has written the file.
  case newer(path: String)
  /// The session's phone has keys of these identities, which were not given.
  case keysMissing(String, [String])
  /// Any other error of the database: its code, its message and the statement without its values.
  case database(code: Int32, String, statement: String?)

  package var description: String {
    switch self {
    case .badName(let name):
      "'\(name)' is no name of a session; use 1 to 64 letters, digits, '.', '-' and '_', "
        + "beginning with a letter or digit"
    case .noHome: "neither XDG_STATE_HOME nor HOME is set; set one of them to an absolute path"
    case .folder(let path, let error) where error.code == ENOTDIR:
      "\(path): a part of this path is a file, not a folder; move the file away, "
        + "or set XDG_STATE_HOME to another folder"
    case .folder(let path, let error):
      "\(path): the folder of sessions cannot be used (\(error)); make it writable, "
        + "or set XDG_STATE_HOME to another folder"
    case .missing(let name): "there is no session '\(name)'; 'dnp sessions list' shows them"
    case .taken(let name): "there is a session '\(name)' already; it stays as it is"
    case .locked(let name, let process):
      "session '\(name)' is open in another console"
        + (process.map { " (process \($0))" } ?? "") + "; close that one, or use --session NAME"
    case .full(let path): "\(path): the disk is full; free some space"
    case .readOnly(let path):
      "\(path): the file or its folder cannot be written; make both writable"
    case .damaged(let path, let reason):
      "\(path): the file is damaged (\(reason)); 'dnp sessions export' writes the intact part"
    case .foreign(let path, let reason):
      "\(path): this is no session of dnp (\(reason)); move it away, or use --session NAME"
    case .unfinished(let path):
      "\(path): there is nothing in this file; another console may be just making the session, "
        + "so start again in a moment"
    case .removed(let path):
      "\(path): the file was removed or replaced while it was open; put it back, "
        + "or write what was done with 'x'"
    case .newer(let path):
      "\(path): a newer version of dnp has written this session; open it with that version, "
        + "or use --session NAME"
    case .keysMissing(let name, let identities):
      "session '\(name)' has a key of \(identities.joined(separator: ", ")), which is kept "
        + "nowhere; give it with --key-file"
    case .database(let code, let message, let statement):
      "the database reports error \(code): \(message)"
        + (statement.map { " (in: \($0))" } ?? "")
    }
  }

  /// Whether writing may succeed later, so that it is worth another try.
  package var mayPass: Bool {
    switch self {
    case .full, .readOnly, .removed, .database: true
    case .badName, .noHome, .folder, .missing, .taken, .locked, .damaged, .foreign, .unfinished,
      .newer, .keysMissing:
      false
    }
  }
}
