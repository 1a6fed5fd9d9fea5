import JSONText
import Testing
import Tokens

@testable import DailyNotification

@Suite("Numbers of secrets")
struct SecretNumbersTests {
  private let token = RedactionTests.token
  private let mail = "ann@mail.example"

  private func sealed(_ value: JSONValue, _ secrets: inout SecretNumbers) -> JSONValue {
    secrets.meet([value])
    return SealedToken.sealed(value, NoKeys(), &secrets)
  }

  @Test("are equal for equal secrets, wherever these stand, and others for others")
  func equal() {
    var secrets = SecretNumbers()
    secrets.meet([["jwtToken": .string(token), "pin": 4711, "title": .string("to \(mail)")]])
    #expect(secrets.redacted("Bearer \(token)") == "Bearer eyJ…(redacted 1)")
    #expect(secrets.redacted(value: ["password": "4711"]) == ["password": "(redacted 2)"])
    #expect(secrets.redacted("a \(mail) b") == "a (redacted 3) b")
    #expect(secrets.redacted("bob@mail.example") == "(redacted)", "it was not met")
    #expect(secrets.redact("bob@mail.example and \(mail)") == "(redacted 4) and (redacted 3)")
  }

  @Test("say nothing of the secret: another one gives the same text")
  func nothing() {
    var texts: Set<String> = []
    for pin in Int64(0)..<100 {
      var secrets = SecretNumbers()
      texts.insert(
        sealed(["pin": .integer(pin), "token": .string("x\(pin)y")], &secrets).canonicalText)
    }
    #expect(texts == [#"{"pin":"(redacted 1)","token":"(redacted 2)"}"#])
  }

  @Test(
    "are the same where a journal has what stands for the secrets",
    arguments: [
      [
        "b": "to ann@mail.example", "jwtToken": "opaque",
        "z": ["pin": 12, "c": "+44 20 7946 0958"],
      ],
      [
        "a": "https://us3r:pw@host.example/?token=t1", "b": "bob@mail.example",
        "pin": "bob@mail.example",
      ],
      ["a": "bob@mail.example", "b": "https://bob@mail.example/x", "c": "call 555-867-5309"],
      ["authorization": "Bearer abc123def456", "note": "AKIAIOSFODNN7EXAMPLE ann@mail.example"],
      ["a": "(redacted 2) is a word here", "pin": 1, "secret": "(redacted 1)", "key": "k"],
    ] as [JSONValue])
  func again(value: JSONValue) {
    var (first, again) = (SecretNumbers(), SecretNumbers())
    let journal = sealed(value, &first)
    #expect(sealed(journal, &again) == journal)
    #expect(first.redacted(value: value) == again.redacted(value: journal))
    // What comes next gets the same numbers, too.
    for text in ["new@mail.example", "ann@mail.example", "call +44 20 7946 0958"] {
      let next = sealed(["a": .string(text)], &first)
      #expect(sealed(next, &again) == next)
      #expect(first.redacted(text) == again.redacted(next["a"]?.stringValue ?? ""))
    }
  }

  @Test("stand in the free text of a later press, where a journal has the secret no more")
  func sealedBefore() {
    var secrets = SecretNumbers()
    #expect(sealed(["title": .string(mail)], &secrets) == ["title": .string(mail)])
    #expect(sealed(["password": .string(mail)], &secrets) == ["password": "(redacted 1)"])
    #expect(sealed(["title": .string(mail)], &secrets) == ["title": "(redacted 1)"])
  }

  @Test("lead back to the secrets as long as these are known")
  func revealed() {
    var secrets = SecretNumbers()
    let address = "https://us3r:pw@host.example/?token=t1&a=b"
    let standIn = sealed([.string(token), .string(address)], &secrets)
    #expect(standIn[0]?.stringValue?.hasSuffix(".0001") == true, "\(standIn)")
    #expect(standIn[1] == "https://(redacted 2)@host.example/?token=(redacted 3)&a=b")
    for (index, given) in [token, address].enumerated() {
      #expect(secrets.revealed(standIn[index]?.stringValue ?? "") == given)
    }
    var again = SecretNumbers()
    again.meet([standIn])
    #expect(again.revealed(standIn[1]?.stringValue ?? "") == standIn[1]?.stringValue)
    again.learn(from: secrets)
    #expect(again.revealed(standIn[1]?.stringValue ?? "") == address)
  }

  @Test("never lead to the secret of another line of the session")
  func lines() {
    var (first, second) = (SecretNumbers(), SecretNumbers())
    let a = sealed(["pin": "first-secret"], &first)
    _ = sealed(["title": .string(mail)], &second)
    #expect(second.redacted(mail) == "(redacted 1)")
    second.learn(from: first)
    // A secret that is given in this line gets a number that stands for none in the other.
    let b = sealed(["pin": "second-secret"], &second)
    #expect(a == ["pin": "(redacted 1)"] && b == ["pin": "(redacted 2)"])
    // The address is given as a secret: its number now stands for two.
    #expect(sealed(["pin": .string(mail)], &second) == ["pin": "(redacted 1)"])
    var third = SecretNumbers()
    third.meet([a, b])
    third.learn(from: second)
    #expect(third.revealed("(redacted 2)") == "second-secret")
    #expect(third.revealed("(redacted 1)") == "(redacted 1)")
    var fourth = SecretNumbers()
    fourth.meet([a])
    third.forgetOthers()
    fourth.learn(from: third)
    #expect(fourth.revealed("(redacted 1)") == "(redacted 1)")
  }

  @Test("end, and further secrets have none")
  func end() {
    var secrets = SecretNumbers()
    for count in 1...SecretNumbers.numberMax { secrets.meet([["pin": .integer(Int64(count))]]) }
    #expect(secrets.redacted(value: ["pin": 9_999]) == ["pin": "(redacted 9999)"])
    #expect(secrets.redact(value: ["pin": 10_000]) == ["pin": "(redacted)"])
    #expect(sealed([.string(token)], &secrets) == ["eyJ…(redacted)"])
  }

  @Test(
    "are read from what stands for a secret, and from nothing else",
    arguments: [
      ("(redacted 1)", 1), ("eyJ…(redacted 23)", 23), ("(redacted)", nil), ("(redacted 0)", nil),
      ("(redacted 8c8fb7f4)", nil), ("(redacted 12345678)", nil), ("(redacted 1", nil),
      ("(redacted one)", nil), ("eyJ…", nil),
    ] as [(String, Int?)])
  func read(text: String, number: Int?) {
    #expect(StandIn.all(in: "a \(text) b").first?.number == number)
    var secrets = SecretNumbers()
    secrets.meet([.string(text)])
    #expect(secrets.redact(mail) == (number == 1 ? "(redacted 2)" : "(redacted 1)"))
  }
}
