/** Keys that sign ID tokens, and the signing itself. Sources: wire-rest.md §5.1 (keys); OpenID Connect Core §2. */
import { Context, type Effect } from "effect"

/** A public key in the service's JWKS. */
export interface PublicKey {
  readonly kty: string
  readonly use: string
  readonly kid: string
  readonly n: string
  readonly e: string
  readonly alg: string
}

/** Claims of an ID token; times in whole seconds since the Unix epoch. */
export type IdClaims = Readonly<Record<string, string | number>>

export class IdTokens extends Context.Service<
  IdTokens,
  {
    /** A new private RSA key as the text of a JWK. */
    readonly makeKey: Effect.Effect<string>
    /** The public part of a key that `makeKey` made. Its `kid` is the same every time. */
    readonly publicKey: (key: string) => Effect.Effect<PublicKey>
    /** A compact JWS over the claims, by RS256, whose header names the key. */
    readonly sign: (key: string, claims: IdClaims) => Effect.Effect<string>
  }
>()("./IdTokens.ts") {}
