import Digests
import ES256K
import PlainText
import Secp256k1Shim
import Tokens

/// Signing and checking tokens, beside the library's own functions in the same run.
enum TokenBench {
  private static let count = 20_000

  static func run() throws {
    let keys = TestKeys.standard
    let issuer = keys.identities[0]
    guard let key = PrivateKey([UInt8](repeating: 7, count: 32)) else { return }
    let signed = Array(
      JSONWebToken.signed(issuer: issuer, issuedAtSeconds: 1, expiresAtSeconds: 61).utf8)
    let signature = key.signature(of: signed)
    let token =
      String(decoding: signed, as: UTF8.self) + "."
      + Base64.url.text(keys.signature(of: signed, by: issuer) ?? [])
    let digest = SHA256.digest(signed)
    let private7 = [UInt8](repeating: 7, count: 32)
    let sign = rate { _ = key.signature(of: signed) }
    let bareSign = rate {
      var number: Int32 = 0
      var bytes = [UInt8](repeating: 0, count: 64)
      _ = dnp_secp256k1_sign(&bytes, &number, digest, private7)
    }
    let verify = rate { _ = ES256K.isValid(signature, of: signed, by: key.publicKey) }
    let bareVerify = rate {
      _ = dnp_secp256k1_verify(signature, digest, key.publicKey, false)
    }
    let check = rate { try? TokenCheck().verify(token, at: 30_000, keys) }
    report("sign", sign, bareSign)
    report("verify", verify, bareVerify)
    print("ES256K check of a whole token: \(check.text()) a second (limit ≥ 5000)")
  }

  private static func report(_ name: String, _ own: Double, _ library: Double) {
    print(
      "ES256K \(name): \(own.text()) a second (limit ≥ 5000), libsecp256k1 \(library.text()), "
        + "ratio \((own / library).text()) (limit ≥ 0.9)")
  }

  /// How often a second, the median of five.
  private static func rate(_ body: () -> Void) -> Double {
    Stopwatch.median(
      (0..<5).map { _ in
        let seconds = Stopwatch.seconds { for _ in 0..<(count / 5) { body() } }
        return Double(count / 5) / seconds
      })
  }
}
