import JSONText

/// One pass over a document with the rules of a schema.
struct SchemaCheck {
  let nodes: [[SchemaRule]]
  private(set) var findings: [String] = []
  private var path: [String] = []
  /// While alternatives are tried, findings are counted but not collected.
  private var isTrial = false
  private var count = 0

  init(nodes: [[SchemaRule]]) {
    self.nodes = nodes
  }

  /// Not inlined: rules are recursive, and inlining them into one another costs the optimizer half
  /// a minute.
  @inline(never)
  mutating func check(_ value: JSONValue, _ node: Int) {
    for rule in nodes[node] { apply(rule, value) }
  }

  @inline(never)
  private mutating func report(_ text: @autoclosure () -> String) {
    count += 1
    if !isTrial { findings.append("\(JSONPointer(tokens: path)): \(text())") }
  }

  private mutating func check(_ value: JSONValue, _ node: Int, at token: String) {
    path.append(token)
    check(value, node)
    path.removeLast()
  }

  private mutating func apply(_ rule: SchemaRule, _ value: JSONValue) {
    switch rule {
    case .broken(let message): report(message)
    case .never: report("does not belong here")
    case .type(let names):
      if !names.contains(where: { SchemaCheck.isOfType(value, $0) }) {
        report("not of type \(SchemaCheck.text(names))")
      }
    case .constant(let constant):
      if value != constant { report("not \(constant.canonicalText)") }
    case .enumeration(let values):
      if !values.contains(value) { report("not one of \(JSONValue.array(values).canonicalText)") }
    case .reference(let node): check(value, node)
    case .all(let nodes): for node in nodes { check(value, node) }
    case .any(let nodes): alternatives(value, nodes, isOnlyOne: false)
    case .one(let nodes): alternatives(value, nodes, isOnlyOne: true)
    case .not(let node): if faults(value, node) == 0 { report("is what it must not be") }
    case .choice(let condition, let then, let otherwise):
      if let branch = faults(value, condition) == 0 ? then : otherwise { check(value, branch) }
    default: applyToKind(rule, value)
    }
  }

  /// Rules for one type of value, which accept all other values.
  private mutating func applyToKind(_ rule: SchemaRule, _ value: JSONValue) {
    switch value {
    case .object(let object): apply(rule, object)
    case .array(let items): apply(rule, items)
    case .string(let text): apply(rule, text)
    case .integer, .number: apply(rule, number: value.numberValue ?? 0)
    case .null, .bool: break
    }
  }

  private mutating func apply(_ rule: SchemaRule, _ object: JSONObject) {
    switch rule {
    case .required(let keys):
      for key in keys where object[key] == nil { report("'\(key)' is missing") }
    case .properties(let properties):
      for (key, node) in properties {
        if let member = object[key] { check(member, node, at: key) }
      }
    case .minProperties(let count):
      if object.count < count { report("fewer than \(count) members") }
    case .maxProperties(let count):
      if object.count > count { report("more than \(count) members") }
    case .names(let node):
      for key in object.keys { check(.string(key), node, at: key) }
    case .additional(let known, let node):
      for (key, member) in object.members where !known.contains(key) {
        if case .never? = nodes[node].first {
          report("'\(key)' does not belong here")
        } else {
          check(member, node, at: key)
        }
      }
    default: break
    }
  }

  private mutating func apply(_ rule: SchemaRule, _ items: [JSONValue]) {
    switch rule {
    case .items(let node):
      for (index, item) in items.enumerated() { check(item, node, at: String(index)) }
    case .minItems(let count):
      if items.count < count { report("fewer than \(count) items") }
    case .maxItems(let count):
      if items.count > count { report("more than \(count) items") }
    case .uniqueItems:
      if Set(items).count < items.count { report("an item twice") }
    default: break
    }
  }

  private mutating func apply(_ rule: SchemaRule, _ text: String) {
    switch rule {
    case .minLength(let length):
      if text.unicodeScalars.count < length { report("shorter than \(length)") }
    case .maxLength(let length):
      if text.unicodeScalars.count > length { report("longer than \(length)") }
    case .pattern(let pattern):
      if !pattern.matches(text) { report("does not match \(pattern.text)") }
    default: break
    }
  }

  private mutating func apply(_ rule: SchemaRule, number: Double) {
    switch rule {
    case .minimum(let bound): if number < bound { report("less than \(bound)") }
    case .maximum(let bound): if number > bound { report("more than \(bound)") }
    default: break
    }
  }

  // MARK: Alternatives

  private mutating func alternatives(_ value: JSONValue, _ nodes: [Int], isOnlyOne: Bool) {
    let faults = nodes.map { self.faults(value, $0) }
    let fitting = faults.count { $0 == 0 }
    if fitting == 0 {
      // The closest alternative explains most, provided it is for this type of value.
      let closest = zip(nodes, faults).min { left, right in
        let isOther = (!isForKind(left.0, of: value), !isForKind(right.0, of: value))
        return isOther.0 == isOther.1 ? left.1 < right.1 : isOther.1
      }
      guard let closest else { return report("there is no alternative") }
      check(value, closest.0)
    } else if isOnlyOne, fitting > 1 {
      report("fits \(fitting) alternatives instead of one")
    }
  }

  /// Whether a schema accepts values of this type at all.
  private func isForKind(_ node: Int, of value: JSONValue) -> Bool {
    nodes[node].allSatisfy { rule in
      switch rule {
      case .type(let names): names.contains { SchemaCheck.isOfType(value, $0) }
      case .reference(let target): isForKind(target, of: value)
      default: true
      }
    }
  }

  /// The number of findings that a schema has in a value.
  private mutating func faults(_ value: JSONValue, _ node: Int) -> Int {
    let (wasTrial, before) = (isTrial, count)
    isTrial = true
    check(value, node)
    defer { (isTrial, count) = (wasTrial, before) }
    return count - before
  }

  // MARK: Types

  private static func isOfType(_ value: JSONValue, _ name: String) -> Bool {
    switch name {
    case "integer": value.numberValue.map { $0 == $0.rounded() } ?? false
    case "number": value.numberValue != nil
    default: value.kindName == name
    }
  }

  private static func text(_ names: [String]) -> String {
    let names = names.map(JSONValue.string)
    return (names.count == 1 ? names[0] : .array(names)).canonicalText
  }
}
