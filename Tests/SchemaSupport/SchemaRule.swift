import JSONText

/// A keyword of a schema, ready to be applied; subschemas are indices in the list of nodes.
enum SchemaRule: Sendable {
  /// The schema itself is wrong here, so every document is.
  case broken(String)
  case never
  case type([String])
  case constant(JSONValue)
  case enumeration([JSONValue])
  case minimum(Double)
  case maximum(Double)
  /// Lengths count Unicode scalars.
  case minLength(Int)
  case maxLength(Int)
  case pattern(SchemaPattern)
  case minItems(Int)
  case maxItems(Int)
  case uniqueItems
  case items(Int)
  case required([String])
  case properties([(key: String, node: Int)])
  case minProperties(Int)
  case maxProperties(Int)
  /// The schema for the name of each member.
  case names(Int)
  /// The schema for the members that `known` does not list.
  case additional(known: [String], node: Int)
  case reference(Int)
  case all([Int])
  case any([Int])
  case one([Int])
  case not(Int)
  /// What holds where `condition` does, and what where it does not.
  case choice(condition: Int, then: Int?, otherwise: Int?)
}
