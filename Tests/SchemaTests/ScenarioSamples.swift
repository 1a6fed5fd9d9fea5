/// Scenario files that the schema and the parser of scenarios must judge alike, and a few that
/// only the parser can judge.
enum ScenarioSamples {
  private static func steps(_ lines: [String]) -> [String] {
    lines.map { "name: a\nsteps:\n  - \($0)\n" }
  }

  private static func headers(_ lines: [String]) -> [String] {
    lines.map { "name: a\n\($0)\nsteps: [runUntilIdle]\n" }
  }

  /// Files that both refuse.
  static let broken: [String] =
    steps(brokenSteps) + steps(brokenPlaces) + steps(brokenChecks) + steps(brokenBounds)
    + headers(brokenHeaders) + [
      "name: a\nsteps: {}", "name: a\nsteps: []", "name: a", "steps: [runUntilIdle]",
      "just a text", "name:\nsteps: [runUntilIdle]", "name: [a]\nsteps: [runUntilIdle]",
    ]

  /// Files that both accept, each with a form that is seldom written.
  static let sound: [String] =
    steps(soundSteps) + steps(soundChecks) + headers(soundHeaders) + [templates]

  /// Files that only the parser refuses, since a schema does not know what a name refers to.
  static let beyond: [String] =
    headers([
      "zone: Mars/Base", "redact: [NOBODY]", "breaks: [{remove: 2, fails: x}]",
      "breaks: [{remove: nothing, fails: x}]", "data: [{label: a, X: 1}, {label: a, X: 2}]",
      "tags: AND", "start: \"2025-11-15T25:00:00Z\"", "seed: 18446744073709551616",
    ])
    + steps([
      "advance: ${NOT_SET}", "advance: \"${UNCLOSED\"", "include: _nowhere.yaml",
      "expect: {log: '[DNP-FETCH] BGTask missed'}", "expect: {log: '[DNP-PLUGIN] a() called'}",
      "{press: Simulate BGTask Now, returns: {}}", "advance: 9999999d",
      "{call: configure, capture: {x: $.}}", "device: {setZone: Mars/Base}",
    ])

  private static let brokenSteps = [
    "pres: Check Plugin Status", "press: Chek Plugin Status", "press: Reboot",
    "press: Export Test Results", "rnuToNextEvent", "label: x", "7", "[a]",
    "{press: Check Plugin Status, answer: allow}", "press: {knob: Status}", "device: lunch",
    "device: advance", "device: setZone", "device: {setPermission: maybe}",
    "device: {failWrites: {cuont: 1}}", "device: {launch: , swipeAway: }", "device: {launch: 5}",
    "device: {setBattery: 101}", "device: {setBattery: {charging: true}}",
    "device: {setChannel: news}", "device: {scheduleInMinutes: 0}", "device: {reboot: 1}",
    "device: {scriptAPI: {status: 500}}", "device: {setLiveAPI: 1}",
    "device: {answerFetch: {fetch: 1}}", "device: {answerFetch: {fetch: 1, answer: {}}}",
    "device: {warpClock: soon}",
    "call: configur", "call: {configure: 7}", "call: {method: configure, optoins: {}}",
    "call: {configure: {}, updateSettings: {}}", "{call: configure, rejects: no_word}",
    "{call: configure, returns: {}, rejects: invalid_parameter}",
    "{call: configure, refused: phoneOff, lost: true}", "{call: configure, lost: false}",
    "{call: configure, capture: {1st: $.id}}", "{call: configure, capture: {INDEX: $.id}}",
    "{call: configure, capture: {id: id}}", "{call: configure, soft: maybe}",
    "{device: launch, returns: {}}", "{device: {launch: }, rejects: notifications_denied}",
    "{device: {setBattery: 20}, lost: true}", "{device: prefetchOnly, waits: true}",
    "{device: {scheduleInMinutes: 15}, returns: {}, waits: true}",
    "{device: launch, refused: appRunning}",
    "answer: maybe", "{answer: allow, rejects: unavailable}", "advance: 6x", "advance: 1m1h",
    "advance: -5m", "advance: {to: tomorrow}", "advance: {until: 6m}", "advance: {by: 1m, to: 2m}",
    "expect: {pending: {}}", "expect: {status: {}}", "runToNextEvent: 5",
    "runUntilIdle: {limit: 0}",
    "runUntilIdle: 100", "api: 99", "api: {stauts: 500}", "api: [{delayMs: 2h}, 600]",
    "{api: 500, returns: {}}", "checkpoint: ", "checkpoint: {question: Well}",
    "include: {path: _a.yaml}", "include: {file: _a.yaml, with: {a-b: 1}}",
    "{include: _a.yaml, redact: true}", "repeat: {times: 0, steps: [runUntilIdle]}",
    "repeat: {times: 2}", "repeat: {times: 2, steps: []}", "{runToNextEvent: , when: {}}",
    "{runToNextEvent: , when: {variant: phone}}", "{runToNextEvent: , when: {platform: iOS}}",
    "{runToNextEvent: , when: {equal: [a]}}", "{runToNextEvent: , when: {status: {proces: x}}}",
  ]

