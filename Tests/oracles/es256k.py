"""Writes the fixtures of ES256KTests from OpenSSL (through cryptography) and pycryptodome.

Usage: python es256k.py [--check] [--wycheproof FILE] OUTPUT_DIRECTORY

`--check` writes nothing and fails if a file differs. Fields are hexadecimal and stand between
blanks; `-` is an empty one.

signatures.txt: private key, public key (x, y), address as EIP-55 writes it, message, signature.
The nonce is RFC 6979's over SHA-256; s is moved to the lower half, which OpenSSL does not do.
keccak.txt: message, hash. tokens.txt: private key, issuer, iat, exp, the token.

wycheproof.txt is made from ecdsa_secp256k1_sha256_p1363_test.json of C2SP/wycheproof, which
`--wycheproof` names; without it the file stays. Its rows: number, public key, message, signature,
expected result.
"""

import base64
import hashlib
import json
import pathlib
import random
import sys

from Crypto.Hash import keccak
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
SIGNATURE_COUNT = 240
HASH_COUNT = 300
TOKEN_COUNT = 60
# The signer vector of did-jwt.
KNOWN = (
    0x278A5DE700E29FAAE8E40E366EC5012B5EC63D36EC77E8A2417154CC1D25383F,
    b"thequickbrownfoxjumpedoverthelazyprogrammer",
)


def keccak256(message):
    return keccak.new(digest_bits=256, data=message).digest()


def private(number):
    return ec.derive_private_key(number, ec.SECP256K1())


def public_bytes(key):
    numbers = key.public_key().public_numbers()
    return numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")


def address(key):
    digits = keccak256(public_bytes(key))[-20:].hex()
    check = keccak256(digits.encode()).hex()
    return "0x" + "".join(d.upper() if int(c, 16) > 7 else d for d, c in zip(digits, check))


def sign(key, message):
    made = key.sign(message, ec.ECDSA(hashes.SHA256(), deterministic_signing=True))
    r, s = utils.decode_dss_signature(made)
    return r.to_bytes(32, "big") + min(s, ORDER - s).to_bytes(32, "big")


def hexadecimal(data):
    return data.hex() or "-"


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signatures(draw):
    cases = [KNOWN]
    edges = [1, 2, ORDER - 1, ORDER // 2]
    edges += [int.from_bytes(test_key(number), "big") for number in (1, 2, 3)]
    for number in range(SIGNATURE_COUNT):
        key = edges[number] if number < len(edges) else draw.randrange(1, ORDER)
        cases.append((key, draw.randbytes(draw.choice([0, 1, 31, 32, 55, 64, 119, 200]))))
    for number, message in cases:
        key = private(number)
        yield " ".join([
            f"{number:064x}", public_bytes(key).hex(), address(key), hexadecimal(message),
            sign(key, message).hex(),
        ])


def test_key(number):
    """A key of the simulated phone's keychain."""
    return hashlib.sha256(f"dnp test identity {number}".encode()).digest()


def hashes_of(draw):
    sizes = list(range(HASH_COUNT)) + [1000, 4096, 5000]
    for size in sizes:
        message = draw.randbytes(size)
        yield f"{hexadecimal(message)} {keccak256(message).hex()}"


def tokens(draw):
    header = b'{"typ":"JWT","alg":"ES256K"}'
    for _ in range(TOKEN_COUNT):
        number = draw.randrange(1, ORDER)
        key = private(number)
        issuer = f"did:ethr:{address(key)}"
        issued = draw.randrange(1_700_000_000, 1_900_000_000)
        expires = issued + draw.choice([60, 3600])
        claims = json.dumps(
            {"exp": expires, "iat": issued, "iss": issuer}, separators=(",", ":")).encode()
        signed = f"{base64url(header)}.{base64url(claims)}"
        token = f"{signed}.{base64url(sign(key, signed.encode()))}"
        yield f"{number:064x} {issuer} {issued} {expires} {token}"


def wycheproof(path):
    for group in json.loads(path.read_text())["testGroups"]:
        key = group["publicKey"]["uncompressed"]
        for test in group["tests"]:
            yield " ".join([
                str(test["tcId"]), key, test["msg"] or "-", test["sig"] or "-", test["result"],
            ])


def main():
    arguments = sys.argv[1:]
    is_check = "--check" in arguments
    files = {}
    draw = random.Random(20260101)
    files["signatures.txt"] = signatures(draw)
    files["keccak.txt"] = hashes_of(draw)
    files["tokens.txt"] = tokens(draw)
    if "--wycheproof" in arguments:
        files["wycheproof.txt"] = wycheproof(
            pathlib.Path(arguments[arguments.index("--wycheproof") + 1]))
    directory = pathlib.Path(arguments[-1])
    for name, lines in files.items():
        text = "".join(f"{line}\n" for line in lines)
        path = directory / name
        if not is_check:
            path.write_text(text)
        elif path.read_text() != text:
            sys.exit(f"{path} differs")


if __name__ == "__main__":
    main()
