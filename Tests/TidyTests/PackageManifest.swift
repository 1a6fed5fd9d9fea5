import Foundation
import ProgramSupport

/// The targets that Package.swift declares, as the package manager reads them.
struct PackageManifest: Equatable, Sendable {
  /// For each target, the targets, products and packages that it depends on.
  var dependencies: [String: Set<String>]

  init(_ dependencies: [String: Set<String>]) {
    self.dependencies = dependencies
  }

  /// Parses the output of `swift package dump-package`.
  init(json: Data) throws {
    let dump = try JSONDecoder().decode(Dump.self, from: json)
    dependencies = dump.targets.reduce(into: [:]) { dependencies, target in
      // `{"byName": ["Yams", null]}` or `{"product": ["NIOCore", "swift-nio", null, null]}`.
      let names = target.dependencies.flatMap(\.values).joined().compactMap { $0?.name }
      dependencies[target.name] = Set(names)
    }
  }

  /// Gets the project's targets from the package manager, which compiles the manifest.
  static func ofProject() throws -> PackageManifest {
    // A separate scratch folder, since `swift test` may hold the lock of the usual one.
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      of: "swift",
      ["package", "--scratch-path", folder.url.path, "dump-package"])
    guard run.code == 0 else { throw Failure(text: run.error) }
    return try PackageManifest(json: Data(run.output.utf8))
  }

  struct Failure: Error, CustomStringConvertible {
    let text: String
    var description: String { "swift package dump-package failed: \(text)" }
  }

  /// The names of everything that `name` depends on, itself included.
  func reachable(from name: String) -> Set<String> {
    var found: Set = [name]
    var open = [name]
    while let next = open.popLast() {
      for dependency in dependencies[next] ?? [] where found.insert(dependency).inserted {
        open.append(dependency)
      }
    }
    return found
  }

  private struct Dump: Decodable {
    struct Target: Decodable {
      var name: String
      var dependencies: [[String: [Part?]]]
    }

    /// A name, or a condition, which is an object and names nothing.
    struct Part: Decodable {
      var name: String?

      init(from decoder: any Decoder) throws {
        name = try? decoder.singleValueContainer().decode(String.self)
      }
    }

    var targets: [Target]
  }
}
