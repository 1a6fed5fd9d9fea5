// swift-tools-version: 6.2
import Foundation
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

/// Settings of the modules that run at each event, record or key.
///
/// They are optimised in the debug build too, file by file, so that a changed line costs one file.
/// Everything else is not: compiling it would take twice the time, which nobody gets back.
let hot: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Settings of the modules that the phone's code is compiled into.
///
/// With the option a part of a large value is loaded by itself. By default the compiler moves the
/// whole value to the stack, which takes 6 to 8 % of the phone's time (`docs/decisions.md`).
let phoneCode: [SwiftSetting] =
  hot
  + [
    .unsafeFlags(
      ["-Xfrontend", "-disable-large-loadable-types-reg2mem"], .when(configuration: .release))
  ]

/// Where the package manager looks for tests: in an index of test targets, which `.ci/build` asks
/// for nowhere else, and so names its folder.
let forTests: [SwiftSetting] =
  Context.environment["DNP_TEST_INDEX"].map {
    [.unsafeFlags(["-index-store-path", $0, "-index-ignore-system-modules"])]
  } ?? []

// What many targets need, from the bottom up. A target gets a row below and one in
// Tests/TidyTests/TargetRow.swift, which says what it may import. It names what it takes in by way
// of another target, too: otherwise it is not compiled again when that changes.

let bottom: [Target.Dependency] = [
  "PlainText", "SimulationCore", "CivilTime", "JSONText", "Tokens",
]
let plugin = bottom + ["DailyNotification"]
let phone = plugin + ["DeviceModel"]
let watched = phone + ["Invariants"]
let runs = watched + ["Session", "History", "LocatedYAML", "Scenarios"]
let results = runs + ["Reports"]

// What tests need to read the project's files, to start its programs, to check what a phone writes.
let programs: [Target.Dependency] = ["ProjectFiles", "ProgramSupport"]
let schemas: [Target.Dependency] = ["ProjectFiles", "SchemaSupport"]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let database = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

/// Where the toolchain of the first `swift` in PATH has the modules that read Swift's syntax; nil
/// where it has none (macOS, or a `swift` that starts another one).
///
/// The house rules need them, and compiling their package takes a fifth of the time of all builds.
let toolchainSyntax: String? = {
  let files = FileManager.default
  let path = Context.environment["PATH"] ?? ""
  let programs = path.split(separator: ":").map { "\($0)/swift" }
  guard let swift = programs.first(where: files.isExecutableFile) else { return nil }
  let toolchain = URL(fileURLWithPath: swift).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent()
  let folder = toolchain.path + "/lib/swift/host"
  let needed = ["SwiftParser.swiftmodule", "libSwiftParser.so", "libSwiftSyntax.so"]
  return needed.allSatisfy { files.fileExists(atPath: "\(folder)/\($0)") } ? folder : nil
}()

let syntax: [Target.Dependency] =
  toolchainSyntax != nil
  ? []
  : [
    .product(name: "SwiftParser", package: "swift-syntax"),
    .product(name: "SwiftSyntax", package: "swift-syntax"),
  ]
let syntaxPackages: [Package.Dependency] =
  toolchainSyntax != nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")]

// What talks HTTP over sockets; `dnp` contains none of it.
let client: [Target.Dependency] = [
  .product(name: "AsyncHTTPClient", package: "async-http-client"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOSSL", package: "swift-nio-ssl"),
]
let server: [Target.Dependency] = [
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "Hummingbird", package: "hummingbird"),
  .product(name: "Logging", package: "swift-log"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOWebSocket", package: "swift-nio"),
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
]
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

/// How a library of Linux is named for the linker: its archive, where that is installed, becomes a
/// part of the program.
func archived(_ name: String) -> String {
  let isArchived = ["x86_64", "aarch64"].contains { machine in
    FileManager.default.fileExists(atPath: "/usr/lib/\(machine)-linux-gnu/lib\(name).a")
  }
  return isArchived ? ":lib\(name).a" : name
}

/// How the release program is linked for a quick start: at a fixed address, since moving it takes
/// 100,000 changes to its data, and with the archives that `.ci/build` has found, since each shared
/// library takes time to be loaded.
let quickStart: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-Xclang-linker", "-no-pie", "-Xclang-linker", "-static-libgcc",
      "-L\(Context.packageDirectory)/.build/archives",
    ],
    .when(platforms: [.linux], configuration: .release))
]

