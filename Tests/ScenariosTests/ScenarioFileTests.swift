import CivilTime
import DeviceModel
import LocatedYAML
import Scenarios
import Testing

@Suite("Scenario files")
struct ScenarioFileTests {
  private static func steps(_ lines: String...) -> String {
    "name: a\nsteps:\n" + lines.map { "  - \($0)\n" }.joined()
  }

  /// Each bad file with the place and a part of the expected message and remedy.
  static let bad: [(yaml: String, place: String, text: String)] = [
    (steps("pres: Check Plugin Status"), "3:5", "there is no step 'pres'; did you mean 'press'?"),
    (steps("press: Chek Plugin Status"), "3:12", "did you mean 'Check Plugin Status'?"),
    (steps("press: Reboot"), "3:12", "there is no button 'Reboot'; use one of: Check Plugin"),
    (steps("rnuToNextEvent"), "3:5", "there is no step 'rnuToNextEvent'"),
    (steps("label: x"), "3:5", "a step without an action"),
    (steps("{press: Check Plugin Status, answer: allow}"), "3:34", "a step does one thing"),
    (steps("7"), "3:5", "there is no step '7'"),
    (steps("[a]"), "3:5", "a step must be a mapping, not a list"),
    (steps("device: lunch"), "3:13", "there is no verb 'lunch'; did you mean 'launch'?"),
    (steps("device: advance"), "3:13", "'advance' is a step of its own"),
    (steps("device: {setPermission: maybe}"), "3:29", "takes granted or denied or provisional"),
    (
      steps("device: {failWrites: {cuont: 2}}"), "3:26", "its parameters are 'count'"
    ),
    (steps("device: {failWrites: {cuont: 1}}"), "3:26", "has no parameter 'cuont'"),
    (steps("device: {launch: , swipeAway: }"), "3:13", "'device' names one verb, not 2"),
    (steps("call: configur"), "3:11", "there is no method 'configur'; did you mean 'configure'?"),
    (steps("call: {configure: 7}"), "3:23", "a call's options must be a mapping, not a number"),
    (steps("call: {method: configure, optoins: {}}"), "3:31", "'call' takes no key 'optoins'"),
    (steps("{call: configure, rejects: no_word}"), "3:32", "'no_word' is not a value of 'rejects'"),
    (steps("{call: configure, returns: {}, rejects: invalid_parameter}"), "3:36", "exclude"),
    (steps("{device: launch, returns: {}}"), "3:6", "this makes no call; only 'refused'"),
    (
      steps("{device: launch, refused: appRunning}"), "3:31",
      "'appRunning' is not a value of 'refused'"
    ),
    (steps("{press: Simulate BGTask Now, returns: {}}"), "3:6", "this makes no call"),
    (steps("answer: maybe"), "3:13", "'maybe' is not a value of 'answer'"),
    (steps("advance: 6x"), "3:14", "'advance' must be a duration of at most ten years"),
    (steps("advance: 1m1h"), "3:14", "units from large to small"),
    (steps("advance: {to: tomorrow}"), "3:19", "'to' must be an ISO 8601 time, not 'tomorrow'"),
    (steps("advance: {until: 6m}"), "3:15", "'advance' takes no key 'until'"),
    (steps("runUntilIdle: {limit: 0}"), "3:27", "'limit' must be a whole number from 1"),
    (steps("expect: {pendin: 1}"), "3:14", "did you mean 'pending'?"),
    (steps("expect: {}"), "3:13", "'expect' expects nothing"),
    (steps("expect: {pending: many}"), "3:23", "'pending' must be a whole number"),
    (steps("expect: {pending: [{name: a}]}"), "3:25", "an item of 'pending' takes no key 'name'"),
    (steps("expect: {tasks: [{earliestBeginDate: soon}]}"), "3:42", "must be an ISO 8601 time"),
    (steps("expect: {status: {proces: foreground}}"), "3:23", "did you mean 'process'?"),
    (steps("expect: {invariants: broken}"), "3:26", "'broken' is not a value of 'invariants'"),
    (steps("expect: {log: BGTask expired}"), "3:19", "is no log line; write it whole"),
    (steps("expect: {noLog: '[DNP-FETCH] BGTask missed'}"), "3:21", "the plugin never writes"),
    (steps("expect: {log: '[DNP-PLUGIN] a() called'}"), "3:19", "is a debug line"),
    (steps("expect: {log: '[DNP-PLUGIN] cancelIt() called'}"), "3:19", "is a debug line"),
    ("name: a\nstart: now\nsteps: [runUntilIdle]", "2:8", "'start' must be an ISO 8601 time"),
    ("name: a\nseed: -1\nsteps: [runUntilIdle]", "2:7", "'seed' must be a whole number"),
    ("name: a\nsede: 1\nsteps: [runUntilIdle]", "2:1", "no header key 'sede'; did you mean 'seed'"),
    ("name: a\nzone: Mars/Base\nsteps: [runUntilIdle]", "2:7", "no time zone 'Mars/Base'"),
    ("name: a\nvariant: phone\nsteps: [runUntilIdle]", "2:10", "use one of: device, simulator"),
    ("name: a\nlaunch: on\nsteps: [runUntilIdle]", "2:9", "'launch' must be true or false"),
    ("name: a\nknobs: {drift: none}\nsteps: [runUntilIdle]", "2:9", "there is no knob 'drift'"),
    ("name: a\nknobs: {taskLateness: late}\nsteps: [runUntilIdle]", "2:23", "value of knob"),
    ("name: a\nname: b\nsteps: [runUntilIdle]", "1:1", "the key 'name' stands more than once"),
    ("name: a\nsteps: {}", "2:8", "'steps' must be a list, not a mapping"),
    ("name: a\nsteps: []", "2:8", "'steps' is empty"),
    ("name: a", "1:1", "'steps' is missing"),
    ("steps: [runUntilIdle]", "1:1", "'name' is missing"),
    ("", "1:1", "the file is empty"),
    ("just a text", "1:1", "a scenario must be a mapping, not a text"),
    ("name: a\nsteps: [", "3:1", "this is not valid YAML"),
    ("name: a\nsteps: [*x]", "2:9", "this is not valid YAML: found undefined alias"),
    ("name: a\nsteps: [runUntilIdle]\n---\nname: b", "3:1", "single document in the stream"),
    ("name: a\n? [b]\n: c\nsteps: [runUntilIdle]", "2:3", "a key must be a text"),
    ("name: a\nsteps: [runUntilIdle]\nbreaks: [{remove: 2, fails: x}]", "3:19", "from 1 to 1"),
    ("name: a\nsteps: [runUntilIdle]\nbreaks: [{remove: 1}]", "3:10", "'fails' is missing"),
    ("name: a\nsteps: [runUntilIdle]\nbreaks: [{fails: x}]", "3:10", "makes one change, not 0"),
  ]