  /// Keys in the wrong place, or missing where they are required.
  private static let brokenPlaces = [
    "press: {}", "press: {button: List, label: a}", "answer: {}", "answer: {dialog: maybe}",
    "answer: {dialog: allow, label: a}", "advance: {}",
    "advance: {to: \"2025-11-15T06:00Z\", x: 1}",
    "{runToNextEvent: , refused: phoneOff}", "{call: configure, lost: true, waits: true}",
    "runUntilIdle: {}",
    "runUntilIdle: {limit: 5, within: 1m}", "{checkpoint: a, soft: true}", "checkpoint: {}",
    "checkpoint: {ask: a, label: b}", "include: {}", "include: {file: _a.yaml, label: b}",
    "repeat: {times: 2, steps: [runUntilIdle], within: 1m}",
    "{expectNever: {pending: 9}, lost: true}",
    "{repeat: {times: 2, steps: [runUntilIdle]}, redact: true}", "{call: configure, times: 2}",
    "{press: List, returns: {}, lost: true}", "{press: List, capture: {1st: $.id}}",
    "{press: List, capture: {id: id}}", "{press: List, lost: false}", "{press: List, times: 2}",
    "{call: configure, returns: {}, refused: phoneOff}",
    "{call: configure, returns: {}, lost: true}",
    "{call: configure, rejects: unavailable, refused: phoneOff}",
    "{call: configure, rejects: unavailable, lost: true}",
    "{press: List, returns: {}, rejects: unavailable}",
    "{press: List, refused: phoneOff, lost: true}",
    "{press: List, returns: {}, refused: phoneOff}",
    "{press: List, rejects: unavailable, refused: phoneOff}",
    "{press: List, rejects: unavailable, lost: true}",
    "{runToNextEvent: , when: {equal: [a, b, c]}}",
    "{runToNextEvent: , when: {}}",
  ]