/// What the loader writes into a release program is written at its start, then read-only.
let hardened: [LinkerSetting] = [
  .unsafeFlags(
    ["-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"],
    .when(platforms: [.linux], configuration: .release))
]

/// The Swift runtime as a part of a program.
///
/// `.ci/build` asks for it on Linux, so that the program runs where no Swift is installed. Tests
/// have the shared one, since their library has no other.
let ownRuntime: [LinkerSetting] =
  Context.environment["DNP_OWN_RUNTIME"] == nil
  ? []
  : [
    .unsafeFlags(
      ["-static-stdlib", "-no-toolchain-stdlib-rpath"]
        + [
          "Foundation", "FoundationInternationalization", "FoundationEssentials",
          "_FoundationCollections", "_FoundationCShims", "CoreFoundation", "_FoundationICU",
          "swiftSynchronization", "stdc++",
        ].map { "-l" + $0 },
      .when(platforms: [.linux]))
  ]

let package = Package(
  name: "daily-notification-console",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "dnp", targets: ["dnp"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    // Only the program that touches sockets; `dnp` contains none of it.
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ] + syntaxPackages,
  targets: [
    // Text, instants, zones, JSON, tokens: they know nothing of a phone.
    pure("PlainText", swift: hot),
    pure("SimulationCore", swift: hot),
    pure("CivilTime", ["PlainText"], swift: hot),
    pure("JSONText", swift: hot),
    pure("Tokens", ["PlainText", "JSONText"], swift: hot),
    // SHA-256 by the system's library: the one part of the pure ring that calls C.
    shim("DigestShim", links: [.linux: archived("md")]),
    pure("Digests", ["DigestShim"]),
    // The plugin, which knows no simulator, and the phone it runs on.
    pure("DailyNotification", bottom + ["Digests"], swift: hot),
    pure(
      "DeviceModel", plugin, embedding: ["TestAppInfo.plist", "TestAppManifest.xml"],
      swift: phoneCode),
    pure("Invariants", phone, swift: phoneCode),
    // YAML whose values know their places, for every file that a person writes.
    pure("LocatedYAML", ["PlainText", "CivilTime", "JSONText", yams], swift: hot),
    // One engine that drives the phone, the ways to use it, and what is written about a run.
    pure("Session", watched, swift: hot),
    // What happened on the phone: what a person saw, what the plugin knows, and why.
    pure("History", watched + ["Session"], swift: hot),
    pure(
      "Scenarios", watched + ["Session", "History", "LocatedYAML"],
      embedding: [
        "1-launch.yaml", "2-plugin-status.yaml", "3-schedule.yaml", "4-simulate-the-task.yaml",
        "5-delivery.yaml", "6-permission-denied.yaml", "7-errors.yaml",
        "8-new-activity.yaml", "9-reminders.yaml", "10-recovery.yaml", "11-android.yaml",
      ]),
    // What a terminal shows, cell by cell.
    pure("CellGrid", ["PlainText"], swift: hot),
    pure("Reports", plugin + ["Scenarios", "CellGrid"]),
    pure("Bridge", results),
    // Scenarios from logs of real phones.
    pure("LogScenarios", runs + ["DeviceLogs"]),
    // What is declared in the code, as schemas and as tables of the pages.
    pure("GeneratedFiles", results + ["Bridge", "DeviceLogs"]),
    // The lines between `dnp` and `dnp-net`.
    pure("NetProtocol", ["PlainText", "JSONText"]),
    // Logs of real phones, and whether the plugin's lines in them are complete.
    pure(
      "DeviceLogs", plugin + ["LocatedYAML"],
      embedding: [
        "first-run.yaml", "prefetch.yaml", "delivery.yaml", "recovery.yaml", "dual.yaml",
        "android-fire.yaml", "rollover.yaml",
        "default.yaml", "compact.yaml", "syslog.yaml", "json.yaml", "ndjson.yaml", "console.yaml",
        "idevicesyslog.yaml", "pymobiledevice3.yaml", "go-ios.yaml", "xcode-metadata.yaml",
        "xcode.yaml", "threadtime.yaml", "time.yaml", "ddms.yaml", "long.yaml", "brief.yaml",
        "process.yaml", "process-uid.yaml", "thread.yaml", "tag.yaml", "studio.yaml",
        "studio-compact.yaml", "logcat.yaml", "console-log.yaml", "bundle-log.yaml", "timed.yaml",
        "text.yaml", "events.yaml", "objects.yaml", "csv.yaml", "system-lines.yaml",
      ], swift: hot),
    // The lines of a log in columns: a million of them are filtered while a key is pressed.
    pure("Lines", swift: hot),
    // What the console shows.
    pure("Console", runs + ["CellGrid", "DeviceLogs", "Lines"], swift: hot),

    // What touches the system. A shim is the part that is written in C.
    shim("CursesShim", links: [.linux: "ncursesw", .macOS: "ncurses"]),
    edge("Descriptors"),
    edge("CursesTerminal", ["CellGrid", "CursesShim"], swift: hot),
    // zlib is part of every system that has a package manager.
    shim("ZlibShim", links: [.linux: "z", .macOS: "z"]),
    edge("Gzip", ["ZlibShim"]),
    // The JSON schemas, as bytes of the program.
    shim("SchemaShim"),
    edge("ShippedSchemas", ["JSONText", "SchemaShim"]),
    // Signatures of identities.
    shim("Secp256k1Shim", links: [.linux: archived("secp256k1"), .macOS: "secp256k1"]),
    edge("ES256K", ["Digests", "Tokens", "Secp256k1Shim"]),
    // Sessions that outlive the program, in SQLite.
    edge("SessionStore", ["Descriptors", database]),

    // Starts `dnp-net` and speaks with it.
    edge("NetChild", ["Descriptors", "JSONText", "NetProtocol"]),
    // HTTP, as a client and as the embedded test API.
    edge("ContentClient", ["NetProtocol"] + client),
    edge("LocalServer", phone + ["Digests"] + server),

    shell(
      "dnp",
      results + [
        "Bridge", "CellGrid", "Console", "CursesTerminal", "Descriptors", "DeviceLogs", "ES256K",
        "Gzip", "Lines", "LogScenarios", "NetChild", "NetProtocol", "SessionStore",
        "ShippedSchemas",
        argumentParser,
      ],
      linking: quickStart),
    shell(
      "dnp-net",
      ["ContentClient", "Descriptors", "ES256K", "JSONText", "LocalServer", "NetProtocol"]),
    shell(
      "dnp-bench",
      results + [
        "Bridge", "CellGrid", "ES256K", "Lines", "Secp256k1Shim", "TerminalDriver",
        "NetChild", "NetProtocol", "RandomHistories", "Digests",
      ],
      exclude: ["Peer"]),
    // Writes the schemas, and the tables of the pages.
    shell("dnp-generate", ["GeneratedFiles"]),
    // Writes the trace hashes of known runs.
    shell(
      "dnp-traces", runs + ["ES256K", "RandomHistories"],
      path: "Tests/Traces", exclude: ["traces.txt"]),

    // Feeds what reads input from outside with input that nobody should send.
    shell("dnp-fuzz", ["HostileInput"], path: "Tests/Fuzzing"),

    // What several test targets share; no product contains it.
    support("ProgramSupport", ["ProjectFiles", "JSONText"]),
    support(
      "HostileInput",
      phone + ["DeviceLogs", "ES256K", "Gzip", "NetProtocol", "ProjectFiles"]),
    support("ProjectFiles"),
    support("EncryptedServer", client),
    support("RandomHistories", phone + ["ES256K"]),
    support(
      "SchemaSupport", phone + ["ProgramSupport", "ProjectFiles"], exclude: ["validate.py"]),
    support("ScreenRobot", ["SimulationCore"]),
    // Starts programs on a terminal of their own, for tests and measurements.
    shim(
      "TerminalDriverShim", links: [.linux: "vterm", .macOS: "vterm"],
      path: "Tests/TerminalDriverShim"),
    support("TerminalDriver", ["CellGrid", "Descriptors", "TerminalDriverShim"]),

    tests("BridgeCommandTests", programs + ["JSONText"]),
    tests("BridgeTests", schemas + results + ["Bridge", "ES256K", "RandomHistories"]),
    tests("CellGridTests", ["CellGrid", "PlainText"]),
    tests("CivilTimeTests", ["ProjectFiles", "CivilTime"], exclude: ["Fixtures"]),
    tests(
      "ConsoleCommandTests",
      programs + ["SchemaSupport", "dnp"]
        + ["CellGrid", "JSONText", "ScreenRobot", "SimulationCore", "TerminalDriver", database]),
    tests(
      "ConsoleTests",
      schemas + results + ["CellGrid", "Console", "DeviceLogs", "ES256K", "Lines", "ScreenRobot"],
      exclude: ["Snapshots"]),
    tests(
      "ContentClientTests", ["ContentClient", "EncryptedServer", "NetProtocol"] + client),
    tests("CursesTerminalTests", ["CellGrid", "CursesShim", "CursesTerminal"]),
    tests("DailyNotificationTests", schemas + watched + ["ES256K"]),
    tests("DescriptorsTests", ["Descriptors"]),
    tests("DigestsTests", ["Digests"]),
    tests(
      "DeviceLogsTests",
      schemas + runs + ["DeviceLogs", "ES256K", "Gzip", "RandomHistories", "Reports"],
      exclude: ["Fixtures"]),
    tests(
      "LogScenariosTests",
      runs + ["DeviceLogs", "ES256K", "LogScenarios", "ProjectFiles"], exclude: ["unlike.tsv"]),
    tests("DeviceModelTests", schemas + watched + ["ES256K"]),
    tests("DiffCommandTests", programs + ["JSONText", "dnp"]),
    tests(
      "ES256KTests", ["ES256K", "JSONText", "PlainText", "ProjectFiles", "Tokens"],
      exclude: ["Fixtures"]),
    tests(
      "HostileInputTests",
      phone + ["DeviceLogs", "HostileInput", "LocatedYAML", "NetProtocol", "ProjectFiles"]),
    tests("InvariantsTests", schemas + watched + ["ES256K", "RandomHistories"]),
    tests("JSONTextTests", ["ProjectFiles", "JSONText", "SimulationCore"], exclude: ["Fixtures"]),
    tests(
      "LiveCommandTests",
      programs + results + ["EncryptedServer", "ES256K", "NetChild", "NetProtocol", "dnp-net"]),
    tests("LinesTests", ["Lines", "SimulationCore"]),
    tests("LocatedYAMLTests", ["LocatedYAML", "JSONText"]),
    tests("LocalServerTests", ["ES256K", "LocalServer", "ProgramSupport"]),
    tests("NetProtocolTests", ["JSONText", "NetProtocol", "SimulationCore"]),
    tests("PlainTextTests", ["PlainText"]),
    tests(
      "ReportsTests", schemas + results + ["Digests", "ES256K", "ProgramSupport"],
      exclude: ["parse_metrics.py"]),
    tests("RunCommandTests", programs + ["ES256K", "SchemaSupport"] + results),
    tests("ScenariosTests", schemas + runs + ["ES256K"]),
    tests(
      "SchemaTests",
      schemas + results
        + ["Bridge", "DeviceLogs", "ES256K", "GeneratedFiles", "ShippedSchemas"]),
    tests("HistoryTests", watched + ["Session", "History"]),
    tests("SessionTests", schemas + watched + ["Session"]),
    tests(
      "SessionStoreTests", ["ProgramSupport", "SessionStore", "SimulationCore", database]),
    tests("SimulationCoreTests", ["SimulationCore"]),
    tests("TerminalDriverTests", ["CellGrid", "Descriptors", "TerminalDriver"]),
    tests(
      "TidyTests", programs + syntax, swift: toolchainSyntax.map { ["-I", $0] } ?? [],
      linking: toolchainSyntax.map {
        ["-L\($0)", "-lSwiftParser", "-lSwiftSyntax", "-Xlinker", "-rpath", "-Xlinker", $0]
      } ?? []),
    tests("TokensTests", ["JSONText", "Tokens"]),
    tests("ValidateLogsCommandTests", programs + ["DeviceLogs", "JSONText"]),
    tests("WhenCommandTests", programs + ["CivilTime", "JSONText", "dnp"]),
    // What a person must see, as a model of its own, and the histories that hold the phone to it.
    support("OutcomeModel", ["CivilTime", "SimulationCore"]),
    tests("OutcomeModelTests", ["CivilTime", "OutcomeModel", "ProjectFiles", "dnp-histories"]),
    shell(
      "dnp-histories", runs + ["ES256K", "OutcomeModel"],
      path: "Tests/OutcomeHistories", exclude: ["seeds.tsv"]),
  ]
)

