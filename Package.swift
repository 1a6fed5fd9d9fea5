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

/// A target of the product with the house settings.
func ring(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A test target, in `Tests/<Name>`; fixtures are read from the source tree.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

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
    // The bottom of the pure ring: instants, zones, JSON.
    ring("SimulationCore"),
    ring("CivilTime"),
    ring("JSONText"),
    // The plugin, which knows no simulator, and the phone it runs on.
    ring(
      "DailyNotification",
      [
        "SimulationCore", "CivilTime", "JSONText",
        .product(name: "Crypto", package: "swift-crypto"),
      ]
    ),
    .target(
      name: "DeviceModel",
      dependencies: ["DailyNotification", "SimulationCore", "CivilTime", "JSONText"],
      resources: [.embedInCode("Resources/TestAppInfo.plist")], swiftSettings: strict),
    ring(
      "Invariants",
      ["DeviceModel", "DailyNotification", "SimulationCore", "CivilTime", "JSONText"]
    ),
    // Two ways to drive the phone, and what is written about a run.
    .target(
      name: "Scenarios",
      dependencies: [
        "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime", "JSONText",
        "Invariants", .product(name: "Yams", package: "Yams"),
      ],
      resources: [
        .embedInCode("Resources/1-launch.yaml"), .embedInCode("Resources/2-plugin-status.yaml"),
        .embedInCode("Resources/3-schedule.yaml"),
        .embedInCode("Resources/4-simulate-the-task.yaml"),
        .embedInCode("Resources/5-delivery.yaml"),
        .embedInCode("Resources/6-permission-denied.yaml"),
        .embedInCode("Resources/7-errors.yaml"),
      ], swiftSettings: strict),
    ring("Reports", ["Scenarios", "SimulationCore", "CivilTime", "JSONText"]),
    ring(
      "Bridge",
      [
        "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime", "JSONText",
        "Invariants", "Scenarios", "Reports",
      ]),
    // What real phones log, and whether the plugin's lines in it are whole.
    .target(
      name: "DeviceLogs",
      dependencies: [
        "DailyNotification", "SimulationCore", "CivilTime", "JSONText",
        .product(name: "Yams", package: "Yams"),
      ],
      resources: ["first-run", "prefetch", "delivery", "recovery", "dual"].map { name in
        .embedInCode("Resources/\(name).yaml")
      }, swiftSettings: strict),
    // Undoes gzip; zlib is part of every system that has a package manager.
    .target(name: "ZlibShim", linkerSettings: [.linkedLibrary("z")]),
    ring("Gzip", ["ZlibShim"]),
    // The screen: cells, what is on them, and the terminal that shows them.
    ring("CellGrid"),
    ring(
      "Console",
      [
        "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime", "JSONText",
        "Invariants", "Scenarios", "Reports", "CellGrid",
      ]),
    .target(
      name: "CursesShim",
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),
    ring("CursesTerminal", ["CellGrid", "CursesShim"]),
    // Starts programs on a terminal of their own, for tests and measurements.
    .target(name: "TerminalDriverShim"),
    ring("TerminalDriver", ["CellGrid", "TerminalDriverShim"]),
    // The shell, and the measurements.
    .executableTarget(
      name: "dnp",
      dependencies: [
        "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime", "JSONText",
        "Invariants", "Scenarios", "Reports", "Bridge", "CellGrid", "Console", "CursesTerminal",
        "DeviceLogs", "Gzip",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "dnp-bench",
      dependencies: [
        "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime", "JSONText", "Invariants",
        "CellGrid", "TerminalDriver", "RandomHistories",
      ], exclude: ["Peer"],
      swiftSettings: strict),
    // Random histories of a phone, and the tool that writes the trace hashes of known runs.
    .target(
      name: "RandomHistories",
      dependencies: [
        "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime", "JSONText",
      ], path: "Tests/RandomHistories", swiftSettings: strict),
    .executableTarget(
      name: "dnp-traces",
      dependencies: [
        "RandomHistories", "Scenarios", "DeviceModel", "SimulationCore",
      ], path: "Tests/Traces", exclude: ["traces.txt"], swiftSettings: strict),
    // Tests. What several of them share is a target of its own, which no product contains.
    .target(
      name: "SchemaSupport",
      dependencies: [
        "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime", "JSONText",
      ], path: "Tests/SchemaSupport", swiftSettings: strict),
    tests(
      "SchemaTests",
      [
        "SchemaSupport", "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime",
        "JSONText", "Invariants", "Scenarios",
      ], exclude: ["validate.py"]),
    tests("SimulationCoreTests", ["SimulationCore"]),
    tests("CivilTimeTests", ["CivilTime"], exclude: ["Fixtures"]),
    tests("JSONTextTests", ["JSONText"], exclude: ["Fixtures"]),
    tests(
      "DailyNotificationTests",
      [
        "SchemaSupport", "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime",
        "JSONText",
        "Invariants",
      ]),
    tests(
      "DeviceModelTests",
      [
        "SchemaSupport", "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime",
        "JSONText",
        "Invariants",
      ]),
    tests(
      "InvariantsTests",
      [
        "SchemaSupport", "RandomHistories", "DeviceModel", "DailyNotification", "SimulationCore",
        "CivilTime",
        "JSONText",
        "Invariants",
      ]),
    tests(
      "ScenariosTests",
      [
        "SchemaSupport", "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime",
        "JSONText",
        "Invariants", "Scenarios",
      ]),
    tests(
      "ReportsTests",
      [
        "SchemaSupport", "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime",
        "JSONText",
        "Invariants", "Scenarios", "Reports",
      ], exclude: ["parse_metrics.py"]),
    tests(
      "BridgeTests",
      [
        "SchemaSupport", "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime",
        "JSONText",
        "Bridge",
      ]),
    tests("BridgeCommandTests", ["JSONText"]),
    .target(
      name: "ProgramSupport", path: "Tests/ProgramSupport", swiftSettings: strict),
    tests(
      "RunCommandTests",
      [
        "ProgramSupport", "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime",
        "JSONText",
        "Scenarios", "Reports",
      ]),
    tests("CellGridTests", ["CellGrid"]),
    tests(
      "ConsoleTests",
      [
        "SchemaSupport", "DeviceModel", "DailyNotification", "SimulationCore", "CivilTime",
        "JSONText",
        "Invariants", "Scenarios", "Reports", "CellGrid", "Console",
      ], exclude: ["Snapshots"]),
    tests("CursesTerminalTests", ["CellGrid", "CursesShim", "CursesTerminal"]),
    tests("TerminalDriverTests", ["CellGrid", "TerminalDriver"]),
    tests("ConsoleCommandTests", ["CellGrid", "JSONText", "SimulationCore", "TerminalDriver"]),
    tests("WhenCommandTests", ["ProgramSupport", "CivilTime", "JSONText", "dnp"]),
    tests("DiffCommandTests", ["ProgramSupport", "JSONText", "dnp"]),
    tests(
      "DeviceLogsTests",
      [
        "SchemaSupport", "DeviceLogs", "DailyNotification", "CivilTime", "JSONText", "Gzip",
        "SimulationCore", .product(name: "Yams", package: "Yams"),
      ],
      exclude: ["Fixtures"]),
    tests("ValidateLogsCommandTests", ["ProgramSupport", "DeviceLogs", "JSONText"]),
    tests("TidyTests", []),
  ]
)
