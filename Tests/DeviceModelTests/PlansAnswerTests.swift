import DailyNotification
import JSONText
import Testing

@testable import DeviceModel

@Suite("The test API's answer about plans")
struct PlansAnswerTests {
  private static let noon: Int64 = 1_763_208_000_000

  private func query(_ text: String) throws -> PlansQuery {
    try #require(PlansQuery(body: try JSONParser.parse(text)))
  }

  private func ids(_ answer: JSONValue) -> [String] {
    (answer["data"]?.arrayValue ?? []).compactMap { $0["plan"]?["jwtId"]?.stringValue }
  }

  @Test("has a row a date for each plan, in the order of their ids, none after the last one")
  func rows() throws {
    let first = try query(#"{"planIds":["x","y","x"],"afterId":"0"}"#)
      .answer(at: Self.noon)
    let ids = ids(first)
    #expect(ids.count == 2 && ids == ids.sorted() && first["hitLimit"] == false)
    #expect(ids.allSatisfy { $0.hasPrefix("1763164800_") })
    let again = try query(#"{"planIds":["x","y"],"afterId":"\#(ids[1])"}"#)
    #expect(self.ids(again.answer(at: Self.noon)) == [])
    #expect(self.ids(again.answer(at: Self.noon + 86_400_000)).count == 2)
    let between = try query(
      #"{"planIds":["x","y"],"afterId":"0","beforeId":"\#(ids[1])"}"#)
    #expect(self.ids(between.answer(at: Self.noon)) == [ids[0]])
  }

  @Test("has as many rows as are wanted, a hundred at most, and says whether there are more")
  func limits() throws {
    let names = (0..<120).map { "\"p\($0)\"" }.joined(separator: ",")
    for (limit, count) in [("", 100), (",\"limit\":3", 3), (",\"limit\":500", 100)] {
      let answer = try query("{\"planIds\":[\(names)],\"afterId\":\"0\"\(limit)}")
        .answer(at: Self.noon)
      #expect(ids(answer).count == count && answer["hitLimit"] == true)
    }
  }

  @Test("needs a list of plans and a cursor")
  func demanded() throws {
    for text in [
      "{}", #"{"planIds":["a"]}"#, #"{"planIds":"a","afterId":"0"}"#,
      #"{"planIds":[1],"afterId":"0"}"#, #"{"planIds":[],"afterId":""}"#,
    ] {
      #expect(PlansQuery(body: try JSONParser.parse(text)) == nil, "\(text)")
    }
    #expect(try query(#"{"planIds":[],"afterId":"0"}"#).planIDs == [])
  }
}
