/** The conformance suite of ID tokens. Sources: RFC 7515 §3.1 (form), RFC 7518 §3.3 (RS256, at least 2048 bits). */
import { assert } from "@effect/vitest"
import { type Layer, Result } from "effect"
import * as Base64Url from "effect/encoding/Base64Url"
import { IdTokens, type PublicKey } from "../IdTokens.ts"
import { type Case, registerSuite, rule, type Selection } from "./suite/Suite.ts"

const CLAIMS = { iss: "http://127.0.0.1", sub: "1", nonce: "né", iat: 1, exp: 2 }

/** Verifies a token without using the adapter. */
export type Verify = (token: string, key: PublicKey) => boolean

const json = (part: string): unknown => JSON.parse(Result.getOrThrow(Base64Url.decodeString(part)))

const partsOf = (token: string) => {
  const [header = "", payload = "", signature, ...rest] = token.split(".")
  assert.isDefined(signature)
  assert.deepStrictEqual(rest, [])
  return { header, payload }
}

const keys: ReadonlyArray<Case<IdTokens>> = [
  rule("a key is one line of ASCII, and no two are the same", function* () {
    const { makeKey } = yield* IdTokens
    const [one, other] = [yield* makeKey, yield* makeKey]
    assert.match(one, /^[\x20-\x7e]+$/)
    assert.notStrictEqual(one, other)
  }),
  rule("its public part is an RSA key of 2048 bits for signatures by RS256, without anything private", function* () {
    const { makeKey, publicKey } = yield* IdTokens
    const key = yield* makeKey
    const shown = yield* publicKey(key)
    assert.hasAllKeys(shown, ["kty", "use", "kid", "n", "e", "alg"])
    assert.deepInclude(shown, { kty: "RSA", use: "sig", alg: "RS256" })
    assert.strictEqual(Result.getOrThrow(Base64Url.decode(shown.n)).length, 2048 / 8)
    assert.deepStrictEqual(yield* publicKey(key), shown)
    assert.notStrictEqual((yield* publicKey(yield* makeKey)).kid, shown.kid)
  })
]

const signatures = (verify: Verify): ReadonlyArray<Case<IdTokens>> => [
  rule("a token holds the claims as given, and its header names the algorithm and the key", function* () {
    const { makeKey, publicKey, sign } = yield* IdTokens
    const key = yield* makeKey
    const { header, payload } = partsOf(yield* sign(key, CLAIMS))
    assert.deepStrictEqual(json(payload), CLAIMS)
    assert.deepStrictEqual(json(header), { alg: "RS256", typ: "JWT", kid: (yield* publicKey(key)).kid })
  }),
  rule("the public part of the key verifies its tokens, and no other key does", function* () {
    const { makeKey, publicKey, sign } = yield* IdTokens
    const [one, other] = [yield* makeKey, yield* makeKey]
    const [by, byOther] = [yield* sign(one, CLAIMS), yield* sign(other, CLAIMS)]
    assert.isTrue(verify(by, yield* publicKey(one)))
    assert.isTrue(verify(byOther, yield* publicKey(other)))
    assert.isFalse(verify(by, yield* publicKey(other)))
  })
]

const sections = (verify: Verify) => ({ keys, signatures: signatures(verify) })

export const idTokensSuite = <E>(
  name: string,
  layer: () => Layer.Layer<IdTokens, E>,
  verify: Verify,
  selection?: Selection<keyof ReturnType<typeof sections>>
): void => registerSuite(name, layer, sections(verify), selection)
