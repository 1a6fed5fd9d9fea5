import CivilTime
import Foundation
import OutcomeModel

/// Compares random histories of the phone with the outcome model.
///
/// `dnp-histories [count] [seed] [--platform android] [--intervals] [--wildcards] [--dialogs]
/// [--asides] [--other-code] [--conditions] [--only a,b] [--reserves N] [--details]` runs `count`
/// histories of an iPhone, or of an Android phone, the first with the given seed. It prints the
/// number of disagreements of each class with the first seeds that show it, with `--details` the
/// smallest history too, and exits with 1 if there was any.
/// `--intervals` adds schedules that go on every so many minutes: other histories of the same
/// seeds.
/// `--wildcards` adds dual schedules whose expressions have wildcards in minute or hour, likewise.
/// `--dialogs` adds the dialog that asks for the permission to notify, on Android: other histories
/// of the same seeds.
/// `--asides` adds calls that must make no difference, `configure` among them: other histories of
/// the same seeds.
/// `--other-code` adds other code in the app, which shares what the system keeps for it, likewise.
/// `--conditions` adds apps that hibernate, backups restored on a new phone, skips, settings of
/// what is seen and heard, batteries that spare or restrict the app, and makers that delay alarms,
/// likewise.
/// `--plant` hides a notification that was shown, so that there must be disagreements.
/// `--show seed` prints one history and its trace; `--class name` shrinks it to that class first.
@main
enum OutcomeHistories {
  struct Options {
    var count: UInt64 = 2_000
    var seed: UInt64 = 1
    var topics = Topic.usual
    var limits = OutcomeModel.Limits()
    var showsDetails = false
    var shown: UInt64?
    /// The class that the history that is shown is shrunk to.
    var className: String?
    var ignored: Set<String> = []
    /// Whether the model is not notified of what was shown at first, which it must notice.
    var isPlanted = false
    var isAndroid = false
  }

  /// How many seeds of a class are named.
  private static let seedsMax = 8

  /// What is known about a class of disagreements.
  private struct Class {
    var histories = 0
    var disagreements = 0
    var smallest: History?
    /// The first seeds that show it.
    var seeds: [UInt64] = []
  }

  static func main() {
    do {
      let options = try read(Array(CommandLine.arguments.dropFirst()))
      if let seed = options.shown { exit(show(seed, options)) }
      exit(run(options))
    } catch {
      FileHandle.standardError.write(Data("dnp-histories: \(error.text)\n".utf8))
      exit(2)
    }
  }

  static func history(_ seed: UInt64, _ options: Options) -> History {
    var generator = HistoryGenerator(
      seed: seed, topics: options.topics, isAndroid: options.isAndroid)
    return generator.history(seed: seed)
  }

  private static func run(_ options: Options) -> Int32 {
    let clock = ContinuousClock()
    let start = clock.now
    var classes: [String: Class] = [:]
    var wrong = 0
    var actCount = 0
    for seed in options.seed..<options.seed + options.count {
      let history = history(seed, options)
      actCount += history.acts.count
      let result = OutcomeRun.run(history, options.limits, hidesShowings: options.isPlanted)
      let found = result.disagreements
        .filter { !options.ignored.contains($0.className) }
      if !found.isEmpty { wrong += 1 }
      note(found, of: history, in: &classes)
    }
    let elapsed = clock.now - start
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let rate = Int((Double(options.count) / seconds).rounded())
    print(
      "\(options.count) \(options.isAndroid ? "Android histories" : "histories") from seed "
        + "\(options.seed), \(actCount) acts, \(rate) a second: "
        + "\(wrong) disagree")
    for name in classes.keys.sorted() {
      guard let found = classes[name] else { continue }
      let seeds = found.seeds.map(String.init).joined(separator: " ")
      print(
        "  \(name): \(found.disagreements) in \(found.histories) histories, seeds \(seeds)")
    }
    guard options.showsDetails else { return wrong == 0 ? 0 : 1 }
    for name in classes.keys.sorted() {
      guard let found = classes[name], let history = found.smallest else { continue }
      print("\n== \(name) (seed \(history.seed))")
      explain(OutcomeRun.shrink(history, to: name, options.limits), options, name)
    }
    return wrong == 0 ? 0 : 1
  }

  private static func note(
    _ found: [Disagreement], of history: History, in classes: inout [String: Class]
  ) {
    var seen: Set<String> = []
    for disagreement in found {
      let name = disagreement.className
      classes[name, default: Class()].disagreements += 1
      guard seen.insert(name).inserted else { continue }
      classes[name, default: Class()].histories += 1
      if classes[name]?.seeds.count ?? 0 < seedsMax { classes[name]?.seeds.append(history.seed) }
      let size = classes[name]?.smallest?.acts.count ?? .max
      if history.acts.count < size { classes[name]?.smallest = history }
    }
  }

  private static func explain(_ history: History, _ options: Options, _ className: String?) {
    let result = OutcomeRun.run(history, options.limits)
    print(HistoryText.scenario(history, result))
    print(HistoryText.bridge(history, result))
    for disagreement in result.disagreements
    where className == nil || disagreement.className == className {
      print(
        "→ \(disagreement.className) \(disagreement.schedule) "
          + "at \(disagreement.instant) ms: \(disagreement.text)")
    }
  }

  private static func show(_ seed: UInt64, _ options: Options) -> Int32 {
    var history = history(seed, options)
    if let name = options.className {
      history = OutcomeRun.shrink(history, to: name, options.limits)
    }
    explain(history, options, nil)
    let result = OutcomeRun.run(history, options.limits, keepsLines: true)
    for line in result.lines { print("  \(line)") }
    return result.disagreements.isEmpty ? 0 : 1
  }

  struct UsageError: Error {
    let text: String
  }

  static func read(_ arguments: [String]) throws(UsageError) -> Options {
    var options = Options()
    var numbers: [UInt64] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--details": options.showsDetails = true
      case "--platform":
        guard let name = rest.popFirst(), ["ios", "android"].contains(name) else {
          throw UsageError(text: "--platform takes ios or android")
        }
        options.isAndroid = name == "android"
      case "--plant": options.isPlanted = true
      case "--wildcards": options.topics.formUnion([.dual, .wildcards])
      case "--intervals": options.topics.insert(.intervals)
      case "--dialogs": options.topics.insert(.dialogs)
      case "--asides": options.topics.insert(.asides)
      case "--other-code": options.topics.insert(.otherCode)
      case "--conditions": options.topics.insert(.conditions)
      case "--only":
        options.topics = []
        for word in (rest.popFirst() ?? "").split(separator: ",") {
          guard let topic = Topic(rawValue: String(word)) else {
            let known = Topic.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError(text: "there is no topic '\(word)'; topics: \(known)")
          }
          options.topics.insert(topic)
        }
      case "--class": options.className = rest.popFirst()
      case "--ignore":
        options.ignored = Set((rest.popFirst() ?? "").split(separator: ",").map(String.init))
      case "--reserves":
        guard let count = rest.popFirst().flatMap(Int.init), count >= 0 else {
          throw UsageError(text: "--reserves takes a number")
        }
        options.limits.reservesMax = count
      case "--show":
        guard let seed = rest.popFirst().flatMap(UInt64.init) else {
          throw UsageError(text: "--show takes a seed")
        }
        options.shown = seed
      default:
        guard let number = UInt64(argument), number > 0, numbers.count < 2 else {
          throw UsageError(text: "'\(argument)' is no count or seed")
        }
        numbers.append(number)
      }
    }
    if let count = numbers.first { options.count = count }
    if numbers.count > 1 { options.seed = numbers[1] }
    return options
  }
}
