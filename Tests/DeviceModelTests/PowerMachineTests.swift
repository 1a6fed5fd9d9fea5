import Testing

@testable import DeviceModel

@Suite("power machine")
struct PowerMachineTests {
  typealias State = PowerMachine.State

  /// What can happen to a phone.
  enum Input: Hashable, CaseIterable {
    case lock
    case unlock
    case powerOff
    case bootLocked
    case bootUnlocked

    func apply(to machine: inout PowerMachine) -> Bool {
      switch self {
      case .lock: return machine.lock()
      case .unlock: return machine.unlock()
      case .powerOff: return machine.powerOff()
      case .bootLocked: machine.boot(isLocked: true)
      case .bootUnlocked: machine.boot(isLocked: false)
      }
      return true
    }

    /// The state after the input; an input that is not listed is refused.
    var moves: [State: State] {
      func all(to end: State) -> [State: State] {
        Dictionary(uniqueKeysWithValues: State.allCases.map { ($0, end) })
      }
      return switch self {
      case .lock: [.unlocked: .locked]
      case .unlock: [.locked: .unlocked, .beforeFirstUnlock: .unlocked]
      case .powerOff: [.beforeFirstUnlock: .off, .locked: .off, .unlocked: .off]
      case .bootLocked: all(to: .beforeFirstUnlock)
      case .bootUnlocked: all(to: .unlocked)
      }
    }
  }

  private func machine(in state: State) -> PowerMachine {
    var machine = PowerMachine()
    switch state {
    case .off: _ = machine.powerOff()
    case .beforeFirstUnlock: machine.boot(isLocked: true)
    case .locked: _ = machine.lock()
    case .unlocked: break
    }
    return machine
  }

  @Test("moves as the table says", arguments: State.allCases, Input.allCases)
  func moves(state: State, input: Input) {
    var machine = machine(in: state)
    #expect(machine.state == state)
    #expect(input.apply(to: &machine) == (input.moves[state] != nil))
    #expect(machine.state == input.moves[state] ?? state)
  }

  @Test(
    "knows which states are on, locked and unlocked before",
    arguments: [
      (.off, false, false, false), (.beforeFirstUnlock, true, true, false),
      (.locked, true, true, true), (.unlocked, true, false, true),
    ] as [(State, Bool, Bool, Bool)])
  func properties(state: State, isOn: Bool, isLocked: Bool, isOpened: Bool) {
    let machine = machine(in: state)
    #expect(machine.isPoweredOn == isOn)
    #expect(machine.isLocked == isLocked)
    #expect(machine.hasBeenUnlocked == isOpened)
  }
}
