/** A bot that may not connect to voice gets no answer; an event says why. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { APP, at, running } from "../fixture/Running.ts"
import { login } from "./Bot.ts"
import { given, HARBOUR } from "./World.ts"

const LOUNGE = "200000000000000055"

const [harbour, ...others] = given.guilds
const roles = [{ id: HARBOUR, name: "@everyone", permissions: ["VIEW_CHANNEL"] }]
const world = {
  ...given,
  guilds: [{ ...harbour, roles, channels: [{ id: LOUNGE, name: "lounge", type: 2 }] }, ...others]
}

/** The first event of a type in the log. */
const told = Effect.fnUntraced(function* (type: string) {
  const url = yield* at("/control/v1/events")
  return yield* Effect.promise(async (signal) => {
    const stream = await fetch(url, { headers: { "last-event-id": "0" }, signal })
    let text = ""
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk).toString()
      const [, data] = new RegExp(`^event: ${type}\\ndata: (.*)\\n\\n`, "m").exec(text) ?? []
      // The server writes JSON.
      if (data !== undefined) return (JSON.parse(data) as { readonly data: Readonly<Record<string, unknown>> }).data
    }
    throw new Error(`the stream ended: ${text}`)
  })
})

describe("an op 4 that the platform ignores", () => {
  it.live("is an event with its place and the permission that decided", () =>
    Effect.gen(function* () {
      const { bot } = yield* login()
      bot.send(4, { guild_id: HARBOUR, channel_id: LOUNGE, self_mute: false, self_deaf: false })
      const { because, ...data } = yield* told("voice_connection.refused")
      assert.deepStrictEqual(data, { application_id: APP, guild_id: HARBOUR, channel_id: LOUNGE, code: null })
      assert.include(String(because), "CONNECT")
    }).pipe(Effect.scoped, Effect.provide(running({ world })))
  )
})
