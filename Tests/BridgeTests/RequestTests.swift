import Bridge
import JSONText
import Testing

@Suite("request")
struct RequestTests {
  static let get = #""method":"state.get","params":{"path":"/process/state"}"#

  @Test(
    "is answered under its own id",
    arguments: [
      (#"7"#, 7), (#""a""#, "a"), ("null", nil), ("0", 0), ("-3", -3), ("1.5", 1.5), (#""""#, ""),
      ("9007199254740992", 9_007_199_254_740_992), (#""\u00e9\"\n""#, "é\"\n"), ("1e3", 1000),
    ] as [(String, JSONValue)])
  func identifies(id: String, expected: JSONValue) throws {
    var client = Client()
    let lines = try client.send(text: #"{"jsonrpc":"2.0","id":\#(id),\#(Self.get)}"#)
    #expect(lines == [["jsonrpc": "2.0", "id": expected, "result": "foreground"]])
  }

  @Test(
    "that is invalid gets an error with its id, if it has a valid one",
    arguments: [
      ("{", nil, -32_700), ("nul", nil, -32_700), ("{\"a\":1}}", nil, -32_700),
      ("\u{FEFF}{}", nil, -32_700), ("\"\\ud800\"", nil, -32_700), ("1e999", nil, -32_700),
      ("[]", nil, -32_600), ("[{\"jsonrpc\":\"2.0\",\"id\":1}]", nil, -32_600),
      ("null", nil, -32_600), ("3", nil, -32_600), ("{}", nil, -32_600),
      (#"{"id":1,\#(get)}"#, 1, -32_600),
      (#"{"jsonrpc":2.0,"id":1,\#(get)}"#, 1, -32_600),
      (#"{"jsonrpc":"1.0","id":1,\#(get)}"#, 1, -32_600),
      (#"{"jsonrpc":"2.0","id":1}"#, 1, -32_600),
      (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, 1, -32_600),
      (#"{"jsonrpc":"2.0","id":1,"method":4}"#, 1, -32_600),
      (#"{"jsonrpc":"2.0","method":4}"#, nil, -32_600),
      (#"{"jsonrpc":"2.0","id":true,\#(get)}"#, nil, -32_600),
      (#"{"jsonrpc":"2.0","id":[1],\#(get)}"#, nil, -32_600),
      (#"{"jsonrpc":"2.0","id":9007199254740994,\#(get)}"#, nil, -32_600),
      (#"{"jsonrpc":"2.0","id":1,"method":"state.get","params":3}"#, 1, -32_600),
      (#"{"jsonrpc":"2.0","id":1,"method":"state.get","params":null}"#, 1, -32_600),
      (#"{"jsonrpc":"2.0","id":1,"method":"state.get","params":["/"]}"#, 1, -32_602),
      (#"{"jsonrpc":"2.0","id":1,"method":"state.set"}"#, 1, -32_601),
      (#"{"jsonrpc":"2.0","id":1,"method":""}"#, 1, -32_601),
    ] as [(String, JSONValue, Int64)])
  func fails(line: String, id: JSONValue, code: Int64) throws {
    var client = Client()
    let lines = try client.send(text: line)
    #expect(lines.count == 1)
    #expect(lines.first?["id"] == id)
    #expect(lines.first?["error"]?.code == code)
    #expect(lines.first?["error"]?["message"]?.stringValue?.isEmpty == false)
  }

  @Test("reports the place at which a line stops being JSON")
  func locates() throws {
    var client = Client()
    let error = try #require(try client.send(text: #"{"a" 1}"#).first?["error"])
    #expect(error["data"] == ["line": 1, "column": 6, "offset": 5])
    #expect(
      error["message"]
        == "the line is not JSON: line 1, column 6: expected ':' after object key, found '1'")
  }

  @Test("refuses an id that is too long to be sent back")
  func longID() throws {
    var client = Client()
    let longest = JSONValue.string(String(repeating: "i", count: 256))
    #expect(try client.send("state.get", ["path": "/clocks"], id: longest)[0]["id"] == longest)
    let line = try client.send("state.get", id: .string(String(repeating: "i", count: 257)))[0]
    #expect(line["id"] == .null && line["error"]?.code == -32_600)
  }

  @Test("without an id is carried out and not answered")
  func notifies() throws {
    var client = Client()
    let prefix = #"{"jsonrpc":"2.0","method":"#
    let lines = [
      #""device.perform","params":{"verb":"background"}}"#, #""device.perform"}"#,
      #""no.such"}"#, #""plugin.call","params":{"method":"configure"}}"#,
      #""time.advance","params":{"by":1000}}"#,
    ]
    for line in lines { #expect(try client.send(text: prefix + line) == []) }
    #expect(try client.state("/process/state") == "background")
    #expect(try client.state("/clocks/instantMilliseconds") == 1000)
    #expect(client.session.openCallCount == 0)
  }

  @Test("blank lines are ignored", arguments: ["", " ", "\t \r"])
  func blank(line: String) throws {
    var client = Client()
    #expect(try client.send(text: line) == [])
  }

  @Test("longer than 1 MiB is refused, and the error names the limit")
  func tooLong() throws {
    var client = Client()
    let lines = try client.send(bytes: [UInt8](repeating: UInt8(ascii: " "), count: 1_048_577))
    #expect(lines.count == 1)
    #expect(lines[0]["id"] == .null && lines[0]["error"]?.code == -32_600)
    #expect(lines[0]["error"]?["data"]?["bytesMax"] == 1_048_576)
  }
}
