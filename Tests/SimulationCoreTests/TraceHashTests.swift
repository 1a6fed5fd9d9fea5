import SimulationCore
import Testing

@Suite("trace hash")
struct TraceHashTests {
  private func hash(_ body: (inout TraceHash) -> Void) -> String {
    var hash = TraceHash()
    body(&hash)
    return hash.text
  }

  // Computed with big integers in Python from the description of `TraceHash`.
  @Test("is the same on every platform and in every build")
  func vectors() {
    #expect(TraceHash().text == "6a09e667f3bcc908")
    #expect(hash { $0.combine(0) } == "cea39eadbe76779f")
    #expect(hash { $0.combine(UInt64.max) } == "909be0b1bc7647df")
    #expect(hash { $0.combine("") } == "cea39eadbe76779f")
    #expect(hash { $0.combine("abcdefg") } == "4132794a7ea59a94")
    #expect(hash { $0.combine("abcdefgh") } == "c011639260e39a3b")
    #expect(hash { $0.combine("naïve ☃︎ 漢字") } == "6de9c6b9f15910d5")
  }

  @Test("is the same for a string however it is stored", arguments: 0...33)
  func storage(length: Int) {
    let text = String(repeating: "x", count: length)
    let bytes = Array(text.utf8)
    let fromBytes = hash { hash in bytes.withUnsafeBytes { hash.combine($0) } }
    #expect(hash { $0.combine(text) } == fromBytes)
    #expect(hash { $0.combine(String(("--" + text).dropFirst(2))) } == fromBytes)
    let offset = [UInt8(0)] + bytes
    let unaligned = hash { hash in
      offset.withUnsafeBytes { hash.combine(UnsafeRawBufferPointer(rebasing: $0[1...])) }
    }
    #expect(unaligned == fromBytes)
  }

  @Test("depends on where one string ends and the next begins")
  func boundaries() {
    let hashes = [
      hash {
        $0.combine("ab")
        $0.combine("c")
      },
      hash {
        $0.combine("a")
        $0.combine("bc")
      },
      hash { $0.combine("abc") },
      hash {
        $0.combine("abc")
        $0.combine("")
      },
      hash { $0.combine("abc\0") },
    ]
    #expect(Set(hashes).count == hashes.count)
  }

  @Test("changes with every single bit of a word", arguments: 0..<64)
  func bits(bit: Int) {
    #expect(hash { $0.combine(0) } != hash { $0.combine(1 << UInt64(bit)) })
  }

  @Test("depends on the order")
  func order() {
    let forward = hash {
      $0.combine(1)
      $0.combine(2)
    }
    let backward = hash {
      $0.combine(2)
      $0.combine(1)
    }
    #expect(forward != backward)
  }

  @Test("has sixteen digits")
  func digits() {
    var hash = TraceHash()
    for word in 0..<2000 as Range<UInt64> {
      hash.combine(word)
      guard hash.text.count == 16, UInt64(hash.text, radix: 16) == hash.value else {
        Issue.record("\(hash.text) is not the text of \(hash.value)")
        return
      }
    }
  }
}
