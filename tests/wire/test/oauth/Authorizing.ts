/** A service with a confidential, a rival and a public application, and the requests of their authorization flows. */
import { createHash } from "node:crypto"
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import { Effect } from "effect"

export const SHOP = "100000000000000001"
export const RIVAL = "100000000000000002"
export const GAME = "100000000000000003"
export const GUILD = "200000000000000001"
export const OTHER_GUILD = "200000000000000002"
export const GENERAL = "200000000000000021"
export const STAFF_ROOM = "200000000000000022"
export const ALICE = "300000000000000001"
export const BOB = "300000000000000002"
export const REDIRECT = "https://shop.example/callback"
export const VERIFIER = "correct-horse-battery-staple.0123456789~ABCD"

const SECRETS: Readonly<Record<string, string>> = {
  [SHOP]: "shop-secret",
  [RIVAL]: "rival:secret",
  [GAME]: "game-secret"
}

const application = (id: string, name: string, flags: ReadonlyArray<string> = []) => ({
  id,
  name,
  owner_id: ALICE,
  bot: { token: `${name}-bot-token` },
  client_secret: SECRETS[id],
  redirect_uris: [REDIRECT],
  integration_types: [0, 1],
  flags
})

const world = {
  applications: [
    application(SHOP, "shop"),
    application(RIVAL, "rival"),
    application(GAME, "game", ["PUBLIC_OAUTH2_CLIENT"])
  ],
  users: [
    { id: ALICE, username: "alice", locale: "de", email: "alice@example.com" },
    { id: BOB, username: "bob", global_name: "Bob" }
  ],
  guilds: [
    {
      id: GUILD,
      name: "Harbour",
      owner_id: ALICE,
      channels: [
        { id: GENERAL, name: "general" },
        { id: STAFF_ROOM, name: "staff", permission_overwrites: [{ id: GUILD, type: 0, deny: ["VIEW_CHANNEL"] }] }
      ],
      members: [{ user_id: BOB }]
    },
    { id: OTHER_GUILD, name: "Quay", owner_id: ALICE, members: [] }
  ]
}

export const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url")

export type Fields = Readonly<Record<string, string>>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Body
}

/** The fields of answers that tests read. */
export interface Body {
  readonly access_token: string
  readonly refresh_token: string
  readonly id_token: string
  readonly scope: string
  readonly expires: string
  readonly error: string
  readonly location: string
  readonly code: number
  readonly keys: ReadonlyArray<object>
}

export const ask = (url: string, init: RequestInit = {}) =>
  Effect.promise(async (signal): Promise<Answer> => {
    const response = await fetch(url, { ...init, signal })
    const text = await response.text()
    const isJson = response.headers.get("content-type") === "application/json"
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} }
  })

/** Status and whole body of a refusal. */
export const refused = ({ status, text }: Answer) => ({ status, body: JSON.parse(text) as object })

export const basic = (id: string, secret: string | undefined = SECRETS[id]) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`
})

export const start = Effect.fnUntraced(function* (options: Partial<EmbeddedServer.EmbeddedServerOptions> = {}) {
  const server = yield* EmbeddedServer.start({ world, limits: "observe", ...options })
  return { server, ...handsOn(server.addresses.url) }
})

export const handsOn = (url: string) => {
  const rest = `${url}/api/v10`
  const form = (path: string, fields: Fields | URLSearchParams | string, headers: Fields = {}) =>
    ask(`${rest}${path}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: String(typeof fields === "string" ? fields : new URLSearchParams(fields))
    })
  const json = (path: string, body: unknown, method = "POST") =>
    ask(`${url}${path}`, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
  /** A user consents. Returns the code for the application, and the other parameters of the redirect. */
  const consent = Effect.fnUntraced(function* (query: Fields = {}, user_id = BOB, decision: object = {}) {
    const asked = { client_id: SHOP, response_type: "code", redirect_uri: REDIRECT, scope: "identify", ...query }
    const { status, text, body } = yield* json(`/api/oauth2/authorize?${new URLSearchParams(asked)}`, {
      user_id,
      authorize: true,
      ...decision
    })
    if (status !== 200) return yield* Effect.die(new Error(text))
    const back = new URL(body.location)
    return { back, code: back.searchParams.get("code") ?? "" }
  })
  const exchange = (code: string, fields: Fields = {}, headers: Fields = basic(SHOP)) =>
    form("/oauth2/token", { grant_type: "authorization_code", code, redirect_uri: REDIRECT, ...fields }, headers)
  const refresh = (refresh_token: string, headers: Fields = basic(SHOP)) =>
    form("/oauth2/token", { grant_type: "refresh_token", refresh_token }, headers)
  const revoke = (token: string, headers: Fields = basic(SHOP)) => form("/oauth2/token/revoke", { token }, headers)
  const bearer = (token: string, path: string) =>
    ask(`${rest}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const tokens = Effect.fnUntraced(function* (query: Fields = {}, user_id = BOB, decision: object = {}) {
    const { code } = yield* consent(query, user_id, decision)
    return (yield* exchange(code)).body
  })
  return { url, form, json, consent, exchange, refresh, revoke, bearer, tokens }
}
