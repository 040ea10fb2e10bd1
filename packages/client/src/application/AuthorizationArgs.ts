/**
 * The arguments of `Client.authorize`: what a client asks a user to authorize. Source: service.md "Authorization
 * arguments". Names are those of the C++ library with a small first letter: `ClientId()` is `clientId()`,
 * `SetClientId(…)` is `setClientId(…)`. They are methods, not accessors, because reading an invalid object throws.
 * Setters return the object, so that they chain; undefined unsets an optional field.
 */
import { Result } from "effect"
import type { AuthorizationCodeChallenge } from "./AuthorizationCodeChallenge.ts"
import { ValidationError } from "./ClientFailure.ts"
import { ClientObject } from "./ClientObject.ts"
import { type IntegrationType, isIntegrationType } from "./IntegrationType.ts"

interface ArgsFields {
  readonly clientId?: bigint | undefined
  readonly scopes: string
  readonly state?: string | undefined
  readonly nonce?: string | undefined
  /** A private copy. */
  readonly codeChallenge?: AuthorizationCodeChallenge | undefined
  readonly integrationType?: IntegrationType | undefined
  readonly customSchemeParam?: string | undefined
}

export class AuthorizationArgs extends ClientObject<AuthorizationArgs, ArgsFields> {
  /** The uninitialized instance. */
  static readonly nullobj: AuthorizationArgs = new AuthorizationArgs().nulled()

  constructor() {
    super("AuthorizationArgs", { scopes: "" })
  }

  /** The application id. When it is unset or 0, the client's id is used. */
  clientId(): bigint | undefined {
    return this.held().clientId
  }

  /** Throws a `ValidationError` for anything but an unsigned 64-bit integer. */
  setClientId(clientId: bigint | undefined): this {
    return this.change({
      clientId: clientId === undefined ? undefined : Result.getOrThrow(judgedId("ClientId", clientId))
    })
  }

  /** OAuth2 scopes, separated by spaces; empty until set. */
  scopes(): string {
    return this.held().scopes
  }

  /** Typically `Client.getDefaultPresenceScopes()` or `Client.getDefaultCommunicationScopes()`. */
  setScopes(scopes: string): this {
    return this.change({ scopes })
  }

  /** The service returns it with the code. Leave it unset: the client then makes a random one. */
  state(): string | undefined {
    return this.held().state
  }

  /** Throws a `ValidationError` for an empty text, which would give no protection. */
  setState(state: string | undefined): this {
    if (state === "") throw refused("State", "must not be empty; leave it unset and the client makes a random one")
    return this.change({ state })
  }

  /** The service puts it into the ID token, for backends. */
  nonce(): string | undefined {
    return this.held().nonce
  }

  setNonce(nonce: string | undefined): this {
    return this.change({ nonce })
  }

  /** A copy: call the setter to change it. */
  codeChallenge(): AuthorizationCodeChallenge | undefined {
    return this.held().codeChallenge?.copy()
  }

  /** Takes the `challenge()` of a verifier. Throws a `ValidationError` unless it is valid. */
  setCodeChallenge(challenge: AuthorizationCodeChallenge | undefined): this {
    if (challenge?.isValid() === false) throw refused("CodeChallenge", "must be a valid object, or undefined")
    return this.change({ codeChallenge: challenge?.copy() })
  }

  /** The type of installation of the app. */
  integrationType(): IntegrationType | undefined {
    return this.held().integrationType
  }

  /** Throws a `ValidationError` for any other value. */
  setIntegrationType(integrationType: IntegrationType | undefined): this {
    if (integrationType !== undefined && !isIntegrationType(integrationType))
      throw refused("IntegrationType", "must be GuildInstall (0) or UserInstall (1)")
    return this.change({ integrationType })
  }

  /** The scheme of a redirect to a mobile app. */
  customSchemeParam(): string | undefined {
    return this.held().customSchemeParam
  }

  /**
   * Throws a `ValidationError` for an invalid scheme (RFC 3986 §3.1), which would change the meaning of the redirect.
   */
  setCustomSchemeParam(scheme: string | undefined): this {
    if (scheme !== undefined && !SCHEME.test(scheme))
      throw refused("CustomSchemeParam", "must be a URI scheme: a letter, then letters, digits, +, - and .")
    return this.change({ customSchemeParam: scheme })
  }
}

/** An id of the C++ library: an unsigned 64-bit integer. */
export const judgedId = (field: string, id: bigint): Result.Result<bigint, ValidationError> => {
  if (typeof id === "bigint" && id >= 0n && id <= MAX_ID) return Result.succeed(id)
  const found = typeof id === "bigint" ? `${id}` : `a ${typeof id}`
  const rule = `must be a bigint from 0 to ${MAX_ID} (an unsigned 64-bit integer), but is ${found}`
  return Result.fail(refused(field, rule))
}

const MAX_ID = 2n ** 64n - 1n
const SCHEME = /^[a-z][a-z0-9+.-]*$/i

const refused = (field: string, rule: string) => new ValidationError({ field, message: `${field} ${rule}.` })
