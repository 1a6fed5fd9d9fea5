import Testing

@Suite("House rules")
struct HouseRulesTests {
  private let tree = SourceTree()

  @Test("hold in every file of the project")
  func files() async throws {
    let files = try await SourceTree.files.value
    // Fewer files would mean that the tree was not found.
    try #require(files.count > 20)
    expectNone(HouseRules.findings(in: files))
  }

  @Test("allow platform names only in files that assemble the parts of a platform")
  func compositionPoints() async throws {
    let files = try await SourceTree.files.value
    let project = Project(files)
    let naming = files.filter { !Rule.linesNamingPlatformTypes(of: $0, project).isEmpty }
    let paths = Set(naming.map(\.path).filter { $0.hasPrefix("Sources/") })
    #expect(paths == Set(Rule.compositionPoints.keys))
  }

  @Test("hold in the root of the project")
  func root() throws {
    let names = try tree.topLevelNames
    try #require(names.contains("Package.swift"))
    expectNone(RepositoryRules.topLevelFindings(names))
  }

  @Test("hold in the package manifest")
  func manifest() async throws {
    let manifest = try PackageManifest.ofProject()
    expectNone(RepositoryRules.manifestFindings(manifest))
    expectNone(RepositoryRules.networkFindings(manifest, try await SourceTree.files.value))
  }

  private func expectNone(
    _ findings: [Finding], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = findings.map(\.description).joined(separator: "\n")
    #expect(findings.isEmpty, "\n\(text)", sourceLocation: sourceLocation)
  }
}
