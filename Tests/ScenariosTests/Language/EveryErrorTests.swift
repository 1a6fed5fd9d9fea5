import Testing

@testable import LocatedYAML
@testable import Scenarios

@Suite("Every error of a file")
struct EveryErrorTests {
  /// The errors as `LINE:COLUMN what`.
  private func errors(_ yaml: String, files: [String: String] = [:]) -> [String] {
    LanguageRun(files: files).read(yaml).errors.map { "\($0.line):\($0.column) \($0.message)" }
  }

  @Test("a mapping's errors are all named, each once, in the order of lines")
  func mappings() {
    let found = errors(
      """
      name: a
      knobs:
        taskLatenes: fixed
        deliveryDrift: nnoe
        powerr: low
      tags: [ok, "no tag", and]
      infoPlist:
        permittedIdentifier: [x]
        backgroundModes: fetch
      steps:
        - expect:
            pendin: 1
            delivered: {cont: 8, includes: [{idd: x, purpose: occurence}]}
            status: {dialg: true, process: forground}
            event:
              - delivered: {identifer: x, sorce: y}
              - tappd
            metric: {dnp_none: 1, dnp_other: 2}
          soft: maybe
          labl: x
      """)
    #expect(
      found.map { $0.prefix { $0 != " " } } == [
        "3:3", "4:18", "5:3", "6:12", "6:22", "8:3", "9:20", "12:7", "13:19", "13:40", "13:57",
        "14:16", "14:38", "16:23", "16:37", "17:11", "18:16", "18:29", "19:11", "20:5",
      ], "\(found.joined(separator: "\n"))")
  }

  @Test(
    "what follows from an error is not named beside it",
    arguments: [
      // The list would expect nothing without its only key.
      ("- expect: {pending: {cont: 8}}", ["4:24 'pending' takes no key 'cont'"]),
      // The name is captured, whatever else is wrong with the step.
      (
        "- {call: getNotificationStatus, capture: {ID: $.id}, soft: 5}\n"
          + "  - {call: {updateSettings: {id: \"${ID}\"}}}",
        ["4:62 'soft' must be true or false, not '5'"]
      ),
      ("- repeat: {times: 3, steps: [prss: x]}", ["4:32 there is no step 'prss'"]),
      (
        "- include: {fil: _a.yaml, wth: {}}",
        ["4:15 'include' takes no key 'fil'", "4:29 'include' takes no key 'wth'"]
      ),
      ("- press: [a]", ["4:12 'press' must be a text, not a list"]),
    ])
  func consequences(_ steps: String, _ expected: [String]) {
    #expect(errors("name: a\nvars: {}\nsteps:\n  \(steps)\n") == expected)
  }

  @Test("what needs a variable that cannot be read is not judged; everything else is")
  func unreadableVariables() {
    let found = errors(
      """
      name: "${NAME}"
      vars:
        NAME: [a]
        0TIME: 05:53
        TIME: {x: 1}
        ZONE: "${NAME}"
      zone: "${ZONE}"
      steps:
        - call: {scheduleDailyNotification: {time: "${TIME}"}}
        - expect: {pendin: "${TIME}"}
        - advance: "${TIME}"
        - advance: son
        - include: "${NAME}"
      redact: [TIME, TIM]
      """)
    #expect(
      found.map { $0.prefix { $0 != " " } } == ["3:9", "4:3", "5:9", "12:14", "14:16"],
      "\(found.joined(separator: "\n"))")
  }

  @Test("an error in one row of data, or on one system, is named once for its place")
  func rows() {
    let found = errors(
      """
      name: a
      platforms: [ios, android]
      data: [{BUTTON: Configure, X: 1}, {BUTTON: Nothing, X: 2}, {BUTTON: Other, X: 3}]
      steps:
        - press: "${BUTTON}"
        - device: {boot: "${X}"}
        - call: nothing
      """)
    #expect(found.map { $0.prefix { $0 != " " } } == ["5:12", "6:14", "7:11"], "\(found)")
    let bad = errors(
      """
      name: a
      data: [{X: [1], label: ""}, {Y: {}, 0: 1}]
      steps: [{press: "${X}"}, {prss: "${Y}"}]
      """)
    #expect(
      bad.map { $0.prefix { $0 != " " } } == ["2:12", "2:24", "2:33", "2:37", "3:27"], "\(bad)")
  }

  @Test("a missing name, a wrong platform and broken steps do not hide one another or the breaks")
  func header() {
    let found = errors(
      """
      platform: andriod
      profile: x
      osVersion: "34"
      setup: []
      steps:
        - label: first
          prss: x
        - when: {platform: ios, vriant: device}
          press: Request Permissions
      breaks:
        - {remove: first, fals: x}
        - {replace: 2, with: {pres: x}, fails: [y]}
      """)
    #expect(
      found.map { $0.prefix { $0 != " " } } == [
        "1:1", "1:11", "2:10", "4:8", "7:5", "8:27", "11:21", "12:25", "12:42",
      ], "\(found.joined(separator: "\n"))")
  }

  @Test("errors of an included file follow those of the scenario, each once")
  func included() {
    let found = LanguageRun(files: [
      "_a.yaml": """
      vrs: {}
      nme: x
      vars: {A: [1]}
      steps: [{prss: x}, {press: "${A}"}, {soft: 1, press: Nothing}]
      """
    ]).read("name: a\nsteps: [{include: _a.yaml}, {include: _a.yaml}, {advance: son}]\n").errors
    #expect(
      found.map { "\($0.path):\($0.line):\($0.column)" } == [
        "a.yaml:2:59", "_a.yaml:1:1", "_a.yaml:2:1", "_a.yaml:3:11", "_a.yaml:4:10",
        "_a.yaml:4:44", "_a.yaml:4:54",
      ], "\(found)")
  }

  @Test("a list of errors that is cut says so")
  func bounded() {
    let found = errors("name: a\nsteps:\n" + (0..<200).map { "  - prss\($0)\n" }.joined())
    #expect(found.count == 100)
    #expect(found.last?.contains("there may be more than these 100") == true)
    #expect(found.dropLast().allSatisfy { !$0.contains("there may be more") })
  }

  /// A near word costs as much as all known words are long: a file of 0.9 MB took 13 s.
  @Test("no near word is searched for an error until its remedy is read")
  func searches() {
    let keys = (0..<5_000).map { "nmae\($0): 1\n" }.joined()
    let found = LanguageRun().read("name: a\n" + keys + "nmae: 1\nsteps: []\n").errors
    #expect(found.count == 100)
    for error in found {
      guard case .search(let word, _, _) = error.advice else {
        Issue.record("the word of line \(error.line) was searched: \(error.advice)")
        continue
      }
      #expect(error.message.contains("'\(word)'"))
    }
  }

  @Test("the options that a method does not know are a list that says where it is cut")
  func unknownOptions() {
    func found(_ count: Int) -> [LocatedError] {
      let options = (0..<count).map { ", optionn\($0): 1" }.joined()
      let call = "{call: {scheduleDailyNotification: {time: \"05:53\"\(options)}}}"
      return LanguageRun().read("name: a\nsteps:\n  - \(call)\n  - expect: {tasks: 1}\n").warnings
    }
    let all = found(100)
    #expect(all.count == 100)
    #expect(all.allSatisfy { !$0.message.contains("more than these") })
    let cut = found(101)
    #expect(cut.count == 100)
    #expect(cut.last?.message.hasSuffix("(there are more than these 100)") == true)
    #expect(cut.dropLast() == all.dropLast())
  }
}
