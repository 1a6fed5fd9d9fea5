import SimulationCore
import Testing

@testable import DeviceModel

@Suite("process machine")
struct ProcessMachineTests {
  typealias State = ProcessMachine.State

  /// What can happen to a process.
  enum Input: Hashable, CaseIterable {
    case beginLaunch
    case finishOnScreen
    case finishInBackground
    case foreground
    case background
    case suspend
    case wake
    case cover
    case uncover
    case endBySystem
    case forceQuit
    case crash
    case reboot
    case update
    case forget

    /// Applies the input; false when the machine reports that it made no sense.
    func apply(to machine: inout ProcessMachine) -> Bool {
      switch self {
      case .beginLaunch: return machine.beginLaunch(at: .zero)
      case .finishOnScreen: machine.finishLaunch(isOnScreen: true)
      case .finishInBackground: machine.finishLaunch(isOnScreen: false)
      case .foreground: return machine.foreground()
      case .background: return machine.background()
      case .suspend: return machine.suspend()
      case .wake: machine.wake()
      case .cover: machine.cover(true)
      case .uncover: machine.cover(false)
      case .endBySystem: return machine.end(.system)
      case .forceQuit: return machine.end(.forceQuit)
      case .crash: return machine.end(.crash)
      case .reboot: return machine.end(.reboot)
      case .update: return machine.end(.update)
      case .forget: return machine.forgetEnding()
      }
      return true
    }

    /// The states in which the input has an effect, and the states that follow.
    var moves: [State: State] {
      let alive: [State] = [.launching, .foreground, .inactive, .background, .suspended]
      func all(_ states: [State], to end: State) -> [State: State] {
        Dictionary(uniqueKeysWithValues: states.map { ($0, end) })
      }
      return switch self {
      case .beginLaunch: all([.notRunning, .terminatedBySystem, .forceQuit], to: .launching)
      case .finishOnScreen: [.launching: .foreground]
      case .finishInBackground: [.launching: .background]
      case .foreground: [.background: .foreground, .suspended: .foreground]
      case .background: [.foreground: .background, .inactive: .background]
      case .suspend: [.background: .suspended]
      case .wake: [.suspended: .background]
      case .cover: [.foreground: .inactive]
      case .uncover: [.inactive: .foreground]
      case .endBySystem: all(alive, to: .terminatedBySystem)
      case .forceQuit: all(alive, to: .forceQuit)
      case .crash, .reboot, .update: all(alive, to: .notRunning)
      case .forget: all([.terminatedBySystem, .forceQuit], to: .notRunning)
      }
    }

    /// Whether the machine reports that the input made no sense.
    var isAnswered: Bool {
      switch self {
      case .finishOnScreen, .finishInBackground, .wake, .cover, .uncover: false
      default: true
      }
    }
  }

  private func machine(in state: State) -> ProcessMachine {
    let path: [Input] =
      switch state {
      case .notRunning: []
      case .launching: [.beginLaunch]
      case .foreground: [.beginLaunch, .finishOnScreen]
      case .inactive: [.beginLaunch, .finishOnScreen, .cover]
      case .background: [.beginLaunch, .finishInBackground]
      case .suspended: [.beginLaunch, .finishInBackground, .suspend]
      case .terminatedBySystem: [.beginLaunch, .endBySystem]
      case .forceQuit: [.beginLaunch, .forceQuit]
      }
    var machine = ProcessMachine()
    for input in path { _ = input.apply(to: &machine) }
    return machine
  }

  @Test("moves as the table says", arguments: State.allCases, Input.allCases)
  func moves(state: State, input: Input) {
    var machine = machine(in: state)
    #expect(machine.state == state)
    let isTaken = input.apply(to: &machine)
    #expect(machine.state == input.moves[state] ?? state)
    if input.isAnswered { #expect(isTaken == (input.moves[state] != nil)) }
  }

  @Test("knows which states are alive, in the foreground, able to run code and ready for a task")
  func properties() {
    let alive: [State] = [.launching, .foreground, .inactive, .background, .suspended]
    for state in State.allCases {
      #expect(state.isAlive == alive.contains(state), "\(state)")
      #expect(state.isOnScreen == [.foreground, .inactive].contains(state), "\(state)")
      #expect(state.canRunCode == (alive.contains(state) && state != .suspended), "\(state)")
      let isOpen = ![.foreground, .inactive, .forceQuit].contains(state)
      #expect(machine(in: state).allowsTaskLaunch == isOpen, "\(state)")
    }
  }
}
