import Testing

@Suite("House rules")
struct HouseRulesTests {
  private let tree = SourceTree()

  @Test("hold in every file of the project")
  func files() throws {
    let files = try tree.files()
    // Fewer files would mean that the tree was not found.
    try #require(files.count > 20)
    expectNone(HouseRules.findings(in: files))
  }

  @Test("hold in the root of the project")
  func root() throws {
    let names = try tree.topLevelNames
    try #require(names.contains("Package.swift"))
    expectNone(RepositoryRules.topLevelFindings(names))
  }

  @Test("hold in the package manifest")
  func manifest() throws {
    let manifest = try PackageManifest.ofProject()
    expectNone(RepositoryRules.manifestFindings(manifest))
    expectNone(RepositoryRules.networkFindings(manifest, try tree.files()))
  }

  private func expectNone(
    _ findings: [Finding], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = findings.map(\.description).joined(separator: "\n")
    #expect(findings.isEmpty, "\n\(text)", sourceLocation: sourceLocation)
  }
}
