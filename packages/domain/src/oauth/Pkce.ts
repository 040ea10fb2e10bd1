/** Proof keys of the code flow: only S256. Sources: wire-rest.md §5.2, §5.3; RFC 7636 §4. */
import { Result } from "effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Hex from "effect/encoding/Hex"
import { oauth } from "../base/Limits.ts"

export const METHOD = "S256"

/** 43 base64url characters: a SHA-256. The last one has four bits, so only every fourth letter is possible there. */
export const isChallenge = (text: string): boolean => CHALLENGE.test(text)

/** 43 to 128 of A-Z a-z 0-9 - . _ ~ */
export const isVerifier = (text: string): boolean =>
  text.length >= oauth.verifierMin && text.length <= oauth.verifierMax && VERIFIER.test(text)

const CHALLENGE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/
const VERIFIER = /^[A-Za-z0-9._~-]+$/

/** The challenge of a verifier, from the 64 hex digits of its SHA-256. */
export const challengeOf = (sha256Hex: string): string =>
  Base64Url.encode(Result.getOrElse(Hex.decode(sha256Hex), () => new Uint8Array()))