  @Test("an error says where and what it is, and how to fix it", arguments: bad.indices)
  func badFile(index: Int) throws {
    let (yaml, place, text) = ScenarioFileTests.bad[index]
    let error = #expect(throws: LocatedError.self) {
      try ScenarioFile.parse(yaml, path: "a.yaml")
    }
    let description = try #require(error).description
    #expect(description.hasPrefix("a.yaml:\(place): "), "\(description)")
    #expect(description.contains(text), "\(description)")
    #expect(description.contains("; "))
  }

  @Test("a binary file, bad UTF-8 and a huge file are refused")
  func notText() {
    let cases: [(bytes: [UInt8], place: String, text: String)] = [
      ([0x6E, 0x0A, 0x61, 0x00, 0x62], "2:2", "a NUL byte: this is a binary file"),
      (Array("name: é\n".utf8) + [0xC3, 0x28], "2:1", "this is not UTF-8 text"),
      ([UInt8](repeating: 0x61, count: 1_048_577), "1:1", "the file has more than 1048576 bytes"),
    ]
    for (bytes, place, text) in cases {
      let error = #expect(throws: LocatedError.self) {
        try ScenarioFile.parse(bytes, path: "a.yaml")
      }
      #expect(error?.description.hasPrefix("a.yaml:\(place): \(text); ") == true, "\(text)")
    }
  }

  @Test("more than 10,000 steps, too deep a file and too many aliases are refused")
  func tooMuch() {
    let many = "name: a\nsteps:\n" + String(repeating: "- runUntilIdle\n", count: 10_001)
    let deep =
      "name: a\nsteps: " + String(repeating: "[", count: 900)
      + String(repeating: "]", count: 900)
    // Seven aliases a level are few, but they expand to many values.
    let row = Array(repeating: "x", count: 50_000).joined(separator: ",")
    let bomb = "a: &a [\(row)]\nb: [*a,*a,*a,*a,*a,*a,*a]"
    let aliases = "a: &a x\nb: [" + Array(repeating: "*a", count: 21).joined(separator: ",") + "]"
    for (yaml, text) in [
      (many, "more than 10000 steps"), (deep, "more than 64 deep"), (bomb, "more than 200000"),
      (aliases, "more than 20 aliases"),
    ] {
      let error = #expect(throws: LocatedError.self) {
        try ScenarioFile.parse(yaml, path: "a.yaml")
      }
      #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
    }
  }

  @Test("a byte order mark and carriage returns do not matter")
  func editors() throws {
    let yaml = "name: a\nsteps:\n  - press: Check Plugin Status\n"
    let plain = try ScenarioFile.parse(yaml, path: "a.yaml")
    let crlf = yaml.split(separator: "\n").map { $0 + "\r\n" }.joined()
    #expect(try ScenarioFile.parse("\u{FEFF}" + yaml, path: "a.yaml") == plain)
    #expect(try ScenarioFile.parse(crlf, path: "a.yaml") == plain)
  }

  @Test("the header sets up the phone")
  func header() throws {
    let scenario = try ScenarioFile.parse(
      """
      name: header
      description: all of it
      tags: [a, b]
      seed: 18446744073709551615
      variant: simulator
      osVersion: 18.0
      start: 2025-11-15T06:42:30+01:00
      zone: Europe/Berlin
      knobs: {deliveryDrift: none}
      launch: false
      allowViolations: [4]
      steps: [runToNextEvent]
      """, path: "a.yaml")
    let configuration = scenario.configuration
    #expect(scenario.summary == "all of it")
    #expect(scenario.tags == ["a", "b"])
    #expect(configuration.seed == .max)
    #expect(configuration.variant == .simulator)
    #expect(configuration.osVersion == "18.0")
    #expect(configuration.startMilliseconds == 1_763_185_350_000)
    #expect(configuration.zone.identifier == "Europe/Berlin")
    #expect(configuration.knobs.deliveryDrift == .none)
    #expect(!configuration.isLaunchedAtStart)
    #expect(scenario.allowedViolations == [4])
  }

  @Test(
    "short and long forms of a step mean the same",
    arguments: [
      ("call: configure", "call: {method: configure}"),
      ("call: {configure: {ttlSeconds: 5}}", "call: {method: configure, options: {ttlSeconds: 5}}"),
      ("device: {setLowPowerMode: on}", "device: {setLowPowerMode: {value: on}}"),
      ("device: {failWrites: 2}", "device: {failWrites: {count: 2}}"),
      ("device: launch", "device: {launch: }"),
      ("advance: 360000", "advance: {by: 6m}"),
      ("runUntilIdle", "runUntilIdle: {limit: 10000}"),
      (
        "{call: configure, rejects: invalid_parameter}",
        "{call: configure, rejects: {error: invalid_parameter}}"
      ),
      ("expect: {pending: [a]}", "expect: {pending: [{id: a}]}"),
      (
        "expect: {log: '[DNP-FETCH] BGTask expired'}",
        "expect: {log: ['[DNP-FETCH] BGTask expired']}"
      ),
    ])
  func forms(short: String, long: String) throws {
    let actions = try [short, long].map { step in
      try ScenarioFile.parse(ScenarioFileTests.steps(step), path: "a.yaml").steps[0].action
    }
    #expect(actions[0] == actions[1])
  }
}
