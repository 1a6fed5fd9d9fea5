extension StorageAccess {
  /// A stored whole number; inlined, since asking would copy the platform.
  @inline(__always)
  func integer(_ key: StorageKey) -> Int64? {
    guard case .integer(let number)? = value(key) else { return nil }
    return number
  }

  /// A stored string; inlined as well.
  @inline(__always)
  func string(_ key: StorageKey) -> String? {
    guard case .text(let string)? = value(key) else { return nil }
    return string
  }

  /// The row of a kind and an id.
  func scheduleRow(_ id: String, _ kind: ScheduleKind) -> ScheduleRow? {
    scheduleRows.first { $0.isNamed(id, kind) }
  }
}

extension StorageAccess where Self: LogAccess {
  /// Writes a value and reads it back; false when it was not kept.
  mutating func store(_ value: StoredValue?, for key: StorageKey) -> Bool {
    guard self.value(key) != value else { return true }
    setValue(value, for: key)
    guard self.value(key) == value else {
      log(.persistFailed(what: key.name))
      return false
    }
    return true
  }

  /// Writes a whole number and reads it back; false when it was not kept.
  ///
  /// It does what `store(.integer(number), for: key)` does, without copies of values.
  mutating func store(_ number: Int64, for key: StorageKey) -> Bool {
    if integer(key) == number { return true }
    setValue(.integer(number), for: key)
    guard integer(key) == number else {
      log(.persistFailed(what: key.name))
      return false
    }
    return true
  }

  /// Writes a row and reads it back; false when it was not kept.
  ///
  /// The change number tells the row that was written from an equal one that was there before.
  mutating func store(_ row: ScheduleRow) -> Bool {
    let before = revisions.schedules
    writeSchedule(row)
    guard revisions.schedules != before, scheduleRows.contains(row) else {
      log(.persistFailed(what: "schedule \(row.id)"))
      return false
    }
    return true
  }

  /// Writes the snapshot of what is stored now.
  mutating func storeSnapshot() {
    _ = store(.snapshot(ScheduleSnapshot(of: self)), for: .scheduleSnapshot)
  }
}
