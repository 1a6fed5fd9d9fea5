import Foundation
import ProgramSupport
import Testing

@Suite("dnp serve")
struct ServeCommandTests {
  @Test("prints its address and that of its script, which only this run has, and ends with 0")
  func addresses() throws {
    func run() throws -> (url: String, script: String) {
      let program = try LiveProgram(["serve", "--api"], environment: ["DNP_NET": LiveRun.network])
      let lines = try (0..<2).map { _ in
        String(decoding: try #require(program.line()), as: UTF8.self)
      }
      let port = try #require(lines[0].split(separator: ":").last.flatMap { Int($0) })
      let path = String(lines[1].dropFirst(lines[0].count))
      #expect(lines[1].hasPrefix(lines[0]))
      #expect(path.wholeMatch(of: #/\/control\/[0-9a-f]{32}/#) != nil, "\(path)")
      let body = "{\"responses\":[{\"status\":503}]}"
      let client = try RawClient(port: port)
      client.send(
        "POST \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      #expect(client.head().hasPrefix("HTTP/1.1 204"))
      client.send("GET /content HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
      #expect(client.head().hasPrefix("HTTP/1.1 503"))
      program.send(signal: SIGINT)
      #expect(program.exitCode() == 0)
      return (lines[0], path)
    }
    #expect(try run().script != run().script)
  }
}
