/** The rules of the parameters of an authorize URL, as a table. Source: wire-rest.md §5.2; RFC 6749 §3.1; RFC 7636 §4.3. */
import { command, oauth } from "../base/Limits.ts"
import { isSnowflake } from "../base/Snowflake.ts"
import { IntegrationType } from "../record/ApplicationCommand.ts"
import { isGrantable, isInstalling, words } from "../record/Scope.ts"
import type { Application, InstallParams } from "../record/World.ts"
import * as AuthorizeError from "./AuthorizeError.ts"
import * as Pkce from "./Pkce.ts"
import type { RedirectKind } from "./RedirectUri.ts"

/** The request as read: the last value of each parameter, and the names of repeated parameters. */
export interface Asked {
  readonly given: ReadonlyMap<string, string>
  readonly repeated: ReadonlySet<string>
  readonly application: Application
}

export interface Judged extends Asked {
  /** Only installs: no code, no token, no redirect. */
  readonly is_pure: boolean
  readonly redirect_kind: RedirectKind | null
}

export const typeOf = ({ given }: Asked): string | null => given.get("response_type") ?? null

/** Words of `scope`; without it, the scopes of the application's default installation. Not validated yet. */
export const scopesOf = (asked: Asked): ReadonlyArray<string> => {
  const scope = asked.given.get("scope")
  return scope === undefined ? words(defaultsOf(asked)?.scopes.join(" ")) : words(scope)
}

/** Decimal bit set of permissions, when the request asks for the bot. */
export const permissionsOf = (asked: Asked): string => {
  const given = asked.given.get("permissions")
  if (!scopesOf(asked).includes("bot")) return "0"
  if (given !== undefined) return BigInt(given).toString()
  return asked.given.has("scope") ? "0" : (defaultsOf(asked)?.permissions ?? "0")
}

/** Null when no scope installs. Default: 0, or the supported type. Our choice: docs/choices.md "OAuth2". */
export const integrationTypeOf = (asked: Asked): IntegrationType | null =>
  scopesOf(asked).some(isInstalling) ? wantedType(asked) : null

const wantedType = ({ given, application }: Asked): IntegrationType => {
  const named = INTEGRATION_TYPES.get(given.get("integration_type") ?? "")
  if (named !== undefined) return named
  const { GUILD_INSTALL, USER_INSTALL } = IntegrationType
  return application.integration_types.includes(GUILD_INSTALL) ? GUILD_INSTALL : USER_INSTALL
}

const INTEGRATION_TYPES: ReadonlyMap<string, IntegrationType> = new Map([
  ["0", IntegrationType.GUILD_INSTALL],
  ["1", IntegrationType.USER_INSTALL]
])

/** The application's default; `install_params` are for guilds. Our choice: docs/choices.md "OAuth2". */
const defaultsOf = (asked: Asked): InstallParams | undefined => {
  const { integration_types_config, install_params } = asked.application
  const type = wantedType(asked)
  const own = integration_types_config?.[type]?.oauth2_install_params
  return own ?? (type === IntegrationType.GUILD_INSTALL ? (install_params ?? undefined) : undefined)
}

const KNOWN = [
  "client_id",
  "redirect_uri",
  "response_type",
  "scope",
  "state",
  "nonce",
  "prompt",
  "code_challenge",
  "code_challenge_method",
  "integration_type",
  "permissions",
  "guild_id",
  "disable_guild_select"
]

type AuthorizeRule = (judged: Judged) => AuthorizeError.Refusal | false | undefined

/** The rule of one parameter, which applies when the parameter is given. */
const when =
  (parameter: string, demand: string, isGood: (value: string, judged: Judged) => boolean): AuthorizeRule =>
  (judged) => {
    const value = judged.given.get(parameter)
    if (value === undefined || isGood(value, judged)) return undefined
    return AuthorizeError.invalid(parameter, `The parameter "${parameter}" ${demand}.`)
  }

/** A decimal bit set; wire-rest.md §1.3 gives the bound. */
export const isPermissions = (text: string): boolean =>
  /^\d{1,20}$/.test(text) && BigInt(text) <= command.permissionsMax

/** Libraries write booleans in several ways. */
const BOOLEANS: ReadonlySet<string> = new Set(["true", "false", "1", "0"])

/** In the order in which they are judged. */
const RULES: ReadonlyArray<AuthorizeRule> = [
  ({ repeated }) => {
    const twice = KNOWN.find((name) => repeated.has(name))
    return twice !== undefined && AuthorizeError.repeated(twice)
  },
  ({ given }) => {
    const long = KNOWN.find((name) => (given.get(name)?.length ?? 0) > oauth.parameterMax)
    return long !== undefined && AuthorizeError.tooLong(long, oauth.parameterMax)
  },
  (judged) => scopesOf(judged).length === 0 && AuthorizeError.missingScope,
  (judged) => !scopesOf(judged).every(isGrantable) && AuthorizeError.invalidScope,
  // An application that is only installed needs no response_type.
  (judged) =>
    typeOf(judged) === null &&
    !judged.is_pure &&
    AuthorizeError.invalid("response_type", `The parameter "response_type" is required.`),
  (judged) => ![null, "code", "token"].includes(typeOf(judged)) && AuthorizeError.responseType,
  // After RFC 8252 §8.2: any program may claim such a scheme, and a token has no proof key. Our choice: docs/choices.md
  // "OAuth2".
  (judged) => typeOf(judged) === "token" && judged.redirect_kind === "implicit" && AuthorizeError.implicitRedirect,
  when(
    "code_challenge",
    "needs a code_challenge_method of S256",
    (_, { given }) => given.get("code_challenge_method") === Pkce.METHOD
  ),
  when("code_challenge", "must be 43 base64url characters of a SHA-256", Pkce.isChallenge),
  when("code_challenge_method", "needs a code_challenge", (_, { given }) => given.has("code_challenge")),
  when("prompt", "must be consent or none", (value) => value === "consent" || value === "none"),
  when("permissions", "must be a bit set as a decimal number", isPermissions),
  when("guild_id", "must be a snowflake", isSnowflake),
  when("disable_guild_select", "must be true or false", (value) => BOOLEANS.has(value.toLowerCase())),
  when("integration_type", "must be 0 or 1", (value) => INTEGRATION_TYPES.has(value)),
  // It matters only with `applications.commands` (§5.2); otherwise it is accepted and ignored. Our choice:
  // docs/choices.md "OAuth2".
  (judged) => {
    const type = integrationTypeOf(judged)
    const isSupported = type === null || judged.application.integration_types.includes(type)
    return (
      !isSupported &&
      AuthorizeError.invalid("integration_type", "The application does not support this integration_type.")
    )
  },
  (judged) =>
    scopesOf(judged).includes("bot") &&
    integrationTypeOf(judged) === IntegrationType.USER_INSTALL &&
    AuthorizeError.botOfUser
]

/** The refusal of the first violated rule. */
export const refusalOf = (judged: Judged): AuthorizeError.Refusal | undefined => {
  for (const judge of RULES) {
    const refusal = judge(judged)
    if (refusal) return refusal
  }
  return undefined
}
