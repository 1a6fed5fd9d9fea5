/// What a phone has of its own platform: an iPhone's part or an Android phone's, never both.
///
/// A part takes one pointer, is shared by copies until it changes, and changes in place if nobody
/// shares it.
enum PhoneParts<IOSPart: Sendable, AndroidPart: Sendable>: Sendable {
  case ios(Boxed<IOSPart>)
  case android(Boxed<AndroidPart>)

  /// The part of an iPhone; the phone has to be one.
  var ios: IOSPart {
    @inline(__always) _read {
      guard case .ios(let box) = self else { preconditionFailure("the phone is no iPhone") }
      yield box.value
    }
    @inline(__always) _modify {
      guard case .ios(var box) = self else { preconditionFailure("the phone is no iPhone") }
      self = .ios(Boxed())
      defer { self = .ios(box) }
      yield &box.value
    }
  }

  /// The part of an Android phone; the phone has to be one.
  var android: AndroidPart {
    @inline(__always) _read {
      guard case .android(let box) = self else { preconditionFailure("the phone is an iPhone") }
      yield box.value
    }
    @inline(__always) _modify {
      guard case .android(var box) = self else { preconditionFailure("the phone is an iPhone") }
      self = .android(Boxed())
      defer { self = .android(box) }
      yield &box.value
    }
  }
}
