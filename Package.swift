// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: Swift 6 mode, explicit existentials and imports, no warnings.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

// What many targets need, from the bottom up. A target gets a row below and one in
// Tests/TidyTests/TargetRow.swift, which says what it may import.

let bottom: [Target.Dependency] = ["SimulationCore", "CivilTime", "JSONText"]
let plugin = bottom + ["DailyNotification"]
let phone = plugin + ["DeviceModel"]
let watched = phone + ["Invariants"]
let runs = watched + ["Scenarios"]
let results = runs + ["Reports"]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

let package = Package(
  name: "daily-notification-console",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "dnp", targets: ["dnp"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // Instants, zones, JSON: they know nothing of a phone.
    pure("SimulationCore"),
    pure("CivilTime"),
    pure("JSONText"),
    // The plugin, which knows no simulator, and the phone it runs on.
    pure("DailyNotification", bottom + [crypto]),
    pure("DeviceModel", plugin, embedding: ["TestAppInfo.plist"]),
    pure("Invariants", phone),
    // The ways to drive the phone, and what is written about a run.
    pure(
      "Scenarios", watched + [yams],
      embedding: [
        "1-launch.yaml", "2-plugin-status.yaml", "3-schedule.yaml", "4-simulate-the-task.yaml",
        "5-delivery.yaml", "6-permission-denied.yaml", "7-errors.yaml",
      ]),
    pure("Reports", bottom + ["Scenarios"]),
    pure("Bridge", results),
    // Logs of real phones, and whether the plugin's lines in them are complete.
    pure(
      "DeviceLogs", plugin + [yams],
      embedding: [
        "first-run.yaml", "prefetch.yaml", "delivery.yaml", "recovery.yaml", "dual.yaml",
      ]),
    // What the console shows, as a grid of cells.
    pure("CellGrid"),
    pure("Console", results + ["CellGrid"]),

    // What touches the system. A shim is the part that is written in C.
    shim("CursesShim", links: [.linux: "ncursesw", .macOS: "ncurses"]),
    edge("CursesTerminal", ["CellGrid", "CursesShim"]),
    // zlib is part of every system that has a package manager.
    shim("ZlibShim", links: [.linux: "z", .macOS: "z"]),
    edge("Gzip", ["ZlibShim"]),
    // Starts programs on a terminal of their own, for tests and measurements.
    shim("TerminalDriverShim"),
    edge("TerminalDriver", ["CellGrid", "TerminalDriverShim"]),

    shell(
      "dnp",
      results + [
        "Bridge", "CellGrid", "Console", "CursesTerminal", "DeviceLogs", "Gzip", argumentParser,
      ]),
    shell(
      "dnp-bench", watched + ["CellGrid", "TerminalDriver", "RandomHistories"], exclude: ["Peer"]),
    // Writes the trace hashes of known runs.
    shell(
      "dnp-traces", ["RandomHistories", "Scenarios", "DeviceModel", "SimulationCore"],
      path: "Tests/Traces", exclude: ["traces.txt"]),

    // What several test targets share; no product contains it.
    support("ProgramSupport"),
    support("RandomHistories", phone),
    support("SchemaSupport", phone),

    tests("BridgeCommandTests", ["JSONText"]),
    tests("BridgeTests", phone + ["SchemaSupport", "Bridge"]),
    tests("CellGridTests", ["CellGrid"]),
    tests("CivilTimeTests", ["CivilTime"], exclude: ["Fixtures"]),
    tests("ConsoleCommandTests", ["CellGrid", "JSONText", "SimulationCore", "TerminalDriver"]),
    tests(
      "ConsoleTests", results + ["SchemaSupport", "CellGrid", "Console"], exclude: ["Snapshots"]),
    tests("CursesTerminalTests", ["CellGrid", "CursesShim", "CursesTerminal"]),
    tests("DailyNotificationTests", watched + ["SchemaSupport"]),
    tests(
      "DeviceLogsTests", plugin + ["SchemaSupport", "DeviceLogs", "Gzip", yams],
      exclude: ["Fixtures"]),
    tests("DeviceModelTests", watched + ["SchemaSupport"]),
    tests("DiffCommandTests", ["ProgramSupport", "JSONText", "dnp"]),
    tests("InvariantsTests", watched + ["SchemaSupport", "RandomHistories"]),
    tests("JSONTextTests", ["JSONText"], exclude: ["Fixtures"]),
    tests("ReportsTests", results + ["SchemaSupport"], exclude: ["parse_metrics.py"]),
    tests("RunCommandTests", results + ["ProgramSupport"]),
    tests("ScenariosTests", runs + ["SchemaSupport"]),
    tests("SchemaTests", runs + ["SchemaSupport"], exclude: ["validate.py"]),
    tests("SimulationCoreTests", ["SimulationCore"]),
    tests("TerminalDriverTests", ["CellGrid", "TerminalDriver"]),
    tests("TidyTests", ["ProgramSupport"]),
    tests("ValidateLogsCommandTests", ["ProgramSupport", "DeviceLogs", "JSONText"]),
    tests("WhenCommandTests", ["ProgramSupport", "CivilTime", "JSONText", "dnp"]),
  ]
)

/// A target of the pure ring; the files of `embedding` stand in its `Resources` and become code.
func pure(
  _ name: String, _ dependencies: [Target.Dependency] = [], embedding files: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies,
    resources: files.map { .embedInCode("Resources/\($0)") },
    swiftSettings: strict)
}

/// A target that touches the system and knows no phone.
func edge(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// C code of an edge, and the library of each system that it needs.
func shim(_ name: String, links libraries: KeyValuePairs<Platform, String> = [:]) -> Target {
  .target(
    name: name,
    linkerSettings: libraries.map { .linkedLibrary($0.value, .when(platforms: [$0.key])) })
}

/// An executable.
func shell(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil, exclude: [String] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: strict)
}

/// A target in `Tests/<Name>` that test targets share.
func support(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: strict)
}

/// A test target, in `Tests/<Name>`; its data are excluded and read from the source tree.
func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}
