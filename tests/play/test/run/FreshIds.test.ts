import type { Step } from "@backlot/scenario/Step"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { harbour } from "./Harbour.ts"
import { loaded } from "./Loaded.ts"
import { ALIKE, onServers, played } from "./Played.ts"

/** A world as people write it, without unneeded ids. Its `now` makes the ids of two runs the same. */
const world = {
  ...harbour,
  applications: harbour.applications.map((application) => ({ ...application, flags: ["EMBEDDED"] })),
  commands: [{ application_id: harbour.applications[0]?.id, name: "ping", description: "Pings" }]
}

const told: ReadonlyArray<Step> = [
  { app: { get: "/applications/{application}/commands" } },
  { as: "alice", in: "general", say: "hello", capture: { said: "message" } },
  { say: "${said.id} at ${said.timestamp}" },
  { advance: "1m" },
  { app: { post: "/channels/{channel:general}/messages", body: { content: "from the app" } } },
  { read: true, expect: { messages: { $length: 3 } } },
  { authorize: { scopes: ["identify"] } }
]

const play = (storage: "memory" | "file") =>
  onServers(
    Effect.gen(function* () {
      const steps: ReadonlyArray<Step> = [
        ...told,
        { server: "reset" },
        told[0] ?? {},
        { say: "once more" },
        { read: true }
      ]
      const run = yield* played([loaded({ name: "fresh", world, storage, steps })], ALIKE)
      return { verdict: run.verdict, text: run.transcript, world: run.attempt?.world_after }
    })
  )

it.live("a world that leaves out ids gives the same transcript, and the same world, each time too", () =>
  Effect.gen(function* () {
    const first = yield* play("memory")
    expect(first.verdict, first.text).toBe("passed")
    for (const storage of ["memory", "file"] as const) expect(yield* play(storage)).toEqual(first)
  })
)
