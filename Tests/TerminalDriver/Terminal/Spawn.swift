import Foundation
import TerminalDriverShim

/// Starts programs through the C shim.
enum Spawn {
  /// Starts a program with a terminal of its own; returns its process number.
  static func start(
    _ launch: ProgramLaunch, terminal: String
  ) throws(TerminalDriverError) -> pid_t {
    precondition(launch.inheritedDescriptors.keys.allSatisfy { $0 >= 3 }, "0, 1, 2 are taken")
    let arguments = CStrings([launch.program] + launch.arguments)
    let environment = CStrings(launch.environment.map { "\($0)=\($1)" }.sorted())
    let texts = CStrings([launch.program, terminal])
    let optional = [launch.workingDirectory, launch.standardErrorPath].map { text in
      CStrings(text.map { [$0] } ?? [])
    }
    let inherited = launch.inheritedDescriptors.sorted { $0.key < $1.key }
      .map { td_inherited(parent: $0.value, child: $0.key) }
    var child = pid_t()
    let code = withExtendedLifetime((arguments, environment, texts, optional)) {
      inherited.withUnsafeBufferPointer { inherited in
        var request = td_launch(
          path: texts.pointers[0], arguments: arguments.pointers,
          environment: environment.pointers, directory: optional[0].pointers[0],
          terminal: texts.pointers[1], error_file: optional[1].pointers[0],
          inherited: inherited.baseAddress, inherited_count: inherited.count)
        return td_spawn(&request, &child)
      }
    }
    guard code == 0 else {
      throw TerminalDriverError(.system(call: "spawn \(launch.program)", code: code))
    }
    return child
  }
}

/// Strings as C needs them: an array of pointers that ends with a null pointer.
private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    pointers = .allocate(capacity: texts.count + 1)
    pointers.initialize(repeating: nil, count: texts.count + 1)
    for (index, text) in texts.enumerated() { pointers[index] = strdup(text) }
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
