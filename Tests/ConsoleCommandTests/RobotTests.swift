import CellGrid
import Foundation
import ProjectFiles
import ScreenRobot
import TerminalDriver
import Testing

@Suite("A robot on a real terminal")
struct RobotTests {
  private static let sizes = [(16, 60), (24, 80), (50, 200)].map {
    CellSize(rows: $0.0, columns: $0.1)
  }

  private static let walkthroughs = [
    "walkthroughs/1-launch", "walkthroughs/2-plugin-status", "walkthroughs/3-schedule",
    "walkthroughs/4-simulate-the-task", "walkthroughs/5-delivery",
    "walkthroughs/6-permission-denied", "walkthroughs/7-errors",
    "walkthroughs/8-new-activity", "walkthroughs/9-reminders", "walkthroughs/10-recovery",
    "walkthroughs/11-android",
  ]

  private static let shipped = [
    "background-tasks/expiration", "background-tasks/prefetch-lead", "coordination/coordinate",
    "edge-cases/dst-gap", "edge-cases/force-quit", "edge-cases/reboot-locked",
    "edge-cases/storage-full", "errors/invalid-parameters",
    "errors/rapid-calls-behind-the-dialog", "errors/server-error-500",
    "first-run/asked-then-denied",
    "first-run/happy-path", "first-run/kill-and-relaunch", "first-run/permission-management",
    "identity/token", "pipeline/fetch-to-display", "power/battery", "recovery/missed-once",
    "reminders-and-dual/reminder-once", "rolling-window/maintenance",
  ]

  @Test(
    "finishes what leads it with keys that the screen names", arguments: walkthroughs + shipped,
    sizes)
  func finishes(name: String, size: CellSize) throws {
    let path = ProjectFile.url("assets/scenarios/\(name).yaml").path
    var program = try ConsoleProgram(
      ["--scenario", path], rows: size.rows, columns: size.columns)
    var robot = ScreenRobot(seed: 3)
    try robot.finish(&program)
    #expect(program.shows("✓ passed"), "\(program.screen.text)")
    try program.driven.press(.control("c"))
    try program.expectEnd(.exited(130))
  }
}
