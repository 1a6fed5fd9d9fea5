/// House rules about the project as a whole rather than one file.
enum RepositoryRules {
  /// The allowed entries of the root, besides names that begin with a dot.
  static let topLevel: Set<String> = [
    "LICENSE", "Makefile", "Package.resolved", "Package.swift", "README.md", "Sources", "Tests",
    "assets", "docs",
  ]

  /// Prefixes of the names of network libraries, including their packages.
  static let networkLibraries = [
    "asynchttpclient", "async-http-client", "flyingfox", "foundationnetworking", "grpc",
    "hummingbird", "network", "nio", "swift-nio", "vapor", "websocket",
  ]

  static func topLevelFindings(_ names: [String]) -> [Finding] {
    names.sorted()
      .filter { !$0.hasPrefix(".") && !$0.hasPrefix("dnp-report") && !topLevel.contains($0) }
      .map { name in
        Finding(
          path: name, line: 1, rule: "an entry the root does not list",
          remedy: "put it under Sources, Tests, assets or docs")
      }
  }

  /// Dependencies in Package.swift against the allowed directions.
  static func manifestFindings(_ manifest: PackageManifest) -> [Finding] {
    let names = Set(TargetRow.all.map(\.name))
    return TargetRow.all.flatMap { row in
      (manifest.dependencies[row.name] ?? []).sorted()
        .filter { names.contains($0) && !row.targets.contains($0) }
        .map { dependency in
          manifestFinding(
            "\(row.name) depends on \(dependency) against the arrows",
            remedy: "see the table of targets in TargetRow")
        }
    }
  }

  /// Dependencies through which `dnp` would contain a network library.
  static func networkFindings(_ manifest: PackageManifest, _ files: [SourceFile]) -> [Finding] {
    let remedy = "what touches a socket belongs to dnp-net"
    let reachable = manifest.reachable(from: "dnp")
    guard reachable.count > 1 else {
      let rule = "Package.swift declares no target dnp with dependencies"
      return [manifestFinding(rule, remedy: "correct PackageManifest")]
    }
    let linked = reachable.filter(isNetworkLibrary).sorted().map { name in
      manifestFinding("dnp links \(name)", remedy: remedy)
    }
    let imported = files.filter { reachable.contains($0.target ?? "") }.flatMap { file in
      file.imports.filter { isNetworkLibrary($0.module) }.map { name, line in
        Finding(path: file.path, line: line, rule: "dnp would contain \(name)", remedy: remedy)
      }
    }
    return linked + imported
  }

  private static func manifestFinding(_ rule: String, remedy: String) -> Finding {
    Finding(path: "Package.swift", line: 1, rule: rule, remedy: remedy)
  }

  private static func isNetworkLibrary(_ name: String) -> Bool {
    networkLibraries.contains { name.lowercased().hasPrefix($0) }
  }
}
