extension Rule {
  /// The directions in which imports may point.
  static let imports: [Rule] = [arrows, pureModules, unknownTarget]

  private static let arrows = Rule(
    name: "an import against the arrows", scope: .sources,
    remedy: "see the table of targets in TargetRow; arrows point down only",
    violation: Sample("import Scenarios", path: "Sources/DeviceModel/Device.swift"),
    lookalike: Sample("import DailyNotification", path: "Sources/DeviceModel/Device.swift")
  ) { file in
    guard let row = TargetRow.of(file) else { return [] }
    let targets = Set(TargetRow.all.map(\.name))
    return file.imports
      .filter { targets.contains($0.module) && !row.targets.contains($0.module) }
      .map(\.line)
  }

  private static let pureModules = Rule(
    name: "a module that this pure target may not see", scope: .pureRing,
    remedy: "only the modules its row in TargetRow lists; no C library, no Foundation",
    violation: Sample("import Glibc\npublic import struct Foundation.Date"),
    lookalike: Sample("import struct Foundation.TimeZone", path: "Sources/CivilTime/Zone.swift")
  ) { file in
    guard let row = TargetRow.of(file), let modules = row.modules else { return [] }
    let targets = Set(TargetRow.all.map(\.name))
    return file.imports
      .filter { !targets.contains($0.module) && !modules.contains($0.module) }
      .map(\.line)
  }

  private static let unknownTarget = Rule(
    name: "a target without a row", scope: .sources,
    remedy: "add it to TargetRow with its ring and its imports",
    violation: Sample("", path: "Sources/Gadgets/Gadget.swift"),
    lookalike: Sample("", path: "Sources/JSONText/JSONValue.swift")
  ) { file in
    TargetRow.of(file) == nil ? [1] : []
  }
}
