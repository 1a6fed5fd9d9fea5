import Testing

@Suite("Rules of the repository")
struct RepositoryRulesTests {
  private let sound = """
    func ring(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
      .target(name: name, dependencies: dependencies, swiftSettings: strict)
    }
    let package = Package(
      name: "console",
      products: [.executable(name: "dnp", targets: ["dnp"])],
      dependencies: [.package(url: "https://example.org/swift-nio", from: "2.0.0")],
      targets: [
        ring("JSONText"),
        ring("DeviceModel", ["JSONText", .product(name: "Heap", package: "heap")]),
        .executableTarget(
          name: "dnp", dependencies: ["DeviceModel"], swiftSettings: strict),
        .executableTarget(
          name: "dnp-net", dependencies: [.product(name: "NIOCore", package: "swift-nio")]),
        tests("DeviceModelTests", ["DeviceModel"], resources: [.copy("Fixtures")]),
      ]
    )
    """

  @Test("read the targets of a manifest")
  func targets() {
    let targets = PackageManifest(sound).targets
    #expect(
      targets.map(\.name) == ["JSONText", "DeviceModel", "dnp", "dnp-net", "DeviceModelTests"])
    #expect(targets[0].dependencies == [])
    #expect(targets[1].dependencies == ["JSONText", "Heap", "heap"])
    #expect(targets[4].dependencies == ["DeviceModel"])
  }

  @Test("let a sound manifest pass")
  func soundManifest() {
    let manifest = PackageManifest(sound)
    #expect(RepositoryRules.manifestFindings(manifest) == [])
    #expect(RepositoryRules.networkFindings(manifest, []) == [])
  }

  @Test("find a network library behind dnp")
  func linked() {
    let text = sound.replacing("name: \"Heap\"", with: "name: \"NIOPosix\"")
    let findings = RepositoryRules.networkFindings(PackageManifest(text), [])
    #expect(findings.map(\.rule) == ["dnp links NIOPosix"])
  }

  @Test("find an import of a network library in what dnp contains, and not elsewhere")
  func imported() {
    let files = ["DeviceModel", "LocalServer"].map { target in
      SourceFile("Sources/\(target)/Fetch.swift", "import FoundationNetworking")
    }
    let findings = RepositoryRules.networkFindings(PackageManifest(sound), files)
    #expect(findings.map(\.path) == ["Sources/DeviceModel/Fetch.swift"])
  }

  @Test("find a dependency against the arrows")
  func arrows() {
    let text = sound.replacing("ring(\"JSONText\")", with: "ring(\"JSONText\", [\"DeviceModel\"])")
    let findings = RepositoryRules.manifestFindings(PackageManifest(text))
    #expect(findings.map(\.rule) == ["JSONText depends on DeviceModel against the arrows"])
  }

  @Test("notice a manifest that they cannot read")
  func unreadable() {
    #expect(RepositoryRules.networkFindings(PackageManifest("let a = 1"), []).count == 1)
  }

  @Test("find an entry that the root does not list")
  func topLevel() {
    let names = ["Package.swift", ".ci", "dnp-report.json", "notes.txt"]
    #expect(RepositoryRules.topLevelFindings(names).map(\.path) == ["notes.txt"])
  }

  @Test("let no target import an executable, and no edge another edge")
  func rings() {
    let shell = Set(TargetRow.all.filter { $0.ring == .shell }.map(\.name))
    let edges = Set(TargetRow.all.filter { $0.ring == .edge }.map(\.name))
    for row in TargetRow.all {
      #expect(row.targets.isDisjoint(with: shell), "\(row.name)")
      // A shim is the part of an edge that is written in C.
      let foreign = row.targets.intersection(edges).filter { !$0.hasSuffix("Shim") }
      #expect(row.ring == .shell || foreign.isEmpty, "\(row.name)")
    }
  }
}
