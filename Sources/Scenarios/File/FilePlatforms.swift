import DeviceModel
import LocatedYAML

/// The platforms that a file names, and the one of the phone that is being parsed.
struct FilePlatforms {
  /// What the file names in `platform` or `platforms`; none when it is neutral.
  let named: [DevicePlatform]
  /// The platform of the phone.
  let phone: DevicePlatform

  /// Whether a neutral file is run on a system that was chosen from outside.
  ///
  /// It may then name things of the other system: a knob of that has no effect, and with anything
  /// else of it the scenario is skipped.
  var isLent = false

  /// The platforms for which what the file says may be: a neutral file is for the phone's alone.
  var all: [DevicePlatform] {
    isLent ? DevicePlatform.allCases : named.isEmpty ? [phone] : named
  }

  /// The system that a variant belongs to, if that is not the phone's.
  func owner(ofVariant word: String?) -> DevicePlatform? {
    guard let variant = word.flatMap(DeviceVariant.init), !phone.variants.contains(variant) else {
      return nil
    }
    return DevicePlatform.allCases.first { $0.variants.contains(variant) }
  }

  /// The system that a version belongs to, if that is not the phone's.
  func owner(ofVersion text: String?) -> DevicePlatform? {
    guard let text, !phone.hasVersion(text) else { return nil }
    return DevicePlatform.allCases.first { $0.hasVersion(text) }
  }

  /// What keeps a neutral file from the phone: the first verb that the phone's system lacks.
  ///
  /// A step for the other system alone is skipped by itself; one that expects the refusal runs.
  func foreignVerb(in steps: [Step]) -> StepCondition? {
    for step in steps {
      guard case .perform(let command, let outcome) = step.action else { continue }
      let platforms = VerbTable.platforms(of: command)
      guard !platforms.contains(phone), let owner = platforms.first,
        !step.conditions.contains(.platform(owner.rawValue))
      else { continue }
      if case .refused = outcome { continue }
      return .system("device: \(command.verb)", owner: owner)
    }
    return nil
  }

  /// The platforms on which a file is run, each a scenario of its own.
  ///
  /// - Parameters:
  ///   - named: What the file names; none when it is neutral.
  ///   - chosen: What was chosen from outside; nil for the file's own.
  static func runs(
    named: [DevicePlatform], chosen: DevicePlatform?
  ) -> [(platform: DevicePlatform, skippedFor: DevicePlatform?)] {
    guard let chosen else { return (named.isEmpty ? [.ios] : named).map { ($0, nil) } }
    if named.isEmpty || named.contains(chosen) { return [(chosen, nil)] }
    return [(named[0], chosen)]
  }

  /// The platforms that a file names, none when it is neutral; nil when they cannot be read.
  static func readable(
    _ entries: [YAMLNode.Entry], _ scope: VariableScope, _ reading: inout Reading
  ) -> [DevicePlatform]? {
    do {
      return try named(entries, scope, &reading)
    } catch {
      reading.note(error)
      return nil
    }
  }

  /// Reads the platforms that a file names; none when it is neutral.
  static func named(
    _ entries: [YAMLNode.Entry], _ scope: VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) -> [DevicePlatform] {
    let one = entries.first { $0.key == HeaderKey.platform.rawValue }
    guard let several = entries.first(where: { $0.key == HeaderKey.platforms.rawValue }) else {
      guard let one else { return [] }
      let value = try reading.filled(one.value, scope)
      return [try value.choice("'platform'", of: DevicePlatform.self)]
    }
    if let one {
      throw YAMLProblem(
        one.place, "'platform' and 'platforms' exclude each other", "leave one of them out")
    }
    let value = try reading.filled(several.value, scope)
    var platforms: [DevicePlatform] = []
    for item in try value.list("'platforms'") {
      let platform = try item.choice("an item of 'platforms'", of: DevicePlatform.self)
      if platforms.contains(platform) {
        throw YAMLProblem(item.place, "'\(platform.rawValue)' is there twice", "leave one out")
      }
      platforms.append(platform)
    }
    if platforms.isEmpty {
      throw YAMLProblem(
        several.value.place, "'platforms' is empty", "write platforms: [ios, android]")
    }
    return platforms
  }

  /// Throws for something of a platform that the file is not for.
  func check(
    _ what: String, isOf owner: DevicePlatform, at place: SourcePlace
  ) throws(YAMLProblem) {
    guard !all.contains(owner) else { return }
    throw problem("\(what) belongs to \(owner.title)", of: owner, at: place)
  }

  /// Throws for conditions that hold on no phone that the file is for.
  func check(_ conditions: [StepCondition], at place: SourcePlace) throws(YAMLProblem) {
    // On the system that was chosen, a condition about the other one does not hold.
    if isLent { return }
    var platforms = all
    for condition in conditions {
      if case .platform(let word) = condition, let only = DevicePlatform(rawValue: word) {
        platforms = [only]
      }
    }
    for condition in conditions {
      switch condition {
      case .variant(let word):
        guard !platforms.contains(where: { $0.variants.map(\.rawValue).contains(word) }),
          let owner = DevicePlatform.allCases.first(where: {
            $0.variants.map(\.rawValue).contains(word)
          })
        else { continue }
        let known = platforms[0].variants.map(\.rawValue).joined(separator: " or ")
        throw YAMLProblem(
          place,
          "condition 'variant: \(word)' belongs to \(owner.title), and never holds on "
            + platforms[0].title,
          "write \(known), or add 'platform: \(owner.rawValue)' to the condition")
      case .osVersion(let word):
        guard !platforms.contains(where: { $0.hasVersion(word) }) else { continue }
        throw YAMLProblem(
          place, "condition 'osVersion: \(word)' never holds on \(platforms[0].title)",
          "write \(platforms[0].versionWords), or add a 'platform' to the condition")
      case .platform, .equal, .status, .system: break
      }
    }
  }

  /// What is said of something that the phone's system does not have.
  func problem(
    _ message: String, of owner: DevicePlatform, at place: SourcePlace
  ) -> YAMLProblem {
    let both = DevicePlatform.allCases.map(\.rawValue).joined(separator: ", ")
    return YAMLProblem(
      place, "\(message), and this phone runs \(phone.title)",
      named.isEmpty
        ? "leave it out, or write 'platform: \(owner.rawValue)'; with 'platforms: [\(both)]' it "
          + "counts on \(owner.title) alone"
        : "leave it out, or write 'platform: \(owner.rawValue)'")
  }
}
