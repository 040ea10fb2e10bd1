/** Users with client sessions: a world with their tokens, and functions that make lobbies. */
import { Effect } from "effect"
import { ask } from "../fixture/Client.ts"
import { ALICE, APP, at, OTHER_APP, SECRETS, world } from "../fixture/Running.ts"
import { type Bot, connect, type Frame, fields, login } from "./Bot.ts"
import { given } from "./World.ts"

export { ALICE, APP, OTHER_APP }
export const BOB = "300000000000000002"
export const CAROL = "300000000000000003"

const SDK = ["sdk.social_layer_presence", "gateway.connect", "identify", "lobbies.write"]

export const TOKENS = {
  alice: "alice-sdk-token",
  bob: "bob-sdk-token",
  carol: "carol-sdk-token",
  carolMail: "carol-email-token",
  aliceElsewhere: "alice-other-token",
  expired: "bob-expired-token",
  nobody: "client-credentials-token"
} as const

const token = (token: string, user_id: string | undefined, rest: object = {}) => ({
  token,
  application_id: APP,
  ...(user_id === undefined ? {} : { user_id }),
  scopes: SDK,
  ...rest
})

export const playing = {
  ...given,
  users: [...world.users, { id: BOB, username: "bob" }, { id: CAROL, username: "carol", email: "carol@example.org" }],
  tokens: [
    ...world.tokens,
    token(TOKENS.alice, ALICE),
    token(TOKENS.bob, BOB),
    token(TOKENS.carol, CAROL),
    token(TOKENS.carolMail, CAROL, { scopes: [...SDK, "email"] }),
    token(TOKENS.aliceElsewhere, ALICE, { application_id: OTHER_APP }),
    token(TOKENS.expired, BOB, { expires_in: 60 }),
    token(TOKENS.nobody, undefined)
  ]
}

/** A client session, without intents. */
export const signIn = (token: string) => login({ token, intents: undefined })

/** The close code of a login with this token. */
export const refusalOf = Effect.fnUntraced(function* (token: unknown, identify: object = { intents: undefined }) {
  const { bot } = yield* Effect.map(connect(), (bot) => ({ bot }))
  yield* bot.next
  bot.send(2, { token, properties: {}, ...identify })
  return (yield* bot.closed).code
})

/** Asks the REST API as a bot. */
export const rest = Effect.fnUntraced(function* (
  method: string,
  path: string,
  json?: unknown,
  bot: string = SECRETS.bot
) {
  const headers = { authorization: `Bot ${bot}` }
  const { status, body } = yield* ask(yield* at(`/api/v10${path}`), { method, headers, json })
  if (status >= 300) return yield* Effect.die(new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`))
  return Object(body) as Readonly<Record<string, unknown>>
})

/** Makes a lobby with these members; returns its id. */
export const lobbyOf = Effect.fnUntraced(function* (
  members: ReadonlyArray<string>,
  { bot, ...rests }: { readonly bot?: string } & Readonly<Record<string, unknown>> = {}
) {
  const { id } = yield* rest("POST", "/lobbies", { members: members.map((id) => ({ id })), ...rests }, bot)
  return String(id)
})

/** Takes the next frame, which must be this dispatch; returns its data. */
export const hears = Effect.fnUntraced(function* ({ next }: Bot, t: string) {
  const frame: Frame = yield* next
  if (frame.t !== t) return yield* Effect.die(new Error(`${t} was to come, but ${JSON.stringify(frame)} did`))
  return fields(frame)
})

/** Checks that nothing has arrived: the next frame answers a heartbeat. */
export const hearsNothing = Effect.fnUntraced(function* (bot: Bot) {
  bot.send(1, null)
  const frame = yield* bot.next
  if (frame.op !== 11) return yield* Effect.die(new Error(`nothing was to come, but ${JSON.stringify(frame)} did`))
})
