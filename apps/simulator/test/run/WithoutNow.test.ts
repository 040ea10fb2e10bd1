import { format } from "@backlot/simulator/play/Transcript"
import * as Runner from "@backlot/simulator/run/Runner"
import type { Step } from "@backlot/simulator/scenario/Step"
import { Effect, Layer, Logger } from "effect"
import { expect, it } from "vitest"
import { embedded } from "./EmbeddedStages.ts"
import { harbour } from "./Harbour.ts"
import { loaded } from "./Loaded.ts"

/** As worlds are written by hand: without a moment, without ids where none are needed. */
const { now: _, ...timeless } = harbour
const world = {
  ...timeless,
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
  Effect.gen(function* () {
    const steps: ReadonlyArray<Step> = [
      ...told,
      { server: "reset" },
      told[0] ?? {},
      { say: "once more" },
      { read: true }
    ]
    const run = yield* Runner.make([loaded({ name: "timeless", world, storage, steps })], {
      seed: 7,
      ids: "clock",
      parallel: 1,
      bail: false,
      retries: 0,
      environment: {},
      listen: () => {}
    })
    yield* run.play
    const attempt = run.result().scenarios[0]?.attempts[0]
    return { verdict: run.verdict(), text: format(attempt?.transcript ?? []), world: attempt?.world_after }
  }).pipe(Effect.scoped, Effect.provide(Layer.merge(embedded, Logger.layer([]))), Effect.runPromise)

it("a world that does not say when it is gives the same transcript, and the same world, each time too", async () => {
  const first = await play("memory")
  expect(first.verdict, first.text).toBe("passed")
  for (const storage of ["memory", "file"] as const) expect(await play(storage)).toEqual(first)
})
