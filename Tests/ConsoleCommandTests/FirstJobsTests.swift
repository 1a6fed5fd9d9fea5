import ProgramSupport
import TerminalDriver
import Testing

/// Five jobs that a new user brings, each from a new phone, by keys that the screen names.
///
/// A person takes less than a minute for each; the keys are those that the foot of the screen, the
/// rows of the status and the suggestions of the command line show.
@Suite("A new user’s jobs on a real terminal")
struct FirstJobsTests {
  /// A new phone on which the test notification is scheduled: `r`, Allow, `s`.
  private func scheduled() throws -> ConsoleProgram {
    let program = try ConsoleProgram()
    #expect(program.shows("Press c, then r, then s"))
    try program.type("r")
    try program.press(.enter)
    try program.type("s")
    #expect(program.shows("● Scheduled  05:53:00, in 10m30s"))
    return program
  }

  @Test("why tomorrow's notification will show default text, and what changes that")
  func defaultText() throws {
    let program = try scheduled()
    try program.type("Dy")
    #expect(program.shows("would show  default text"))
    #expect(program.shows("held: the app is in front"))
    #expect(program.shows("b runs it now"))
    try program.press(.escape)
    try program.type("by")
    #expect(program.shows("would show  content"))
  }

  @Test("a locked reboot overnight")
  func lockedReboot() throws {
    let program = try scheduled()
    try program.type(":reb\n")
    #expect(program.shows("locked since its start"))
    try program.type("D")
    #expect(program.shows("the phone had not been unlocked since"))
    #expect(program.shows("phone locked · :unlock"))
    try program.type(":unlock\n")
    #expect(program.shows("scenario=coldStart"))
    try program.type("y")
    #expect(program.shows("The last notification"))
  }

  @Test("a permission that is revoked and given back")
  func revoked() throws {
    let program = try scheduled()
    try program.type(":revoke\n")
    #expect(program.shows("✗ Permission ✗ denied · :setPermission granted"))
    try program.type("D")
    #expect(program.shows("1d later: 1 not shown (15 Nov 05:53: notifications denied)"))
    try program.type(":grant\n")
    #expect(program.shows("● Permission ✓ granted"))
    try program.type("D")
    #expect(program.shows("1d later: Daily shown"))
  }

  @Test("the day on which New York's clocks go back")
  func fallBack() throws {
    let program = try scheduled()
    try program.type(":zone new\n")
    #expect(program.shows("New_York"))
    try program.type("T2026-10-31 12:00\n")
    #expect(program.shows("31 Oct 2026 12:00:00 New_York"))
    try program.type("Tnext dst\n")
    #expect(program.shows("Clocks go back 1h"))
    try program.type("D")
    #expect(program.shows("↯ clocks changed, UTC-05:00"))
    try program.type("3")
    #expect(program.shows("Daily shown"))
  }

  @Test("a report of what was seen, for a colleague")
  func report() throws {
    let program = try scheduled()
    try program.type("D:bug")
    #expect(program.shows("Enter: bundle"))
    try program.press(.enter)
    #expect(program.shows("/dnp-bundle-default-20251116T054230Z"))
    #expect(program.files == ["dnp-bundle-default-20251116T054230Z"])
    // With a note: the list of keys names the key.
    try program.type("A")
    #expect(program.shows("for whoever reads the bundle"))
    try program.type("default text again\n")
    #expect(program.shows("/dnp-bundle-default-20251116T054230Z-2"))
  }
}
