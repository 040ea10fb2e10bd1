/**
 * A proof key: the challenge for the authorization, the verifier for the token. Sources: wire-rest.md §7; RFC 7636 §4.
 */
import { Effect } from "effect"
import * as Digest from "effect/crypto/Digest"
import { SecureRandom } from "effect/crypto/SecureRandom"
import * as Base64Url from "effect/encoding/Base64Url"
import { AuthorizationCodeChallenge } from "./AuthorizationCodeChallenge.ts"
import { ClientObject } from "./ClientObject.ts"

interface VerifierFields {
  /** A private copy. */
  readonly challenge: AuthorizationCodeChallenge
  readonly verifier: string
}

export class AuthorizationCodeVerifier extends ClientObject<AuthorizationCodeVerifier, VerifierFields> {
  /** The uninitialized instance. */
  static readonly nullobj: AuthorizationCodeVerifier = new AuthorizationCodeVerifier().nulled()

  constructor() {
    super("AuthorizationCodeVerifier", { challenge: new AuthorizationCodeChallenge(), verifier: "" })
  }

  /** A copy: call the setter to change it. */
  challenge(): AuthorizationCodeChallenge {
    return this.held().challenge.copy()
  }

  setChallenge(challenge: AuthorizationCodeChallenge): this {
    return this.change({ challenge: challenge.copy() })
  }

  /** The secret half; empty until set. */
  verifier(): string {
    return this.held().verifier
  }

  setVerifier(verifier: string): this {
    return this.change({ verifier })
  }
}

/** Generates a verifier of 256 random bits in 43 characters, as RFC 7636 §4.1 recommends. */
export const generate: Effect.Effect<AuthorizationCodeVerifier, never, SecureRandom | Digest.Digest> = Effect.gen(
  function* () {
    const verifier = yield* secretText
    const digest = yield* Digest.Digest
    // The verifier is ASCII, so its bytes are its characters.
    const bytes = Uint8Array.from(verifier, (character) => character.charCodeAt(0))
    const challenge = Base64Url.encode(yield* digest.digest(Digest.sha256, bytes))
    return new AuthorizationCodeVerifier()
      .setVerifier(verifier)
      .setChallenge(new AuthorizationCodeChallenge().setChallenge(challenge))
  }
)

/** 256 random bits as text that needs no escape in a URL. */
export const secretText: Effect.Effect<string, never, SecureRandom> = Effect.flatMap(SecureRandom, (random) =>
  Effect.map(random.randomBytes(32), Base64Url.encode)
)
