/** Secrets and keys by `node:crypto`. Source: architecture.md "Time, chance, limits"; wire-interactions.md §2. */
import * as crypto from "node:crypto"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect, Layer } from "effect"

type Bytes = (count: number) => Uint8Array

/** Cryptographically random. */
export const layer: Layer.Layer<Secrets> = Layer.sync(Secrets, () => makeSecrets(pooled(crypto.randomBytes)))

/** The same secrets in the same order for the same seed, on every machine. Only for tests. */
export const layerSeeded = (seed: number): Layer.Layer<Secrets> =>
  Layer.sync(Secrets, () => makeSecrets(bytesFrom(seed)))

const makeSecrets = (bytes: Bytes): Secrets["Service"] => {
  const keys = makeKeys()
  return {
    alphanumeric: (length) => Effect.sync(() => alphanumeric(bytes, length)),
    hex: (length) => Effect.sync(() => Buffer.from(bytes(length)).toString("hex")),
    sha256,
    equal,
    publicKey: (seed) => keys(seed).publicKey,
    sign: (seed, message) => crypto.sign(null, Buffer.from(message), keys(seed).privateKey).toString("hex")
  }
}

const sha256 = (text: string): string => crypto.hash("sha256", text, "hex")

// Tells the length of a secret, which is public, and nothing else.
const equal = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && crypto.timingSafeEqual(left, right)
}

const digest = (text: string) => crypto.hash("sha256", text, "buffer")

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
/** Larger bytes would favour the first letters of the alphabet. */
const FAIR_BELOW = 256 - (256 % ALPHABET.length)

const alphanumeric = (bytes: Bytes, length: number): string => {
  let text = ""
  while (text.length < length) {
    for (const byte of bytes(length - text.length))
      if (byte < FAIR_BELOW) text += ALPHABET.charAt(byte % ALPHABET.length)
  }
  return text
}

const POOL = 4_096

/** Draws many bytes at once, which costs little more than a few. No byte is used twice. */
const pooled = (bytes: Bytes): Bytes => {
  let pool: Uint8Array = new Uint8Array()
  let at = 0
  return (count) => {
    if (count > POOL) return bytes(count)
    if (at + count > pool.length) {
      pool = bytes(POOL)
      at = 0
    }
    at += count
    return pool.subarray(at - count, at)
  }
}

/** SHA-256 in counter mode. */
const bytesFrom = (seed: number): Bytes => {
  let counter = 0
  return (count) => {
    const blocks: Array<Buffer> = []
    for (let have = 0; have < count; have += 32) blocks.push(digest(`${seed}/${counter++}`))
    return Buffer.concat(blocks).subarray(0, count)
  }
}

/** Caches parsed keys, because parsing costs more than signing. There is one per application that signs. */
const KEPT_KEYS = 256

const makeKeys = (): ((seed: string) => KeyPair) => {
  const kept = new Map<string, KeyPair>()
  return (seed) => {
    const known = kept.get(seed)
    if (known !== undefined) return known
    const pair = parseKeyPair(seed)
    const [oldest] = kept.keys()
    if (kept.size >= KEPT_KEYS && oldest !== undefined) kept.delete(oldest)
    kept.set(seed, pair)
    return pair
  }
}

export interface KeyPair {
  readonly privateKey: crypto.KeyObject
  /** 64 lower-case hex digits. */
  readonly publicKey: string
}

const SEED = /^[0-9a-f]{64}$/i
/** PKCS #8 of an Ed25519 key up to the 32 bytes of its seed: RFC 8410 §7. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex")
const PUBLIC_KEY_BYTES = 32

/** Parses a seed of 64 hex digits; throws for any other text. */
export const parseKeyPair = (seed: string): KeyPair => {
  if (!SEED.test(seed)) throw new Error("an Ed25519 seed is 64 hex digits")
  const der = Buffer.concat([PKCS8_PREFIX, Buffer.from(seed, "hex")])
  const privateKey = crypto.createPrivateKey({ key: der, format: "der", type: "pkcs8" })
  const spki = crypto.createPublicKey(privateKey).export({ format: "der", type: "spki" })
  return { privateKey, publicKey: spki.subarray(-PUBLIC_KEY_BYTES).toString("hex") }
}
