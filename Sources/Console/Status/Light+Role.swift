extension Light {
  /// Its colour.
  var role: Role {
    switch self {
    case .ok: .ok
    case .pending: .pending
    case .error: .error
    case .off: .dim
    }
  }
}
