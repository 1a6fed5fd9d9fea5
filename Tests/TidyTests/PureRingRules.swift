extension Rule {
  /// Bans what would make two runs with the same seed differ, or make a thread wait.
  static let pureRing: [Rule] = concurrency + clocks + randomness + surroundings

  private static let concurrency: [Rule] = [
    ("async", "func load() async {}", "let mode = Mode.asyncFree"),
    ("await", "await load()", "// await the reply"),
    ("Task", "Task { load() }", "let request = BGAppRefreshTaskRequest()"),
    ("actor", "actor Store {}", "let factor = 2"),
    ("NSLock", "let lock = NSLock()", "let lock = ScreenLock()"),
    ("NSRecursiveLock", "let lock = NSRecursiveLock()", "let text = \"NSRecursiveLock\""),
    ("Mutex", "let lock = Mutex(0)", "/* Mutex */ let count = 0"),
    ("Atomic", "let count = Atomic(0)", "let count = AtomicNumber(0)"),
    ("os_unfair_lock", "var lock = os_unfair_lock()", "let text = #\"os_unfair_lock\"#"),
    ("OSAllocatedUnfairLock", "let lock = OSAllocatedUnfairLock()", "let lock = 1"),
    ("DispatchQueue", "DispatchQueue.main.sync {}", "let queue = EventQueue()"),
    ("DispatchSemaphore", "let gate = DispatchSemaphore(value: 0)", "let gate = Gate()"),
  ].map { code, violation, lookalike in
    ban(
      code, in: .pureRing, remedy: "the pure ring is synchronous; concurrency belongs to the shell",
      violation: violation, lookalike: lookalike)
  }

  private static let clocks: [Rule] = [
    ("Date()", "let now = Date ()", "let date = Date(timeIntervalSince1970: 0)"),
    ("Date.now", "let now = Date.now", "let now = device.now"),
    ("Date(timeIntervalSinceNow", "let due = Date(timeIntervalSinceNow: 1)", "let due = later(1)"),
    ("ContinuousClock", "let clock = ContinuousClock()", "let clock = VirtualClock()"),
    ("SuspendingClock", "let clock = SuspendingClock()", "let text = \"SuspendingClock\""),
    ("DispatchTime", "let now = DispatchTime.now()", "let now = dispatchTime"),
  ].map { code, violation, lookalike in
    ban(
      code, in: .pureRing, remedy: "take the instant from the caller; only the shell reads a clock",
      violation: violation, lookalike: lookalike)
  }

  private static let randomness: [Rule] = [
    ("UUID()", "let id = UUID()", "let id = UUID(bytes)"),
    ("SystemRandomNumberGenerator", "SystemRandomNumberGenerator()", "SeededGenerator(seed: 1)"),
    (".random(", "let delay = Int.random(in: 0...3)", "let delay = streams.random"),
    (".shuffled()", "let order = days.shuffled()", "let order = days.shuffled(with: &stream)"),
    (".shuffle()", "days.shuffle()", "days.shuffle(with: &stream)"),
    (".randomElement()", "let day = days.randomElement()", "let day = days.element(&stream)"),
    ("Hasher()", "var hasher = Hasher()", "func hash(into hasher: inout Hasher) {}"),
    (".hashValue", "let key = name.hashValue", "let key = hashValue"),
  ].map { code, violation, lookalike in
    ban(
      code, in: .pureRing, remedy: "draw from a named stream of SeededGenerator, or derive it",
      violation: violation, lookalike: lookalike)
  }

  private static let surroundings: [Rule] = [
    ("ProcessInfo", "ProcessInfo.processInfo.environment", "let info = ProcessInformation()"),
    ("getenv", "let home = getenv(\"HOME\")", "let text = \"\"\"\n  getenv\n  \"\"\""),
    ("CommandLine", "let words = CommandLine.arguments", "let line = commandLine"),
    ("FileManager", "FileManager.default", "let text = \"FileManager\""),
    ("Locale", "let locale = Locale.current", "let locale = LocaleName(\"de_DE\")"),
    ("TimeZone.current", "let zone = TimeZone.current", "let zone = device.zone.current"),
    ("TimeZone.autoupdatingCurrent", "TimeZone.autoupdatingCurrent", "let zone = TimeZone(id)"),
    ("Calendar.", "let calendar = Calendar.current", "let calendar: Calendar"),
  ].map { code, violation, lookalike in
    ban(
      code, in: .pureRing, remedy: "take it as a value; the pure ring does not see the host",
      violation: violation, lookalike: lookalike)
  }
}