// `.ci/build` asks for this where only the console is wanted: a new machine then fetches three
// packages instead of twenty.
if Context.environment["DNP_CONSOLE_ONLY"] != nil { package.keepOnly("dnp") }

extension Package {
  /// Leaves out every target that `name` does not need, and every package that these alone need.
  func keepOnly(_ name: String) {
    var kept: Set<String> = []
    var packages: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      guard kept.insert(next).inserted else { continue }
      for dependency in targets.first(where: { $0.name == next })?.dependencies ?? [] {
        switch dependency {
        case .productItem(_, let package, _, _): packages.insert(package ?? "")
        case .targetItem(let name, _), .byNameItem(let name, _): open.append(name)
        @unknown default: break
        }
      }
    }
    targets.removeAll { !kept.contains($0.name) }
    dependencies.removeAll { dependency in
      guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
      return !packages.contains(URL(fileURLWithPath: location).lastPathComponent)
    }
  }
}

/// A target of the pure ring; the files of `embedding` stand in its `Resources` and become code.
func pure(
  _ name: String, _ dependencies: [Target.Dependency] = [], embedding files: [String] = [],
  swift: [SwiftSetting] = strict
) -> Target {
  .target(
    name: name, dependencies: dependencies,
    resources: files.map { .embedInCode("Resources/\($0)") },
    swiftSettings: swift)
}

