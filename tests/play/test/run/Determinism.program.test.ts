import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Step } from "@backlot/scenario/Step"
import { describe, expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { temporaryFolder } from "./EmbeddedStages.ts"
import { BOT } from "./Harbour.ts"
import { loaded } from "./Loaded.ts"
import { ALIKE, onServers, played } from "./Played.ts"

const bearer = "${bearer}"

/** Ids, tokens, times, and the answers of an app in its own process. */
const steps: ReadonlyArray<Step> = [
  {
    as: "alice",
    in: "general",
    use: "/echo text:one",
    expect: { message: { content: "one" } },
    capture: { id: "message.id" }
  },
  { as: "bob", react: "🐶", on: "${id}" },
  { as: "bob", use: "/echo text:two", capture: { second: "interaction_id" } },
  { advance: "15m" },
  {
    app: { post: "/channels/{channel:general}/messages", body: { content: "${id} ${second}" } },
    expect: { status: 200 }
  },
  { as: "alice", authorize: { application: "Pet Shop", scopes: ["identify"] }, capture: { bearer: "access_token" } },
  { app: { get: "/users/@me", auth: `Bearer ${bearer}` }, expect: { status: 200 } },
  { as: "bob", say: "bye" },
  { as: "alice", in: "@bob", say: "psst" },
  { as: "bob", use: "/nothing", expect: { refused: "unknown" } },
  { as: "alice", in: "general", read: true }
]

const play = (storage: "memory" | "file", seed: number) =>
  onServers(
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "app.mjs"), BOT)
      const app = { command: `${JSON.stringify(process.execPath)} app.mjs`, ready: { gateway: true, commands: 1 } }
      const run = yield* played([loaded({ name: "same", app, storage, steps }, folder)], { ...ALIKE, seed })
      return { verdict: run.verdict, text: run.transcript, bearer: JSON.stringify(run.attempt?.steps[5]?.outcome) }
    })
  )

/** The transcript that the others are compared with. */
class First extends Context.Service<First, Effect.Success<ReturnType<typeof play>>>()("Determinism/First") {
  static readonly layer = Layer.effect(First, play("memory", 7))
}

layer(First.layer, { excludeTestServices: true })((it) => {
  describe("same seed, scenario and frozen clock, with ids of that clock, give the same transcript byte for byte", () => {
    it.effect("the transcript tells of every step", () =>
      Effect.gen(function* () {
        const first = yield* First
        expect(first.text).not.toContain("✗")
        expect(first.verdict).toBe("passed")
        expect(first.text.split("\n").length).toBeGreaterThan(2 * steps.length)
      })
    )

    it.effect.each<["memory" | "file"]>([["memory"], ["file"], ["file"]])("again, on %s storage", ([storage]) =>
      Effect.gen(function* () {
        expect((yield* play(storage, 7)).text).toBe((yield* First).text)
      })
    )
  })

  it.effect("another seed gives other secrets", () =>
    Effect.gen(function* () {
      const other = yield* play("memory", 8)
      expect(other.verdict).toBe("passed")
      expect(other.bearer).not.toBe((yield* First).bearer)
    })
  )
})
