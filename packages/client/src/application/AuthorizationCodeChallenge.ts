/** The public half of a proof key, sent with the authorization request. Sources: wire-rest.md §5.2, §7; RFC 7636. */
import { ValidationError } from "./ClientFailure.ts"
import { ClientObject } from "./ClientObject.ts"

/** How a challenge is made from its verifier: only by SHA-256. */
export const AuthenticationCodeChallengeMethod = { S256: 0 } as const

export type AuthenticationCodeChallengeMethod =
  (typeof AuthenticationCodeChallengeMethod)[keyof typeof AuthenticationCodeChallengeMethod]

interface ChallengeFields {
  readonly method: AuthenticationCodeChallengeMethod
  readonly challenge: string
}

export class AuthorizationCodeChallenge extends ClientObject<AuthorizationCodeChallenge, ChallengeFields> {
  /** The uninitialized instance. */
  static readonly nullobj: AuthorizationCodeChallenge = new AuthorizationCodeChallenge().nulled()

  constructor() {
    super("AuthorizationCodeChallenge", { method: AuthenticationCodeChallengeMethod.S256, challenge: "" })
  }

  method(): AuthenticationCodeChallengeMethod {
    return this.held().method
  }

  setMethod(method: AuthenticationCodeChallengeMethod): this {
    if (method === AuthenticationCodeChallengeMethod.S256) return this.change({ method })
    throw new ValidationError({ field: "Method", message: "The only method of a code challenge is S256 (0)." })
  }

  /** Base64url of the SHA-256 of the verifier; empty until set. */
  challenge(): string {
    return this.held().challenge
  }

  setChallenge(challenge: string): this {
    return this.change({ challenge })
  }
}
