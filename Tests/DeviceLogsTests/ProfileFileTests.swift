import DailyNotification
import DeviceLogs
import Foundation
import JSONText
import LocatedYAML
import SchemaSupport
import Testing

@Suite("The files of profiles")
struct ProfileFileTests {
  private static let sound = """
    name: mine
    title: Mine
    begins: [taskStarted]
    steps:
      - line: taskStarted
      - line: [prefetchSucceeded, prefetchFailed]
        count: 1..2
        where: {status: "200"}
    timings:
      - name: late
        seconds: taskStarted.late
        atMost: 1m
        says: it is on time
    """

  private static let folder = SchemaDirectory.url.deletingLastPathComponent()
    .appending(path: "log-profiles")

  private func parse(_ yaml: String) throws -> LogProfile {
    try ProfileFile.parse(Array(yaml.utf8), path: "p.yaml")
  }

  @Test("are read as they are written")
  func reads() throws {
    let profile = try parse(ProfileFileTests.sound)
    #expect(
      profile.name == "mine" && profile.passes == .each && profile.signs == [.line(.taskStarted)])
    #expect(profile.steps[1].lines == [.line(.prefetchSucceeded), .line(.prefetchFailed)])
    #expect(profile.steps[1].countMin == 1 && profile.steps[1].countMax == 2)
    #expect(profile.steps[1].conditions.map(\.text) == ["200"])
    #expect(profile.timings[0].atMostMilliseconds == 60_000)
  }

  @Test("may be JSON")
  func json() throws {
    let json = #"{"name":"mine","title":"M","begins":"ready","steps":[{"line":"ready"}]}"#
    #expect(try parse(json).begins == [.line(.ready)])
  }

  @Test(
    "say where they are wrong, and what to do",
    arguments: [
      (
        "- line: taskStarted", "- line: taskStarter",
        "p.yaml:5:11: there is no log line 'taskStarter'; did you mean 'taskStarted'?"
      ),
      (
        "- line: taskStarted", "- line: taskWhatever",
        "p.yaml:5:11: there is no log line 'taskWhatever'; use one of: taskScheduled"
      ),
      (
        "taskStarted.late", "taksStarted.late",
        "p.yaml:11:14: there is no log line 'taksStarted'; did you mean 'taskStarted'?"
      ),
      (
        "taskStarted.late", "taskStarted.lateness",
        "p.yaml:11:14: the line taskStarted has no field 'lateness'; it has: date, actual, late"
      ),
      (
        "taskStarted.late", "prefetchSkipped.seconds",
        "p.yaml:10:5: 'prefetchSkipped' is none of the steps; add a step"
      ),
      (
        "taskStarted.late", "late",
        "p.yaml:11:14: 'late' is no field of a line; write one such as taskStarted.actual"
      ),
      (
        "status:", "state:",
        "p.yaml:8:13: the line prefetchSucceeded has no field 'state'; it has: status, bytes"
      ),
      ("1..2", "2..1", "p.yaml:7:12: '2..1' is no count; write 1, or a range"),
      ("1..2", "0", "p.yaml:7:12: '0' is no count"),
      ("1..2", "1.2", "p.yaml:7:12: '1.2' is no count"),
      (
        "atMost: 1m", "atMost: soon",
        "p.yaml:12:13: atMost must be a duration, not 'soon'; write one such as 15m"
      ),
      ("    atMost: 1m\n", "", "p.yaml:10:5: the timing has no bound; add atLeast, atMost or both"),
      ("title: Mine\n", "", "p.yaml:1:1: 'title' is missing; add 'title: …'"),
      ("begins: [taskStarted]\n", "", "p.yaml:1:1: 'begins' is missing; name the line"),
      (
        "name: mine", "name: My One",
        "p.yaml:1:7: 'My One' is no name for a profile; use at most 40"
      ),
      ("says: it", "sais: it", "p.yaml:13:5: a timing takes no key 'sais'; did you mean 'says'?"),
      (
        "name: mine", "name: mine\nname: mine",
        "p.yaml:1:1: the key 'name' stands more than once here"
      ),
      ("title: Mine", "title: *a", "p.yaml:2:8: aliases are not read here; write the value out"),
      ("title: Mine", "title: [", "this is not valid YAML: "),
      (
        "title: Mine", "title: M\0", "p.yaml:2:9: a NUL byte: this is a binary file; give a profile"
      ),
    ])
  func located(part: String, change: String, message: String) throws {
    let yaml = ProfileFileTests.sound.replacing(part, with: change)
    #expect(yaml != ProfileFileTests.sound)
    let error = #expect(throws: LocatedError.self) { try parse(yaml) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test(
    "are refused when a rule in them could never find anything",
    arguments: [
      ("taskStarted.late", "taskStarted.at", "11:14: 'taskStarted.at' is no number of seconds"),
      (
        "taskStarted.late", "taskStarted.actual",
        "11:14: 'taskStarted.actual' is no number of seconds; use one of: taskStarted.late"
      ),
      (
        "taskStarted.late", "prefetchSucceeded.bytes",
        "11:14: 'prefetchSucceeded.bytes' is no number of seconds; use a field such as"
      ),
      (
        "seconds: taskStarted.late", "from: taskStarted.at\n    to: taskStarted.late",
        "12:9: 'taskStarted.late' is no time that the line names; use one of: taskStarted.date, "
          + "taskStarted.actual, taskStarted.at"
      ),
      (
        "seconds: taskStarted.late", "from: schedulePersisted.time\n    to: taskStarted.at",
        "11:11: 'schedulePersisted.time' is no time that the line names; use one of: "
          + "schedulePersisted.next, schedulePersisted.at"
      ),
      (
        "seconds: taskStarted.late", "seconds: taskStarted.late\n    to: taskStarted.at",
        "12:9: 'seconds' stands for both times already; leave out"
      ),
      (
        "atMost: 1m", "atLeast: 2m\n    atMost: 1m",
        "12:14: atLeast is more than atMost, so nothing could be right; swap them"
      ),
      (
        "timings:", "enough: {line: taskCompleted}\ntimings:",
        "9:9: 'taskCompleted' is none of the steps; add a step"
      ),
      (
        "timings:", "enough: {line: taskStarted, without: taskExpired}\ntimings:",
        "9:9: 'taskExpired' is none of the steps; add a step"
      ),
      (
        "timings:", "never: [{line: drifted, within: 1m}]\ntimings:",
        "9:33: 'within' needs 'explainedBy'; name the lines"
      ),
      (
        "timings:", "never: [{line: drifted, explainedBy: recovered}]\ntimings:",
        "9:9: 'within' is missing; add"
      ),
      (
        "timings:",
        "never: [{line: drifted, explainedBy: {line: zoneFollowed, where: {scenario: x}}}]\n"
          + "timings:",
        "9:67: the line zoneFollowed has no field 'scenario'; it has: id, zone, next"
      ),
      (
        "atMost: 1m", "atMost: 1m\n    unless: prefetchSkipped",
        "10:5: 'prefetchSkipped' is none of the steps; add a step"
      ),
      (
        "timings:", "  - line: taskStarted\ntimings:",
        "9:5: an earlier step takes every line 'taskStarted'; give both steps a 'where'"
      ),
      (
        "timings:", "  - {line: prefetchFailed, where: {status: '200', reason: x}}\ntimings:",
        "9:5: an earlier step takes every line 'prefetchFailed'"
      ),
      (
        "timings:",
        "due:\n  - {time: taskStarted.at, grace: 1m, by: ready, says: x}\ntimings:",
        "10:12: 'taskStarted.at' is no time that the line names; use one of: taskStarted.date, "
          + "taskStarted.actual"
      ),
      (
        "timings:", "due:\n  - {time: taskCompleted.at, grace: 1m, by: ready, says: x}\ntimings:",
        "10:12: 'taskCompleted.at' is no time that the line names; use a field such as "
          + "notificationPlanned.time"
      ),
    ])
  func silent(part: String, change: String, message: String) throws {
    let yaml = ProfileFileTests.sound.replacing(part, with: change)
    let error = #expect(throws: LocatedError.self) { try parse(yaml) }
    #expect(
      error?.description.contains("p.yaml:" + message) == true, "\(error?.description ?? "")")
  }

  @Test(
    "may have a line in several steps with different 'where', and equal bounds",
    arguments: [
      ("timings:", "  - {line: prefetchFailed, where: {status: '500'}}\ntimings:"),
      ("timings:", "  - line: prefetchFailed\ntimings:"),
      ("atMost: 1m", "atLeast: 1m\n    atMost: 1m"),
    ])
  func apart(part: String, change: String) throws {
    let yaml = ProfileFileTests.sound.replacing(part, with: change)
    #expect(yaml != ProfileFileTests.sound)
    #expect(try parse(yaml).name == "mine")
  }

  @Test(
    "may use each time of a line, and each number of seconds",
    arguments: [
      ("time", "dailyScheduled.time"), ("time", "prefetchPlanned.time"),
      ("time", "taskScheduled.date"), ("time", "taskReadBack.date"),
      ("time", "taskStarted.actual"), ("time", "contentIgnored.scheduledFor"),
      ("time", "notificationMissed.time"), ("time", "schedulePersisted.next"),
      ("time", "zoneFollowed.next"), ("time", "dualFetchPlanned.date"),
      ("time", "tokenIssued.time"), ("seconds", "prefetchSkipped.seconds"),
    ])
  func kinds(kind: String, field: String) throws {
    let line = try #require(field.split(separator: ".").first)
    let timing = kind == "time" ? "from: taskStarted.at, to: \(field)" : "seconds: \(field)"
    let yaml = """
      name: mine
      title: Mine
      begins: taskStarted
      steps: [\(line == "taskStarted" ? "" : "{line: \(line)}, "){line: taskStarted}]
      timings: [{name: a, \(timing), atMost: 1m, says: b}]
      """
    #expect(try parse(yaml).timings.map { "\($0.to.line.name).\($0.to.field)" } == [field])
  }

  @Test(
    "may have asterisks in strings",
    arguments: [#""a *b* c""#, "'a *b* c'", "a *b* c", "Mine # *b", #"'it''s *b'"#])
  func asterisks(title: String) throws {
    let yaml = ProfileFileTests.sound.replacing("title: Mine", with: "title: \(title)")
    #expect(try parse(yaml).name == "mine")
  }

  @Test(
    "have no aliases, whatever precedes them",
    arguments: ["title:\t*a", "title: [x:\" , *a]", "title: !!str\t*a", "title: [\t*a]"])
  func aliases(title: String) throws {
    let yaml = ProfileFileTests.sound.replacing("title: Mine", with: title)
      .replacing("name: mine", with: "name: &a mine")
    let error = #expect(throws: LocatedError.self) { try parse(yaml) }
    #expect(error?.message == "aliases are not read here" && error?.line == 2)
  }

  @Test("have a maximum size and must not be empty")
  func bounds() throws {
    for yaml in ["", "# nothing", String(repeating: "#\n", count: ProfileFile.bytesMax), "[]", "x"]
    {
      #expect(throws: LocatedError.self) { try parse(yaml) }
    }
  }

  @Test("that are built in are those of the folder")
  func builtIn() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: ProfileFileTests.folder.path)
    #expect(names.sorted() == BuiltInProfiles.names.map { $0 + ".yaml" }.sorted())
    for name in BuiltInProfiles.names {
      let data = try Data(contentsOf: ProfileFileTests.folder.appending(path: "\(name).yaml"))
      #expect(
        try ProfileFile.parse([UInt8](data), path: name) == BuiltInProfiles.profile(named: name))
    }
    #expect(BuiltInProfiles.profile(named: "nobody") == nil)
  }

  @Test("fit their schema, and broken ones do not")
  func schema() throws {
    let schema = try SchemaDirectory.project.get().schema("log-profile.schema.json")
    for name in BuiltInProfiles.names {
      let url = ProfileFileTests.folder.appending(path: "\(name).yaml")
      let yaml = try String(contentsOf: url, encoding: .utf8)
      #expect(schema.findings(in: try value(yaml)) == [], "\(name)")
    }
    let whole = ProfileFileTests.sound.replacing(
      "steps:",
      with: """
        cutBy: [recovered, {line: recoveredQuietly, where: {scenario: boot}}]
        enough: {line: taskStarted, where: {late: 0}, without: [prefetchFailed]}
        never: [{line: drifted, explainedBy: zoneFollowed, within: 1m}]
        steps:
        """
    ).replacing("atMost: 1m", with: "atMost: 1m\n    unless: [prefetchFailed]")
    #expect(try parse(whole).cutBy.count == 2)
    #expect(schema.findings(in: try value(whole)) == [])
    for (part, change) in [("scenario: boot", "scenario: []"), ("within: 1m", "within: soon")] {
      #expect(
        schema.findings(in: try value(whole.replacing(part, with: change))) != [], "\(change)")
    }
    let broken = [
      ("- line: taskStarted", "- line: taskStarter"), ("title: Mine\n", ""), ("1..2", "2..x"),
      ("says: it", "sais: it"), ("taskStarted.late", "late"), ("atMost: 1m", "atMost: soon"),
    ]
    #expect(schema.findings(in: try value(ProfileFileTests.sound)) == [])
    for (part, change) in broken {
      let yaml = ProfileFileTests.sound.replacing(part, with: change)
      #expect(schema.findings(in: try value(yaml)) != [], "\(change)")
    }
  }

  /// The file as an editor's validator sees it: numbers are numbers.
  private func value(_ yaml: String) throws -> JSONValue {
    let rules = YAMLRules(
      noun: "a profile", bytesMax: ProfileFile.bytesMax, aliasesMax: 0, splitRemedy: "",
      emptyRemedy: "")
    return try YAMLReader.read(Array(yaml.utf8), rules).json
  }
}
