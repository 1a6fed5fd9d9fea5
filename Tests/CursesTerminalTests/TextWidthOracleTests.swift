import CellGrid
import CursesShim
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Text widths")
struct TextWidthOracleTests {
  // Another C library knows another version of Unicode; the shim shows `?` where they disagree.
  @Test(
    "are those of wcwidth, for every scalar",
    .enabled(if: String(cString: dnp_library_name()) == "glibc 2.36", "needs glibc 2.36"))
  func widths() async {
    // In a separate process, since the locale belongs to the process.
    await #expect(processExitsWith: .success) {
      try #require(setlocale(LC_CTYPE, "C.UTF-8") != nil)
      var different: [Unicode.Scalar] = []
      for scalar in (0...0x10_FFFF).lazy.compactMap({ Unicode.Scalar(UInt32($0)) }) {
        let width = TextWidth.width(of: scalar).map(Int32.init) ?? -1
        if width != dnp_scalar_width(scalar.value) { different.append(scalar) }
      }
      #expect(different.prefix(10).map(\.value) == [], "\(different.count) scalars differ")
    }
  }
}
