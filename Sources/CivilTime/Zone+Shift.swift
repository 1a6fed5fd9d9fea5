extension Zone {
  static let shiftSuffix = "+01:00 shifted"

  /// The same zone with its clocks an hour ahead, as if a government had changed the offset.
  ///
  /// It equals no zone of the database and cannot be created from its identifier, for example
  /// `UTC+01:00 shifted`. Shifting it again is a programmer error.
  public var shifted: Zone {
    precondition(!isShifted, "a zone is shifted once")
    return Zone(shifting: self)
  }

  /// The zone that was shifted; nil when this one was not.
  public var unshifted: Zone? {
    isShifted ? try? Zone(identifier: databaseIdentifier) : nil
  }

  /// Whether the zone was shifted.
  public var isShifted: Bool { shiftSeconds != 0 }

  /// The identifier in the database.
  var databaseIdentifier: String {
    isShifted ? String(identifier.dropLast(Zone.shiftSuffix.count)) : identifier
  }
}
