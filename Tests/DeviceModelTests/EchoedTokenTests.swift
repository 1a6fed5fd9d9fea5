import DailyNotification
import PlainText
import Testing
import Tokens

@testable import DeviceModel

@Suite("A token that a server repeats")
struct EchoedTokenTests {
  static let signature = "c2lnbmF0dXJlLXNpZ25hdHVyZS1zaWduYXR1cmU"
  static let claims = "eyJpc3MiOiJkaWQ6ZXRocjoxIn0"
  static let token = "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NksifQ.\(claims).\(signature)"
  static let opaque = "s3cr3t+/value==&77"

  /// What a server writes.
  struct Form: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    /// The token that it repeats.
    var token = EchoedTokenTests.token
    /// Whether a text that is JSON can have it.
    var isInJSON = true

    var testDescription: String { name }
  }

  static let forms: [Form] = {
    var forms = [
      Form(name: "the signature", text: signature),
      Form(name: "eight characters of it", text: String(signature.dropFirst(9).prefix(8))),
      Form(name: "claims and signature", text: "\(claims).\(signature)"),
      Form(name: "an opaque token", text: opaque, token: opaque),
      Form(name: "its end", text: String(opaque.suffix(8)), token: opaque),
      Form(name: "percent", text: "s3cr3t%2B%2fvalue%3D%3D%2677", token: opaque),
      Form(name: "a part in percent", text: "cr3t%2B%2fvalue%3D", token: opaque),
      Form(name: "JSON", text: #"s3cr3t+\/value\u003d=\u002677"#, token: opaque),
      Form(name: "a part in JSON", text: #"3cr3t+\/value\u003d"#, token: opaque),
      Form(name: "a part on two lines", text: "c2lnbmF0dXJlLX\r\n NpZ25hdHVyZ", isInJSON: false),
      Form(name: "hex of a part", text: "7233742b2f76616c", token: opaque),
    ]
    for token in [token, opaque] {
      for text in [token, "Bearer \(token)", "x\(token)"] {
        let bytes = Array(text.utf8)
        let hex = Hexadecimal.text(bytes)
        for (name, text) in [
          ("base64", Base64.standard.text(bytes)), ("base64url", Base64.url.text(bytes)),
          ("hex", hex), ("capital hex", hex.uppercased()),
        ] {
          forms.append(Form(name: "\(name) of \(text)", text: text, token: token))
        }
      }
    }
    return forms
  }()

  private func cleaned(_ text: String, isJSON: Bool, _ token: String) -> String {
    let body = isJSON ? #"{"note":"was \#(text), no?"}"# : "was \(text), no?"
    let headers = [RawResponse.Header(name: "X-Echo", value: text)]
    var secrets = SecretNumbers()
    let clean = RawResponse(status: 200, headers: headers, body: Array(body.utf8))
      .withoutSecrets(token: token, &secrets)
    return String(decoding: clean.body, as: UTF8.self)
      + clean.headers.map(\.value).joined(separator: "\n")
  }

  @Test("is replaced in each encoding, and so is a part of it", arguments: forms)
  func encodings(form: Form) {
    for isJSON in [true, false] where !isJSON || form.isInJSON {
      let clean = cleaned(form.text, isJSON: isJSON, form.token)
      #expect(clean.ranges(of: "(redacted ").count == 2, "\(clean)")
      #expect(clean.contains("was ") && clean.contains(", no?"), "\(clean)")
      let middle = form.text.dropFirst((form.text.count - 8) / 2).prefix(8)
      #expect(!clean.contains(middle), "\(middle) in \(clean)")
    }
  }

  @Test(
    "is not seen in what is no part of it",
    arguments: [
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NksifQ", "signature", "c2lnbmF", "s3cr3t+", "value==",
      "7365637265742b", "YW4gb3JkaW5hcnkgYW5zd2Vy",
    ])
  func others(text: String) {
    for token in [Self.token, Self.opaque] {
      #expect(cleaned(text, isJSON: false, token) == "was \(text), no?\(text)")
    }
  }

  @Test(
    "and what the address had, is replaced, too",
    arguments: [
      "someone-else", "hunter2-hunter2", "someone-else:hunter2-hunter2", "qu3ry-qu3ry/qu3ry",
      "qu3ry-qu3ry%2fqu3ry", "c29tZW9uZS1lbHNlOmh1bnRlcjItaHVudGVyMg==", "hunter2-", "hunter2%2Dhu",
    ])
  func address(text: String) {
    let address =
      "https://someone-else:hunter2-hunter2@api.example/v1/content?token=qu3ry-qu3ry%2Fqu3ry&a=b"
    let body = #"{"title":"it was \#(text), on api.example/v1/content","id":"a"}"#
    let response = RawResponse(status: 200, headers: [], body: Array(body.utf8))
    var secrets = SecretNumbers()
    let kept = response.withoutSecrets(token: nil, &secrets)
    #expect(String(decoding: kept.body, as: UTF8.self).contains(text), "no shape tells it")
    let clean = response.withoutSecrets(token: nil, address: address, &secrets)
    let shown = String(decoding: clean.body, as: UTF8.self)
    #expect(!shown.contains(text) && shown.contains("it was (redacted "), "\(shown)")
    // The last characters of base64 depend on the end, and say nothing of a secret.
    let end = /\(redacted [1-4]\)(g==)?, on api\.example\/v1\/content/
    #expect(shown.contains(end), "\(shown)")
  }

  @Test("a short one is looked for as a whole only")
  func short() {
    #expect(cleaned("abc1234", isJSON: false, "abc1234").contains("was (redacted "))
    #expect(cleaned("abc123", isJSON: false, "abc1234").contains("was abc123"))
  }
}
