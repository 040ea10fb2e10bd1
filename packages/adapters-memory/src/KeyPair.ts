/** The Ed25519 keys of an application. Source: product.md "World file" (private_key). */
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto"

export interface KeyPair {
  readonly privateKey: KeyObject
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
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" })
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" })
  return { privateKey, publicKey: spki.subarray(-PUBLIC_KEY_BYTES).toString("hex") }
}
