/** The conformance suite of secrets and keys. Source: architecture.md; RFC 8032 §7.1 (signatures), FIPS 180-4 (digests). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Secrets } from "../Secrets.ts"
import { type Case, rule, suite } from "./suite/Suite.ts"

const chance: ReadonlyArray<Case<Secrets>> = [
  ...[0, 1, 16, 17, 68, 1_000].flatMap((length) => [
    {
      name: `alphanumeric gives ${length} characters of A-Z a-z 0-9`,
      run: Effect.flatMap(Secrets, (secrets) =>
        Effect.map(secrets.alphanumeric(length), (text) => assert.match(text, new RegExp(`^[A-Za-z0-9]{${length}}$`)))
      )
    },
    {
      name: `hex gives ${length} bytes in lower-case digits`,
      run: Effect.flatMap(Secrets, (secrets) =>
        Effect.map(secrets.hex(length), (text) => assert.match(text, new RegExp(`^[0-9a-f]{${2 * length}}$`)))
      )
    }
  ]),
  rule("no secret comes twice", function* () {
    const secrets = yield* Secrets
    const made = yield* Effect.forEach(Array.from({ length: 500 }), () => secrets.alphanumeric(24))
    const digits = yield* Effect.forEach(Array.from({ length: 500 }), () => secrets.hex(12))
    assert.strictEqual(new Set([...made, ...digits]).size, 1_000)
  }),
  rule("every character of the alphabet comes about as often", function* () {
    const perCharacter = 1_000
    const text = yield* Effect.flatMap(Secrets, (secrets) => secrets.alphanumeric(62 * perCharacter))
    const counts = new Map<string, number>()
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
    assert.strictEqual(counts.size, 62)
    // Eight standard deviations: a fair source fails this once in 10^13 runs.
    for (const count of counts.values()) assert.approximately(count, perCharacter, 8 * Math.sqrt(perCharacter))
  })
]

const DIGESTS: Readonly<Record<string, string>> = {
  "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  abc: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  é: "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"
}

const digests: ReadonlyArray<Case<Secrets>> = [
  ...Object.entries(DIGESTS).map(([text, digest]) => ({
    name: `sha256 of ${JSON.stringify(text)}`,
    run: Effect.map(Secrets, (secrets) => assert.strictEqual(secrets.sha256(text), digest))
  })),
  rule("equal compares texts of any lengths", function* () {
    const { equal } = yield* Secrets
    assert.isTrue(equal("", ""))
    assert.isTrue(equal("token é", "token é"))
    for (const other of ["", "toke", "tokens", "Token", "token\0"]) assert.isFalse(equal("token", other), other)
  })
]

const VECTORS = [
  {
    seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    message: [],
    signature:
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
  },
  {
    seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    message: [0x72],
    signature:
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
  }
] as const

const keys: ReadonlyArray<Case<Secrets>> = [
  ...VECTORS.map(({ seed, publicKey, message, signature }, i) => ({
    name: `Ed25519 agrees with RFC 8032, test ${i + 1}`,
    run: Effect.map(Secrets, (secrets) => {
      assert.strictEqual(secrets.publicKey(seed), publicKey)
      assert.strictEqual(secrets.sign(seed, Uint8Array.from(message)), signature)
    })
  })),
  rule("text is signed as its UTF-8 bytes", function* () {
    const secrets = yield* Secrets
    const [{ seed }] = VECTORS
    assert.strictEqual(secrets.sign(seed, "r\u00e9"), secrets.sign(seed, Uint8Array.from([0x72, 0xc3, 0xa9])))
  }),
  rule("many keys in turn sign as each does alone", function* () {
    const secrets = yield* Secrets
    const seeds = yield* Effect.forEach(Array.from({ length: 600 }), () => secrets.hex(32))
    const message = "message"
    const first = seeds.map((seed) => secrets.sign(seed, message))
    assert.strictEqual(new Set(first).size, seeds.length)
    assert.deepStrictEqual(
      seeds.map((seed) => secrets.sign(seed, message)),
      first
    )
  }),
  rule("a seed that is not 64 hex digits is refused", function* () {
    const secrets = yield* Secrets
    for (const seed of ["", "00", "g".repeat(64), "0".repeat(63), "0".repeat(66)]) {
      assert.throws(() => secrets.publicKey(seed))
    }
  })
]

export const secretsSuite = suite({ chance, digests, keys })
