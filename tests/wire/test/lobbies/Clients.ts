/** Harbour with clients: users with bearer tokens of Pet Shop and Stranger, over REST. */
import { Effect } from "effect"
import { ALICE, APP, BOB, harbour, LODGER, STRANGER, ZOE } from "../Harbour.ts"
import { type Call, call, saying, stage } from "../Stage.ts"

export const USERS = { alice: ALICE, bob: BOB, zoe: ZOE, lodger: LODGER } as const
export type UserName = keyof typeof USERS

/** An answer; each test reads the fields it needs. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>> & { readonly id: string; readonly code: number }
}

const token = (name: string, application = "shop") => `${name}-${application}-lobbies`

const tokens = [
  ...Object.entries(USERS).flatMap(([name, user_id]) => [
    { token: token(name), application_id: APP, user_id, scopes: ["sdk.social_layer", "lobbies.write"] },
    { token: token(name, "stranger"), application_id: STRANGER, user_id, scopes: ["lobbies.write"] }
  ]),
  { token: "alice-identify", application_id: APP, user_id: ALICE, scopes: ["identify"] },
  { token: "shop-itself", application_id: APP, scopes: ["lobbies.write"] }
]

/** `limits` are lifted unless a test sets them. */
export const clients = Effect.fnUntraced(function* (options: Parameters<typeof stage>[1] = {}) {
  const world = harbour(null)
  const staged = yield* stage(saying("hi"), {
    clock: "frozen",
    world: { ...world, tokens: [...world.tokens, ...tokens] },
    ...options
  })
  const { url } = staged.server.addresses
  const send = (authorization: string, path: string, asked: Call = {}) =>
    Effect.map(
      call(`${url}/api/v10${path}`, { ...asked, headers: { authorization, ...asked.headers } }),
      ({ status, headers, text }): Answered => ({ status, headers, body: text === "" ? {} : JSON.parse(text) })
    )
  const as = (name: UserName, path: string, asked?: Call) => send(`Bearer ${token(name)}`, path, asked)
  return {
    ...staged,
    send,
    as,
    /** Sends a request as the same user through Stranger's client. */
    atStranger: (name: UserName, path: string, asked?: Call) => send(`Bearer ${token(name, "stranger")}`, path, asked),
    bot: (path: string, asked?: Call) => send("Bot harbour-bot-token", path, asked),
    join: (name: UserName, secret: string, more: object = {}) =>
      as(name, "/lobbies", { method: "PUT", json: { secret, ...more } })
  }
})

/** The fault codes of a form at `path` of the body. */
export const faultAt = ({ body }: Answered, ...path: ReadonlyArray<string>): unknown => {
  let place: unknown = body["errors"]
  for (const key of [...path, "_errors", "0", "code"])
    place =
      typeof place === "object" && place !== null ? Object.entries(place).find(([k]) => k === key)?.[1] : undefined
  return place
}

export const codeOf = ({ status, body }: Answered) => [status, body.code]
