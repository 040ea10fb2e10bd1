/**
 * Endpoints of the REST surface, and what their OpenAPI document says beside the entries: security schemes and failures.
 * Names of schemes, schemas and answers are those of the official document. Sources: wire-rest.md §1 (auth column),
 * §3.1, §4.1; service.md "Authentication".
 */
import { type Details, type Entry, entriesWith, groupOf } from "./Endpoint.ts"
import { type Json, openDocument, record } from "./OpenDocument.ts"

/** One way to call an operation: the credentials that it takes by scheme. */
export type Credentials = Readonly<Record<string, ReadonlyArray<string>>>

/** The token of a bot. */
export const bot: Credentials = { BotToken: [] }

/** The access token of a user, with all of these scopes. */
export const bearer = (...scopes: ReadonlyArray<string>): Credentials => ({ OAuth2: scopes })

/** Id and secret of a client. */
export const secret: Credentials = { ClientSecret: [] }

/** No credentials, or a token in the path. */
export const nobody: Credentials = {}

export interface RestEntry extends Entry {
  /** Ways to call the operation, any of which is enough. */
  readonly security: readonly [Credentials, ...ReadonlyArray<Credentials>]
}

/** Makes entries of operations that these callers may call. */
export const by = (...security: RestEntry["security"]) =>
  entriesWith((_, details?: Details) => ({ ...details, security }))

/** Makes entries of operations for bots alone. */
export const bots = by(bot)

/** Endpoints of the REST surface by operation id. */
export const restGroup = <K extends string>(id: string, entries: Readonly<Record<K, RestEntry>>) =>
  groupOf(id, entries, described)

const described = (operation: Json, { security }: RestEntry): Json => ({
  ...operation,
  security,
  responses: {
    ...record(operation["responses"]),
    429: ref("responses/ClientRatelimitedResponse"),
    "4XX": ref(`responses/${security.includes(secret) ? "OAuthErrorResponse" : "ClientErrorResponse"}`)
  }
})

/** The scope that reads and replaces permissions of commands. */
export const PERMISSIONS = "applications.commands.permissions.update"

const TOKENS = {
  tokenUrl: "/api/oauth2/token",
  scopes: {
    "applications.commands.update": "Register commands; for client credentials alone.",
    [PERMISSIONS]:
      "Read overwrites of commands; replace them, by the rights of the token's user: the owner's with client credentials.",
    "applications.entitlements": "Read, consume and delete entitlements of the application.",
    "role_connections.write": "Read and write what the application says of the user, for linked roles.",
    openid: "Read who the user behind the token is, and get ID tokens.",
    identify: "Read the user behind the token.",
    email: "Read their address with it.",
    guilds: "List the guilds of the user behind the token.",
    "guilds.join": "Let a bot of the application add the user to a guild.",
    "guilds.members.read": "Read the user's own member of a guild.",
    "guilds.channels.read": "List the channels of a guild that the user may view.",
    "lobbies.write": "Join lobbies, talk in them, leave and link them."
  }
}

const schemes = {
  BotToken: { type: "apiKey", name: "Authorization", in: "header", description: "`Bot <token>`" },
  OAuth2: {
    type: "oauth2",
    flows: {
      authorizationCode: { authorizationUrl: "/oauth2/authorize", ...TOKENS, refreshUrl: TOKENS.tokenUrl },
      clientCredentials: TOKENS
    }
  },
  ClientSecret: { type: "http", scheme: "basic", description: "Client id and secret, or both in the form." }
}

const ref = (name: string): Json => ({ $ref: `#/components/${name}` })
const json = (schema: Json): Json => ({ "application/json": { schema } })
const object = (properties: Json, ...required: ReadonlyArray<string>): Json =>
  required.length === 0 ? { type: "object", properties } : { type: "object", properties, required }

const string = { type: "string" }
const integer = { type: "integer" }

const WINDOW = ["Limit", "Remaining", "Reset", "Reset-After", "Bucket"].map((name) => `X-RateLimit-${name}`)
const headers = (...names: ReadonlyArray<string>): Json =>
  Object.fromEntries(names.map((name) => [name, { schema: string }]))

const responses = {
  ClientErrorResponse: {
    description: "The request was refused.",
    headers: headers(...WINDOW),
    content: json(ref("schemas/ErrorResponse"))
  },
  ClientRatelimitedResponse: {
    description: "Too many requests: wait for Retry-After. A global refusal shows no bucket.",
    headers: headers(...WINDOW, "X-RateLimit-Scope", "X-RateLimit-Global", "Retry-After", "Via"),
    content: json(ref("schemas/RatelimitedResponse"))
  },
  OAuthErrorResponse: {
    description: "An OAuth error.",
    content: json(object({ error: string, error_description: string }, "error"))
  }
}

const schemas = {
  ErrorResponse: object({ code: integer, message: string, errors: ref("schemas/ErrorDetails") }, "code", "message"),
  ErrorDetails: {
    description: "The path to a fault, key by key, and its faults under `_errors`.",
    ...object({ _errors: { type: "array", items: object({ code: string, message: string }, "code", "message") } })
  },
  RatelimitedResponse: object(
    {
      message: string,
      retry_after: { type: "number", description: "Seconds." },
      global: { type: "boolean" },
      code: integer
    },
    ...["message", "retry_after", "global"]
  )
}

/** The document with what its operations refer to. */
export const describeRest = (document: Json): Record<string, unknown> => {
  const { components, paths, ...rest } = openDocument(document)
  return {
    ...rest,
    components: {
      ...record(components),
      schemas: { ...record(record(components)["schemas"]), ...schemas },
      responses,
      securitySchemes: schemes
    },
    paths
  }
}
