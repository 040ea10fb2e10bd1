/** Random secrets and keys: cryptographic by default, reproducible only from a seed. Source: architecture.md. */
import { Context, type Effect } from "effect"

export class Secrets extends Context.Service<
  Secrets,
  {
    /** `length` characters of A-Z a-z 0-9. */
    readonly alphanumeric: (length: number) => Effect.Effect<string>
    /** `length` random bytes as lower-case hex digits. */
    readonly hex: (length: number) => Effect.Effect<string>
    /** SHA-256 of UTF-8 text, 64 hex digits. Pure. */
    readonly sha256: (text: string) => string
    /** Compares in constant time. Pure. */
    readonly equal: (a: string, b: string) => boolean
    /** The Ed25519 public key (64 hex digits) of a seed (64 hex digits). Pure. */
    readonly publicKey: (seed: string) => string
    /** Ed25519 signature (128 hex digits) over bytes, or over the UTF-8 bytes of text. Pure. */
    readonly sign: (seed: string, message: string | Uint8Array) => string
  }
>()("./Secrets.ts") {}
