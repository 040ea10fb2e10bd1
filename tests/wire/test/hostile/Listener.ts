/** A bot with every intent that listens to what follows a write, each time to a new world. */
import { ALL_INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import * as GatewayClient from "@backlot/testkit/GatewayClient"
import { Effect } from "effect"
import * as Play from "../Harbour.ts"
import { QUAY } from "./GuildSamples.ts"
import { CONTROL_TOKEN } from "./Scene.ts"

export interface Heard {
  readonly t: string | null
  readonly d: unknown
}

/** Hears nothing. */
export const SILENT = { beginAgain: Effect.void, heard: Effect.succeed([] as ReadonlyArray<Heard>) }

/** No proof that a field is dispatched: they say again what was asked. */
const ECHOES: ReadonlySet<string | null> = new Set(["GUILD_AUDIT_LOG_ENTRY_CREATE"])

export const listener = Effect.fnUntraced(function* (url: string) {
  const open = () => GatewayClient.open(`${url.replace("http", "ws")}/gateway`, { heartbeats: "automatic" })
  const client = yield* Effect.acquireRelease(Effect.promise(open), ({ cut }) => Effect.sync(cut))
  const dispatch = (t: string, fits: (d: Readonly<Record<string, unknown>>) => boolean = () => true) =>
    client.next((frame) => frame.t === t && fits(Object(frame.d)))
  let begun = 0
  const begin = async () => {
    client.identify({ token: Play.BOT_TOKEN, intents: ALL_INTENTS })
    const guilds: ReadonlyArray<{ readonly id: string }> = Object((await dispatch("READY")).d).guilds
    for (const { id } of guilds) await dispatch("GUILD_CREATE", (guild) => guild["id"] === id)
    begun = client.frames.length
  }
  yield* Effect.promise(begin)
  let marks = 0
  return {
    /** After another world was put: it ends every session. */
    beginAgain: Effect.promise(async () => {
      await client.next(({ op }) => op === 9)
      await begin()
    }),
    /** What came since then. The change of another guild comes after all of it. */
    heard: Effect.promise(async (signal): Promise<ReadonlyArray<Heard>> => {
      const name = `mark ${++marks}`
      await fetch(`${url}/control/v1/guilds/${QUAY}`, {
        method: "PATCH",
        headers: { "content-type": "application/json", authorization: `Bearer ${CONTROL_TOKEN}` },
        body: JSON.stringify({ name }),
        signal
      })
      const mark = await dispatch("GUILD_UPDATE", (guild) => guild["name"] === name)
      return client.frames
        .slice(begun, client.frames.indexOf(mark))
        .filter(({ op, t }) => op === 0 && !ECHOES.has(t))
        .map(({ t, d }) => ({ t, d }))
    })
  }
})
