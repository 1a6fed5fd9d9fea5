import ZlibShim

/// A zip archive that is made in memory: packed files with fixed times, so that the same files make
/// the same bytes.
///
/// Source: APPNOTE.TXT 6.3.10 of PKWARE, without its extensions for large archives.
package struct ZipArchive {
  /// Why an archive cannot be made.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case tooLarge
    case noMemory

    package var description: String {
      switch self {
      case .tooLarge: "a zip file holds at most 4 GiB and 65,535 files"
      case .noMemory: "there is no memory to pack the file; close other programs"
      }
    }
  }

  /// Names and contents of the files, in their order, as they stand in the file.
  private var content: [UInt8] = []
  private var directory: [UInt8] = []
  private var count: UInt16 = 0

  /// 1 January 1980, the first date that the format has.
  private static let date: UInt16 = 1 << 5 | 1
  /// Unpacking needs version 2.0, which brought deflate.
  private static let version: UInt16 = 20
  /// Names are in UTF-8.
  private static let flags: UInt16 = 1 << 11
  private static let deflated: UInt16 = 8
  /// A file that its owner may write and everybody may read, in the upper half as Unix has it.
  private static let permissions: UInt32 = 0o100644 << 16

  /// An archive without files.
  package init() {}

  /// Adds a file; a name may have folders with `/` between them.
  package mutating func add(_ name: String, _ bytes: [UInt8]) throws(Failure) {
    let packed = try ZipArchive.packed(bytes)
    let name = Array(name.utf8)
    guard count < .max, bytes.count < UInt32.max, name.count < UInt16.max,
      content.count + packed.count + name.count + 100 < UInt32.max
    else { throw .tooLarge }
    // What both headers say of the file.
    var facts: [UInt8] = []
    facts.add16(ZipArchive.version, ZipArchive.flags, ZipArchive.deflated, 0, ZipArchive.date)
    facts.add32(dnp_crc32(bytes, bytes.count), UInt32(packed.count), UInt32(bytes.count))
    facts.add16(UInt16(name.count), 0)
    directory.add32(0x0201_4B50)
    directory.add16(3 << 8 | ZipArchive.version)
    directory += facts
    // No comment, the first disk, no internal attributes.
    directory.add16(0, 0, 0)
    directory.add32(ZipArchive.permissions, UInt32(content.count))
    directory += name
    content.add32(0x0403_4B50)
    content += facts + name + packed
    count += 1
  }

  /// The whole file.
  package var bytes: [UInt8] {
    var end: [UInt8] = []
    end.add32(0x0605_4B50)
    end.add16(0, 0, count, count)
    end.add32(UInt32(directory.count), UInt32(content.count))
    end.add16(0)
    return content + directory + end
  }

  private static func packed(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    let room = dnp_deflate_bound(bytes.count)
    var used = 0
    let packed = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      used = dnp_deflate(bytes, bytes.count, buffer.baseAddress, room)
      count = used
    }
    guard used > 0 else { throw .noMemory }
    return packed
  }
}

extension [UInt8] {
  /// Appends numbers with their lowest byte first.
  fileprivate mutating func add16(_ numbers: UInt16...) {
    for number in numbers { self += [UInt8(number & 0xFF), UInt8(number >> 8)] }
  }

  fileprivate mutating func add32(_ numbers: UInt32...) {
    for number in numbers { add16(UInt16(number & 0xFFFF), UInt16(number >> 16)) }
  }
}
