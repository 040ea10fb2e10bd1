/** Clients that read too slowly or send too fast. */
import { gateway } from "@backlot/domain/base/Limits"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { LIVE, running } from "../fixture/Running.ts"
import { connect, login } from "./Bot.ts"
import { given, HARBOUR, INTENTS } from "./World.ts"

const MEMBERS = 1_000

/** The harbour with so many members that the full list is a large message. */
const crowded = () => {
  const users = Array.from({ length: MEMBERS }, (_, i) => ({
    id: String(310_000_000_000_000_000n + BigInt(i)),
    username: `sailor_${i}`
  }))
  const [application, ...applications] = given.applications
  const [harbour, ...guilds] = given.guilds
  const members = users.map(({ id }) => ({ user_id: id }))
  return {
    ...given,
    applications: [{ ...application, flags: ["GATEWAY_GUILD_MEMBERS"] }, ...applications],
    users: [...given.users, ...users],
    guilds: [{ ...harbour, members }, ...guilds]
  }
}

const ALL = { guild_id: HARBOUR, query: "", limit: 0 }
const sailors = login({ intents: INTENTS.GUILD_MEMBERS })

type Bot = Effect.Success<typeof sailors>["bot"]

const isServed = Effect.fnUntraced(function* (other: Bot) {
  other.send(1, null)
  assert.strictEqual((yield* other.next).op, 11)
})

/** Keeps asking, and reads again when the connection takes no more. */
const askWithoutReading = Effect.fnUntraced(function* ({ socket }: Bot, ask: () => void) {
  let isBroken = false
  socket.on("error", () => {
    isBroken = true
  })
  socket.pause()
  for (let i = 0; i < 10_000 && !isBroken && socket.readyState === socket.OPEN; i++) {
    ask()
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  }
  socket.resume()
})

layer(running({ world: crowded() }), LIVE)("a client that never reads", (it) => {
  it.effect("is cut once too much waits for it, and others are served", () =>
    Effect.gen(function* () {
      const { bot: other } = yield* login()
      const { bot } = yield* sailors
      yield* askWithoutReading(bot, () => bot.send(8, ALL))
      assert.strictEqual((yield* bot.closed).code, 1006)
      yield* isServed(other)
    })
  )

  it.effect("and has every ping answered is cut too", () =>
    Effect.gen(function* () {
      const bot = yield* connect()
      const payload = Buffer.alloc(125)
      yield* askWithoutReading(bot, () => {
        for (let i = 0; i < 100; i++) bot.socket.ping(payload)
      })
      assert.strictEqual((yield* bot.closed).code, 1006)
    })
  )
})

layer(running({ world: crowded(), limits: "enforce" }), LIVE)("a client that asks too fast", (it) => {
  it.effect("is closed with 4008 at the frame beyond the limit, heartbeats among the requests included", () =>
    Effect.gen(function* () {
      const { bot } = yield* sailors
      // IDENTIFY was the first frame.
      for (let i = 1; i < gateway.sends; i++) bot.send(i % 2 === 0 ? 1 : 8, i % 2 === 0 ? null : { ...ALL, limit: 1 })
      const frames = yield* bot.take(gateway.sends - 1)
      assert.strictEqual(frames.filter(({ op }) => op === 11).length, (gateway.sends - 2) / 2)
      bot.send(1, null)
      assert.strictEqual((yield* bot.closed).code, 4008)
    })
  )
})
