/// The modules that a target may import: a row of the table of targets in the architecture.
struct TargetRow: Sendable {
  enum Ring: Sendable {
    case pure
    case edge
    case shell
  }

  var name: String
  var ring: Ring
  /// Targets of the project.
  var targets: Set<String>
  /// Modules of packages and of the platform; nil for any except network libraries.
  var modules: Set<String>?

  static func of(_ file: SourceFile) -> TargetRow? {
    all.first { $0.name == file.target }
  }

  static let all: [TargetRow] = pure + edges + shell

  private static let bottom: Set = [
    "SimulationCore", "CivilTime", "JSONText", "PlainText", "Tokens",
  ]
  private static let device = bottom.union(["DailyNotification", "DeviceModel"])
  private static let runs = device.union([
    "Invariants", "Session", "History", "LocatedYAML", "Scenarios",
  ])
  private static let results = runs.union(["Reports"])

  private static let pure: [TargetRow] = [
    pure("PlainText", []),
    pure("SimulationCore", [], ["HeapModule", "Collections", "DequeModule", "OrderedCollections"]),
    pure("CivilTime", ["PlainText"], ["Foundation"]),
    pure("JSONText", []),
    pure("Tokens", ["PlainText", "JSONText"]),
    pure("Digests", ["DigestShim"]),
    pure("DailyNotification", bottom.union(["Digests"])),
    pure("DeviceModel", bottom.union(["DailyNotification"])),
    pure("Invariants", device),
    pure("Session", device.union(["Invariants"])),
    pure("LocatedYAML", ["PlainText", "CivilTime", "JSONText"], ["Yams"]),
    pure("History", device.union(["Invariants", "Session"])),
    pure("Scenarios", device.union(["Invariants", "Session", "History", "LocatedYAML"])),
    pure("Reports", bottom.union(["DailyNotification", "LocatedYAML", "Scenarios", "CellGrid"])),
    pure("DeviceLogs", bottom.union(["DailyNotification", "LocatedYAML"])),
    pure("LogScenarios", runs.union(["DeviceLogs"])),
    pure("Bridge", results),
    pure("GeneratedFiles", results.union(["Bridge", "DeviceLogs"])),
    pure("NetProtocol", ["PlainText", "JSONText"]),
    pure("Lines", []),
    pure("CellGrid", ["PlainText"]),
    pure("Console", runs.union(["CellGrid", "DeviceLogs", "Lines"])),
  ]

  /// The base of all edges: reading and writing descriptors of the system.
  static let descriptors = edge("Descriptors", [])

  private static let edges: [TargetRow] = [
    descriptors,
    edge("CursesTerminal", ["CellGrid", "CursesShim"]),
    edge("CursesShim", []),
    // In Tests, for the tests and `dnp-bench`.
    edge("TerminalDriver", ["CellGrid", "Descriptors", "TerminalDriverShim"]),
    edge("TerminalDriverShim", []),
    edge("Gzip", ["ZlibShim"]),
    edge("ZlibShim", []),
    edge("ShippedSchemas", ["JSONText", "SchemaShim"]),
    edge("SchemaShim", []),
    edge("SessionStore", ["Descriptors"]),
    edge("ES256K", ["Digests", "Tokens", "Secp256k1Shim"]),
    edge("Secp256k1Shim", []),
    edge("DigestShim", []),
    edge("NetChild", ["Descriptors", "JSONText", "NetProtocol"]),
    edge("ContentClient", ["NetProtocol"]),
    edge("LocalServer", device.union(["Digests"])),
  ]

  private static let shell: [TargetRow] = [
    shell(
      "dnp",
      [
        "CursesTerminal", "Descriptors", "Gzip", "NetChild", "SessionStore", "ShippedSchemas",
        "ES256K",
      ]),
    shell("dnp-generate", []),
    shell("dnp-net", ["ContentClient", "Descriptors", "ES256K", "LocalServer"]),
    shell(
      "dnp-bench",
      ["ES256K", "NetChild", "RandomHistories", "Secp256k1Shim", "TerminalDriver"]),
  ]

  private static func pure(
    _ name: String, _ targets: Set<String>, _ modules: Set<String> = []
  ) -> TargetRow {
    TargetRow(name: name, ring: .pure, targets: targets, modules: modules)
  }

  private static func edge(_ name: String, _ targets: Set<String>) -> TargetRow {
    TargetRow(name: name, ring: .edge, targets: targets)
  }

  /// An executable may import every pure target and the edges it names.
  private static func shell(_ name: String, _ edges: Set<String>) -> TargetRow {
    TargetRow(name: name, ring: .shell, targets: edges.union(pure.map(\.name)))
  }
}
