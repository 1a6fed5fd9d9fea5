import DeviceLogs
import DeviceModel
import HostileInput
import JSONText
import NetProtocol
import Testing
import Tokens

/// A bug in one of the readers, and the kind of input that must show it.
struct PlantedBug: Sendable, CustomTestStringConvertible {
  let kind: HostileInput
  let testDescription: String
  let readers: HostileReaders

  private init(
    _ kind: HostileInput, _ description: String, _ plant: (inout HostileReaders) -> Void
  ) {
    self.kind = kind
    testDescription = "\(kind): \(description)"
    var readers = HostileReaders()
    plant(&readers)
    self.readers = readers
  }

  private static let own = HostileReaders()

  static let all = answers + secrets + tokens + lines + json + logs

  private static let answers = [
    PlantedBug(.answers, "a header of an answer is lost") {
      $0.command = { try own.command($0, changed($1, "headers") { _ in .object(JSONObject()) }) }
    },
    PlantedBug(.answers, "a header of an answer loses its blanks") {
      $0.command = { verb, parameters in
        try own.command(
          verb,
          changed(parameters, "headers") { headers in
            .object(
              JSONObject(
                (headers.objectValue?.members ?? []).map { name, value in
                  (name, .string((value.stringValue ?? "").filter { $0 != " " }))
                }))
          })
      }
    },
    PlantedBug(.answers, "a body loses a character that is no plain one") {
      $0.command = { verb, parameters in
        var parameters = parameters
        for key in ["body", "bodyBase64URL"] {
          parameters = changed(parameters, key) { body in
            .string((body.stringValue ?? "").filter { $0 != "}" && $0 != "=" })
          }
        }
        return try own.command(verb, parameters)
      }
    },
    PlantedBug(.answers, "a request stays under way after its answer") {
      $0.perform = { _, _ in }
    },
  ]

  /// The parameters of an answer with another value under a name.
  private static func changed(
    _ parameters: JSONObject, _ key: String, _ change: (JSONValue) -> JSONValue
  ) -> JSONObject {
    var parameters = parameters
    guard case .object(var answer)? = parameters["answer"], let value = answer[key] else {
      return parameters
    }
    answer[key] = change(value)
    parameters["answer"] = .object(answer)
    return parameters
  }

  private static let secrets = [
    PlantedBug(.secrets, "an answer is taken as it is") {
      $0.withoutSecrets = { answer, _ in answer }
    },
    PlantedBug(.secrets, "the request's token is not known") {
      $0.withoutSecrets = { answer, _ in own.withoutSecrets(answer, nil) }
    },
    PlantedBug(.secrets, "the token is looked for only as it is written") {
      $0.withoutSecrets = { answer, token in
        let text = String(decoding: answer.body, as: UTF8.self)
          .replacing(token ?? "", with: "(redacted 1)")
        return RawResponse(
          status: answer.status, headers: own.withoutSecrets(answer, token).headers,
          body: own.withoutSecrets(
            RawResponse(status: 200, headers: [], body: Array(text.utf8)), nil
          ).body)
      }
    },
    PlantedBug(.secrets, "headers stay") {
      $0.withoutSecrets = { answer, token in
        RawResponse(
          status: answer.status, headers: answer.headers,
          body: own.withoutSecrets(answer, token).body)
      }
    },
    PlantedBug(.secrets, "a key is kept") { $0.withoutSecrets = keeping("k-123456") },
    PlantedBug(.secrets, "a name and a password are kept") {
      $0.withoutSecrets = keeping("cGxhbnRlZDpodW50ZXIt")
    },
    PlantedBug(.secrets, "a mark is put on a mark") {
      $0.withoutSecrets = { answer, token in
        let clean = own.withoutSecrets(answer, token)
        return RawResponse(
          status: clean.status, headers: clean.headers, body: clean.body + Array("x".utf8))
      }
    },
  ]