  /// Numbers and lengths beyond their limits.
  private static let brokenBounds = [
    "runUntilIdle: {limit: 1000001}", "repeat: {times: 10001, steps: [runUntilIdle]}",
    "advance: 315360000001", "advance: \"\"", "press: \"\"", "api: {status: 99}",
    "api: {status: 600}",
    "api: {etag: \"\"}", "api: {delayMs: -1}", "api: {delayMs: 3600001}", "api: {delayMs: soon}",
    "api: {retryAfterSeconds: -1}", "api: {retryAfterSeconds: 604801}", "api: {scheduledFor: \"\"}",
    "api: {times: 0}", "api: {times: 1000001}", "expect: {event: {log: , times: -1}}",
    "expect: {event: {log: , times: 20001}}", "expect: {pending: 1000001}",
    "expect: {delivered: -1}", "expect: {delivered: 1000001}", "expect: {tasks: -1}",
    "expect: {tasks: 1000001}", "expect: {pending: {count: -1}}",
    "expect: {tasks: {count: 1000001}}",
    "expect: {store: {schedules: -1}}", "expect: {store: {history: {count: -1}}}",
    "expect: {metric: {dnp_cache_hits_total: 2147483648}}", "expect: {noLog: []}",
    "expect: {noEvent: []}", "expect: {event: {}}", "expect: {event: {log: , tapped: , times: 1}}",
    "expect: {event: {logg: }}", "expectNever: {}", "expectNever: {log: []}",
    "expect: {pending: {includes: [{name: a}]}}", "expect: {delivered: [{name: a}]}",
    "expect: {tasks: [{name: a}]}", "expect: {store: {contents: [{name: a}]}}",
    "expect: {store: {history: {some: 1}}}", "expectNever: {tasks: {some: 1}}",
  ]

  private static let brokenChecks = [
    "expect: {pendin: 1}", "expect: {}", "expect: {within: 10m}", "expect: {pending: many}",
    "expect: {pending: -1}", "expect: {pending: [{name: a}]}", "expect: {delivered: {some: 1}}",
    "expect: {tasks: [{earliestBeginDate: soon}]}", "expect: {status: {proces: foreground}}",
    "expect: {store: {}}", "expect: {store: {values: {DNP_Nothing: 1}}}",
    "expect: {store: {schedules: [{name: daily}]}}", "expect: {store: {pending: 1}}",
    "expect: {metric: {dnp_nothing_total: 1}}", "expect: {metric: {dnp_cache_hits_total: -1}}",
    "expect: {log: BGTask expired}", "expect: {log: []}", "expect: {noLog: {a: b}}",
    "expect: {event: delivred}", "expect: {event: []}", "expect: {event: {times: 2}}",
    "expect: {event: {delivered: {}, tapped: {}}}", "expect: {noEvent: {delivered: daily}}",
    "expect: {invariants: broken}", "expect: {pending: 1, within: soon}",
    "expectNever: {noLog: '[DNP-FETCH] BGTask expired'}", "expectNever: {invariants: ok}",
    "expectNever: {within: 1h}", "{expect: {pending: 1}, returns: {}}",
  ]

  private static let brokenHeaders = [
    "start: now", "seed: -1", "seed: one", "sede: 1", "variant: phone", "launch: on",
    "retry: 4", "retry: -1", "redact: \"\"", "data: [{a-b: 1}]",
    "allowViolations: [100]", "breaks: [{remove: 1, row: 1001, fails: x}]",
    "breaks: [{knob: {deliveryDrift: none, taskLateness: fixed}, fails: x}]",
    "knobs: {drift: none}", "knobs: {taskLateness: late}", "knobs: taskLateness",
    "tags: [two words]", "tags: [not]", "vars: {a-b: 1}", "vars: {A: [1]}", "vars: {INDEX: 1}",
    "data: []", "data: {A: 1}", "data: [{A: {}}]", "redact: {A: 1}", "osVersion: [17]",
    "infoPlist: {modes: []}", "infoPlist: {backgroundModes: fetch}", "allowViolations: [0]",
    "allowViolations: 4", "setup: []", "teardown: runUntilIdle", "when: {phone: off}",
    "breaks: [{remove: 1}]", "breaks: [{fails: x}]", "breaks: [{remove: 1, fails: x, with_: 1}]",
    "breaks: [{remove: 1, variant: simulator, fails: x}]", "breaks: [{replace: 1, fails: x}]",
    "breaks: [{knob: {drift: none}, fails: x}]", "breaks: [{knob: {}, fails: x}]",
    "breaks: [{variant: phone, fails: x}]", "breaks: [{remove: 0, fails: x}]",
    "breaks: [{replace: 1, with: {pres: Status}, fails: x}]",
    "breaks: [{remove: 1, row: 0, fails: x}]", "breaks: {remove: 1, fails: x}",
  ]
}