/// A target that touches the system and knows no phone.
func edge(
  _ name: String, _ dependencies: [Target.Dependency] = [], swift: [SwiftSetting] = strict
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: swift)
}

/// C code of an edge, and the library of each system that it needs.
func shim(
  _ name: String, links libraries: KeyValuePairs<Platform, String> = [:], path: String? = nil
) -> Target {
  // Where Homebrew has a library that the macOS SDK lacks.
  let homebrew = BuildSettingCondition.when(platforms: [.macOS])
  return .target(
    name: name, path: path,
    cSettings: [
      .unsafeFlags(["-I/opt/homebrew/include"], homebrew),
      .unsafeFlags(
        ["-fstack-protector-strong", "-D_FORTIFY_SOURCE=2"], .when(configuration: .release)),
      .unsafeFlags(["-O2"], .when(configuration: .debug)),
    ],
    linkerSettings: libraries.map { .linkedLibrary($0.value, .when(platforms: [$0.key])) }
      + [.unsafeFlags(["-L/opt/homebrew/lib"], homebrew)])
}

/// An executable.
func shell(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil, exclude: [String] = [],
  linking settings: [LinkerSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: strict,
    linkerSettings: settings + hardened + ownRuntime)
}

/// A target in `Tests/<Name>` that test targets share.
func support(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude,
    swiftSettings: strict)
}

/// A test target, in `Tests/<Name>`; its data are excluded and read from the source tree.
func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  swift flags: [String] = [], linking linkerFlags: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude,
    swiftSettings: strict + forTests + (flags.isEmpty ? [] : [.unsafeFlags(flags)]),
    linkerSettings: linkerFlags.isEmpty ? [] : [.unsafeFlags(linkerFlags)])
}
