import CellGrid
import DeviceModel
import Scenarios
import Testing

@testable import Console

@Suite("Permission dialog")
struct DialogTests {
  private static func asked() -> ConsoleDriver {
    var driver = ConsoleDriver()
    driver.type("r")
    return driver
  }

  @Test("while the dialog has the keyboard, the letters of buttons press nothing")
  func keyboard() {
    var driver = Self.asked()
    let presses = driver.model.run.presses.count
    driver.type("cst")
    #expect(driver.model.run.presses.count == presses)
    #expect(driver.shows("Would Like to"))
  }

  @Test("Enter presses the marked button, an arrow marks the other one")
  func marked() {
    var driver = Self.asked()
    #expect(driver.shows("▸[y] Allow"))
    driver.press(.right, .enter)
    #expect(driver.shows("✗ Permission ✗ denied"))
    var other = Self.asked()
    other.press(.tab, .backTab, .enter)
    #expect(other.shows("● Permission ✓ granted"))
  }

  @Test("behind the lock screen it takes no keys; unlocked, it is there again")
  func locked() {
    var driver = Self.asked()
    driver.command("lock")
    #expect(!driver.shows("Would Like to"))
    #expect(driver.shows("the dialog waits · :unlock"), "\(driver.text)")
    driver.type("i")
    #expect(!driver.footer.contains("does nothing here"), "\(driver.footer)")
    driver.command("unlock")
    #expect(driver.shows("Would Like to"))
    driver.type("y")
    #expect(driver.shows("● Permission ✓ granted"))
  }

  @Test("verbs can be typed while the dialog is open, and it closes with the app")
  func over() {
    var driver = Self.asked()
    driver.command("systemTerminate")
    #expect(!driver.shows("Would Like to"))
    #expect(driver.shows("✗ Plugin     app not running"))
    driver.command("answerDialog allow")
    #expect(driver.footer.contains("no dialog is waiting"))
  }

  @Test("a list of keys that was open before the dialog does not press its button")
  func helpBefore() throws {
    var driver = ConsoleDriver()
    driver.type("?Press the button")
    #expect(driver.shows("Press the button"))
    driver.model.perform(
      try #require(ControlTable.control(id: "requestPermissions")).commands(
        on: driver.model.run.device.os), title: "r", isButton: true)
    #expect(driver.model.isDialogShown)
    driver.press(.enter)
    #expect(driver.model.isDialogShown)
    #expect(driver.footer.contains("other keys count now"))
    driver.press(.enter)
    #expect(!driver.model.isDialogShown)
  }

  @Test("a second dialog opens with Allow marked again")
  func again() {
    var driver = Self.asked()
    driver.press(.right)
    driver.command("systemTerminate")
    driver.command("launch")
    driver.type("r")
    #expect(driver.shows("▸[y] Allow"))
  }
}
