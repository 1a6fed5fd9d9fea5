import Foundation
import Testing

@Suite("Rules of the repository")
struct RepositoryRulesTests {
  private let sound = PackageManifest([
    "JSONText": [],
    "DeviceModel": ["JSONText", "Heap", "heap"],
    "dnp": ["DeviceModel"],
    "dnp-net": ["NIOCore", "swift-nio"],
    "DeviceModelTests": ["DeviceModel"],
  ])

  @Test("read the targets of a manifest from what the package manager prints")
  func targets() throws {
    let json = """
      {"name": "console", "targets": [
        {"name": "JSONText", "dependencies": [], "type": "regular"},
        {"name": "DeviceModel", "dependencies": [
          {"byName": ["JSONText", null]},
          {"target": ["Shim", {"platformNames": ["linux"]}]},
          {"product": ["Heap", "heap", null, null]}]}]}
      """
    #expect(
      try PackageManifest(json: Data(json.utf8))
        == PackageManifest(["JSONText": [], "DeviceModel": ["JSONText", "Shim", "Heap", "heap"]]))
  }

  @Test("accept a valid manifest")
  func soundManifest() {
    #expect(RepositoryRules.manifestFindings(sound) == [])
    #expect(RepositoryRules.networkFindings(sound, []) == [])
  }

  @Test("find a network library that dnp would link")
  func linked() {
    var manifest = sound
    manifest.dependencies["DeviceModel"]?.insert("NIOPosix")
    let findings = RepositoryRules.networkFindings(manifest, [])
    #expect(findings.map(\.rule) == ["dnp links NIOPosix"])
  }

  @Test("find an import of a network library in what dnp contains, and not elsewhere")
  func imported() {
    let files = ["DeviceModel", "LocalServer"].map { target in
      SourceFile("Sources/\(target)/Fetch.swift", "import FoundationNetworking")
    }
    let findings = RepositoryRules.networkFindings(sound, files)
    #expect(findings.map(\.path) == ["Sources/DeviceModel/Fetch.swift"])
  }

  @Test("find a dependency against the allowed directions")
  func arrows() {
    var manifest = sound
    manifest.dependencies["JSONText"] = ["DeviceModel"]
    let findings = RepositoryRules.manifestFindings(manifest)
    #expect(findings.map(\.rule) == ["JSONText depends on DeviceModel against the arrows"])
  }

  @Test("find a manifest without the executable")
  func unreadable() {
    #expect(RepositoryRules.networkFindings(PackageManifest([:]), []).count == 1)
  }

  @Test("find an entry that the root does not list")
  func topLevel() {
    let names = ["Package.swift", ".ci", "dnp-report.json", "notes.txt"]
    #expect(RepositoryRules.topLevelFindings(names).map(\.path) == ["notes.txt"])
  }

  @Test("allow no import of an executable, and in edges only the descriptors among edges")
  func rings() {
    let shell = Set(TargetRow.all.filter { $0.ring == .shell }.map(\.name))
    let edges = Set(TargetRow.all.filter { $0.ring == .edge }.map(\.name))
    for row in TargetRow.all {
      #expect(row.targets.isDisjoint(with: shell), "\(row.name)")
      // A shim is the C part of an edge.
      let foreign = row.targets.intersection(edges)
        .filter { !$0.hasSuffix("Shim") && $0 != TargetRow.descriptors.name }
      #expect(row.ring == .shell || foreign.isEmpty, "\(row.name)")
    }
    #expect(TargetRow.descriptors.targets.isEmpty)
  }
}