extension ScenarioSamples {
  fileprivate static let soundSteps = [
    "runToNextEvent: ", "runUntilIdle: {limit: 5}", "press: {button: Check Plugin Status}",
    "press: \"Reminders: List\"", "call: {configure: }", "call: {method: configure}",
    "call: {scheduleDailyNotification: {time: 25}}", "call: {configure: {unknown: 1}}",
    "device: {launch: }", "device: {launch: {}}", "device: {reboot: false}", "device: reboot",
    "device: {reboot: {locked: false}}", "device: {setLowPowerMode: on}",
    "device: {setLowPowerMode: true}", "device: {setLowPowerMode: {value: off}}",
    "device: {failWrites: {count: 2}}", "device: {setBattery: 20}", "device: {warpClock: -2h}",
    "device: {setBattery: {level: 20, charging: }}", "device: {warpClock: 60000}",
    "device: {scriptAPI: [{status: 500, times: 2}, {}]}", "device: dismissDelivered",
    "device: {setLiveAPI: on}", "device: {setLiveAPI: {value: off}}",
    "device: {answerFetch: {fetch: 1, answer: {status: 304, headers: {ETag: x}}}}",
    "device: {answerFetch: {fetch: 1, answer: {failed: timeout, detail: slow}}}",
    "device: {tapNotification: {id: a, action: later}}", "device: {tapNotification: a}",
    "device: {otherCode: {addRequest: {id: a, after: 1h, repeats: true}}}",
    "device: {otherCode: {addRequest: {id: a, at: 2025-11-16T08:00, timezone: UTC}}}",
    "device: {otherCode: {removeRequests: [a, b]}}", "device: {otherCode: {removeRequests: {}}}",
    "device: {otherCode: {removeRequests: a}}", "device: {otherCode: {submitTask: a.b}}",
    "device: {otherCode: {cancelTask: {}}}", "device: {otherCode: {completeTask: a.b}}",
    "device: {otherCode: {registerTaskHandler: a.b}}",
    "device: {otherCode: {requestAuthorization: {}}}",
    "device: {otherCode: {requestAuthorization: true}}",
    "device: {otherCode: {setAlarm: {id: a, after: 1h}}}",
    "device: {otherCode: {cancelAlarms: {}}}", "device: {otherCode: {cancelAlarms: [a, b]}}",
    "device: {otherCode: {showNotification: a}}",
    "device: {otherCode: {showNotification: {id: a, channel: c, title: T, body: B}}}",
    "device: {otherCode: {cancelNotifications: {ids: a}}}",
    "device: {otherCode: {cancelWork: {}}}", "device: {otherCode: {cancelWork: w}}",
    "device: {otherCode: {setAlarm: {id: a, after: 1h, sameIntent: true}}}",
    "device: {otherCode: {enqueueWork: {name: w, policy: replace, after: 1h}}}",
    "device: {otherCode: {deleteChannel: c}}", "device: {otherCode: {deleteChannel: {id: c}}}",
    "device: {timeWarp: -90}", "device: {setChannel: {channelId: a, importance: low}}",
    "answer: {dialog: allow}", "advance: 0", "advance: \"5\"", "advance: 1d2h3m4s5ms",
    "advance: {to: \"2025-11-15T08:00:00+05:30\"}", "api: 500", "api: {}", "api: [500, {}]",
    "api: {delayMs: 1h, body: [1], etag: , drop: true}", "checkpoint: {ask: Is it there}",
    "{call: configure, rejects: {anything: 1}}", "{call: configure, returns: 7, soft: true}",
    "{call: configure, capture: {id: \"$['a'][0].b\"}, redact: true, label: 7}",
    "{device: {scheduleInMinutes: 15}, returns: {}}",
    "{device: {scheduleInMinutes: {n: 15}}, rejects: notifications_denied}",
    "{device: {scheduleInMinutes: 15}, lost: true}",
    "{device: {scheduleInMinutes: 15}, waits: true}",
    "{device: swipeAway, refused: appNotRunning}", "{call: configure, lost: true}",
    "repeat: {times: 2, steps: [{advance: \"${INDEX}m\"}]}",
    "{advance: 6m, soft: true}", "{api: 500, refused: phoneOff, soft: true}",
    "{runUntilIdle: , soft: true}", "{call: requestNotificationPermissions, waits: true}",
    "{repeat: {times: 2, steps: [runUntilIdle]}, label: a, soft: true}",
    "{advance: 1m, when: {osVersion: 17.0, variant: device, equal: [a, a]}}",
  ]