  /// Cleans an answer, and puts a word back that stood there, and what follows it.
  private static func keeping(
    _ word: String
  ) -> @Sendable (RawResponse, String?) -> RawResponse {
    { answer, token in
      let clean = own.withoutSecrets(answer, token)
      let text = String(decoding: answer.body, as: UTF8.self)
      guard let place = text.firstRange(of: word) else { return clean }
      return RawResponse(
        status: clean.status, headers: clean.headers,
        body: clean.body + Array(text[place.lowerBound...].utf8))
    }
  }

  private static let tokens = [
    PlantedBug(.tokens, "nobody looks at the signature") {
      $0.verify = { text, _, _ in _ = try JSONWebToken(text) }
    },
    PlantedBug(.tokens, "every token is refused") {
      $0.verify = { _, _, _ in throw TokenProblem.noIssuer }
    },
  ]

  private static let lines = [
    PlantedBug(.requestLines, "the headers of a request are lost") {
      $0.request = { line in
        guard case .fetch(var fetch) = try own.request(line) else { return try own.request(line) }
        fetch.headers = []
        return .fetch(fetch)
      }
    },
    PlantedBug(.requestLines, "a door forgets whose pages may connect") {
      $0.request = { line in
        guard case .listen(var door) = try own.request(line) else { return try own.request(line) }
        door.origins = []
        return .listen(door)
      }
    },
    PlantedBug(.requestLines, "a line that is whole is refused") {
      $0.request = { line in
        let request = try own.request(line)
        if case .cancel = request { throw VerbError.unknownVerb("cancel") }
        return request
      }
    },
    PlantedBug(.answerLines, "the status of a body that is too large is lost") {
      $0.answer = { line in
        guard case .failed(var failure) = try own.answer(line) else { return try own.answer(line) }
        failure.status = nil
        return .failed(failure)
      }
    },
    PlantedBug(.answerLines, "the last byte of a body is lost") {
      $0.answer = { line in
        guard case .fetched(var response) = try own.answer(line) else {
          return try own.answer(line)
        }
        response.body = Array(response.body.dropLast())
        return .fetched(response)
      }
    },
  ]

  private static let json = [
    PlantedBug(.json, "a member is lost") {
      $0.json = { bytes in
        guard case .object(let object) = try own.json(bytes) else { return try own.json(bytes) }
        return .object(JSONObject(object.members.dropLast().map { ($0.key, $0.value) }))
      }
    },
    PlantedBug(.json, "a pair of surrogates is two characters") {
      $0.json = { bytes in
        try own.json(
          Array(
            String(decoding: bytes, as: UTF8.self)
              .replacing(/\\u[dD][89abAB]../, with: "\\ufffd")
              .replacing(/\\u[dD][c-fC-F]../, with: "\\ufffd").utf8))
      }
    },
  ]

  private static let logs = [
    PlantedBug(.logs, "a piece of a log loses its last byte") {
      $0.log = { bytes, size in
        size < bytes.count ? own.log(bytes.dropLast(), size) : own.log(bytes, size)
      }
    },
    PlantedBug(.logs, "a line counts twice") {
      $0.log = { bytes, size in
        var reading = own.log(bytes, size)
        reading?.tally.plugin += 1
        reading?.tally.recognized += 1
        return reading
      }
    },
    PlantedBug(.logs, "the viewer has not the last line") {
      $0.shownLines = { bytes in own.shownLines(bytes).map { $0 - 1 } }
    },
    PlantedBug(.records, "a line that cannot be read is passed over") {
      $0.record = { bytes, format in
        var reading = own.record(bytes, format)
        reading?.isReported = false
        return reading
      }
    },
    PlantedBug(.records, "a sequence passes without a line") {
      $0.record = { bytes, format in
        var reading = own.record(bytes, format)
        if format != nil { reading?.verdict = .passed }
        return reading
      }
    },
    PlantedBug(.packed, "half a file is a whole one") {
      $0.unpacked = { bytes, size in
        own.unpacked(bytes, size) ?? (bytes.count > 40 ? Array("half".utf8) : nil)
      }
    },
    PlantedBug(.packed, "a byte at the edge of a piece is lost") {
      $0.unpacked = { bytes, size in
        own.unpacked(bytes, size).map { size < bytes.count ? $0.dropLast() : $0 }
      }
    },
  ]
}
