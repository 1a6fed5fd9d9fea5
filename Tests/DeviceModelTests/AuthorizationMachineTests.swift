import DailyNotification
import Testing

@testable import DeviceModel

@Suite("authorization machine")
struct AuthorizationMachineTests {
  /// A state of the machine: there is no status while the dialog is open.
  enum State: Hashable, CaseIterable {
    case undetermined
    case asked
    case denied
    case authorized
    case provisional
    case ephemeral

    var status: AuthorizationStatus {
      switch self {
      case .undetermined, .asked: .notDetermined
      case .denied: .denied
      case .authorized: .authorized
      case .provisional: .provisional
      case .ephemeral: .ephemeral
      }
    }

    var machine: AuthorizationMachine {
      var machine = AuthorizationMachine()
      if self == .asked { _ = machine.request() } else { _ = machine.set(status) }
      return machine
    }
  }

  private func state(of machine: AuthorizationMachine) -> State? {
    State.allCases.first { $0.machine == machine }
  }

  @Test("can be brought into each state", arguments: State.allCases)
  func reading(state: State) {
    #expect(state.machine.status == state.status)
    #expect(state.machine.isDialogShown == (state == .asked))
  }

  @Test("shows the dialog only if it was never answered", arguments: State.allCases)
  func request(state: State) {
    var machine = state.machine
    let action = machine.request()
    switch state {
    case .undetermined:
      #expect(action == .showDialog)
      #expect(self.state(of: machine) == .asked)
    case .asked:
      #expect(action == .dialogIsShown)
      #expect(machine == state.machine)
    case .denied, .authorized, .provisional, .ephemeral:
      #expect(action == .answer)
      #expect(machine == state.machine)
    }
  }

  @Test(
    "accepts an answer only while the dialog is open", arguments: State.allCases, [true, false])
  func answer(state: State, isAllowed: Bool) {
    var machine = state.machine
    let isTaken = machine.answer(isAllowed: isAllowed)
    #expect(isTaken == (state == .asked))
    // The app is told of an answer once.
    let isTold = [machine.takeHeldAnswer(), machine.takeHeldAnswer()]
    #expect(isTold == [isTaken, false])
    let expected = state == .asked ? isAllowed ? State.authorized : .denied : state
    #expect(self.state(of: machine) == expected)
  }

  @Test(
    "accepts a change in Settings unless the dialog is open", arguments: State.allCases,
    AuthorizationStatus.allCases)
  func set(state: State, status: AuthorizationStatus) {
    var machine = state.machine
    let isTaken = machine.set(status)
    #expect(isTaken == (state != .asked))
    #expect(machine.status == (state == .asked ? .notDetermined : status))
    #expect(machine.isDialogShown == (state == .asked))
  }

  @Test("loses the dialog, and nothing else, with the process", arguments: State.allCases)
  func processDied(state: State) {
    var machine = state.machine
    machine.processDied()
    #expect(self.state(of: machine) == (state == .asked ? .undetermined : state))
  }
}
