import JSONText
import SchemaSupport

/// The part of the Common Test Report Format that our reports use.
enum CTRFShape {
  static let schema = JSONSchema(root: root)

  private static let root = object(
    required: ["reportFormat", "specVersion", "results"],
    [
      "reportFormat": ["const": "CTRF"],
      "specVersion": ["type": "string", "pattern": "^[0-9]+\\.[0-9]+\\.[0-9]+$"],
      "reportId": [
        "type": "string",
        "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
      ],
      "timestamp": ["type": "string"], "generatedBy": ["type": "string"],
      "results": object(
        required: ["tool", "summary", "tests"],
        [
          "tool": object(required: ["name"], ["name": name, "version": ["type": "string"]]),
          "summary": summary,
          "tests": ["type": "array", "items": test],
          "environment": object(
            required: [], ["testEnvironment": ["type": "string"], "extra": ["type": "object"]]),
        ]),
    ])

  private static let name: JSONValue = ["type": "string", "minLength": 1]
  private static let count: JSONValue = ["type": "integer", "minimum": 0]
  private static let status: JSONValue = [
    "enum": ["passed", "failed", "skipped", "pending", "other"]
  ]

  private static let summary: JSONValue = {
    let required = [
      "tests", "passed", "failed", "skipped", "pending", "other", "start", "stop",
    ]
    let all = required + ["flaky", "suites", "duration"]
    return object(required: required, JSONObject(all.map { ($0, count) }))
  }()

  private static let test = object(
    required: ["name", "status", "duration"],
    [
      "testId": name, "name": name, "status": status, "duration": count,
      "suite": ["type": "array", "minItems": 1, "items": ["type": "string"]],
      "message": ["type": "string"], "trace": ["type": "string"], "line": count,
      "rawStatus": ["type": "string"], "type": ["type": "string"],
      "filePath": ["type": "string"], "device": ["type": "string"],
      "tags": ["type": "array", "items": ["type": "string"]],
      "retries": count, "flaky": ["type": "boolean"],
      "retryAttempts": [
        "type": "array",
        "items": object(
          required: ["attempt", "status"],
          [
            "attempt": ["type": "integer", "minimum": 1], "status": status,
            "message": ["type": "string"], "extra": ["type": "object"],
          ]),
      ],
      "steps": [
        "type": "array",
        "items": object(
          required: ["name", "status"],
          ["name": ["type": "string"], "status": status, "extra": ["type": "object"]]),
      ],
      "extra": ["type": "object"],
    ])

  private static func object(required: [String], _ properties: JSONObject) -> JSONValue {
    [
      "type": "object", "required": .array(required.map(JSONValue.string)),
      "properties": .object(properties), "additionalProperties": false,
    ]
  }

  /// Violations of the schema, nulls, and members of `extra` without the tool's prefix.
  static func findings(in document: JSONValue) -> [String] {
    schema.findings(in: document) + findings(in: document, at: "", isExtra: false)
  }

  private static func findings(
    in value: JSONValue, at place: String, isExtra: Bool
  ) -> [String] {
    switch value {
    case .null: return ["\(place): null"]
    case .array(let items):
      return items.flatMap { findings(in: $0, at: place + "/*", isExtra: false) }
    case .object(let object):
      return object.members.flatMap { key, value -> [String] in
        let own = isExtra && !key.hasPrefix("dnp.console/") ? ["\(place)/\(key): no namespace"] : []
        return own + findings(in: value, at: "\(place)/\(key)", isExtra: key == "extra")
      }
    default: return []
    }
  }
}