  fileprivate static let soundChecks = [
    "expect: {pending: 0, within: 10m}", "expect: {pending: []}", "expect: {pending: [daily]}",
    "expect: {delivered: {count: 1, includes: [{planned: \"2025-11-15T05:53:00Z\"}]}}",
    "expect: {store: {isFull: false, history: 0}}",
    "expect: {store: {values: {DNP_RetryCount: 2}}}", "expect: {logExactly: []}",
    "expect: {metric: {'dnp_prefetch_failure_total{reason=\"AUTH\"}': 0}}",
    "expect: {metric: {'dnp_prefetch_failure_total{reason=AUTH}': 0}}",
    "expect: {event: began}", "expect: {event: [began, {log: , times: 2}]}",
    "expect: {noEvent: {delivered: {identifier: a}}}", "expect: {invariants: ok}",
    "expectNever: {event: crashed, within: 1h}", "{expectNever: {pending: 9}, soft: true}",
  ]

  fileprivate static let soundHeaders = [
    "seed: 18446744073709551615", "seed: \"7\"", "start: 2025-11-15T06:42+01:00", "tags: p1-core",
    "tags: [a.b, 17, true]", "knobs: {}", "infoPlist: {backgroundModes: []}", "retry: 3",
    "vars: {A: , B: 1.5, C: true}", "allowViolations: []", "breaks: []", "osVersion: 18.3.1",
    "data: [{X: 1}, {X: 2, label: two}]", "when: {status: {process: foreground}}",
    "breaks: [{knob: {deliveryDrift: none}, row: 1, fails: x}]", "launch: false",
    "breaks: [{replace: 1, with: runToNextEvent, fails: x}]", "setup: [runToNextEvent]",
  ]

  /// A variable wherever one is allowed.
  fileprivate static let templates = """
    name: ${TEXT}
    vars:
      {TEXT: a, SEED: 1, VARIANT: device, TIME: "2025-11-15T05:42:30Z", ZONE: UTC, FLAG: true,
       KNOB: none, NUMBER: 1, BUTTON: Check Plugin Status, METHOD: configure, WORD: allow,
       LENGTH: 5m, STATUS: 500, VERB: background, RECORD: began, PROCESS: background, ONE: 1}
    tags: ["${TEXT}"]
    seed: ${SEED}
    variant: ${VARIANT}
    start: ${TIME}
    zone: ${ZONE}
    knobs: {deliveryDrift: "${KNOB}"}
    launch: ${FLAG}
    retry: ${NUMBER}
    allowViolations: ["${NUMBER}"]
    steps:
      - press: ${BUTTON}
      - call: ${METHOD}
      - {answer: "${WORD}", refused: noDialog}
      - advance: ${LENGTH}
      - {runUntilIdle: {limit: "${NUMBER}"}, label: "${TEXT}"}
      - api: ${STATUS}
      - device: ${VERB}
      - device: {failWrites: "${NUMBER}"}
      - {checkpoint: "${TEXT}", redact: "${FLAG}"}
      - repeat: {times: "${NUMBER}", steps: [{advance: "${INDEX}m"}]}
      - expect:
          event: ${RECORD}
          status: {process: "${PROCESS}"}
          metric: {dnp_prefetch_missed_total: "${NUMBER:-0}"}
          pending: "${ONE}"
          within: ${LENGTH}
    """
}
