/** product.md "Scenario files": recording writes a scenario file, which passes when replayed. */
import * as Player from "@backlot/player/Player"
import { format } from "@backlot/player/Transcript"
import type { Scenario } from "@backlot/scenario/Scenario"
import { ACTS, actOf } from "@backlot/scenario/Step"
import { fileText, toScenario } from "@backlot/simulator/record/ToScenario"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { parse } from "yaml"
import { app, BOB, CAROL, everything, GENERAL, MODERATOR, server, world } from "./Session.ts"

/** The acts of three people as a scenario. */
const record = Effect.gen(function* () {
  const answering = yield* app
  const hands = yield* server(world(answering.endpoint))
  answering.serve(hands.stage.rest_url)
  yield* hands.start
  const worldAtStart: unknown = yield* hands.world
  yield* everything(hands, answering.settled)
  return { answering, scenario: toScenario(yield* hands.stop, worldAtStart, { clock: "frozen" }) }
})

class Recorded extends Context.Service<Recorded, Effect.Success<typeof record>>()("ToScenario/Recorded") {
  static readonly layer = Layer.effect(Recorded, record)
}

/** Plays a scenario on a new server, and records it. */
const replay = Effect.fnUntraced(function* (scenario: Scenario, serve: (rest_url: string) => void) {
  const hands = yield* server(scenario.world)
  serve(hands.stage.rest_url)
  const player = yield* Player.make({ stage: hands.stage, application: scenario.application })
  yield* hands.start
  const worldAtStart: unknown = yield* hands.world
  for (const step of scenario.steps) {
    yield* Effect.tapError(player.perform(step), () =>
      Effect.sync(() => console.error(format(player.transcript()), JSON.stringify(step)))
    )
  }
  return toScenario(yield* hands.stop, worldAtStart, { clock: "frozen" })
})

layer(Recorded.layer, { excludeTestServices: true })("a recorded session of three people", (it) => {
  it.effect(
    "passes when it is played on a fresh server, and recorded again is the same file",
    () =>
      Effect.gen(function* () {
        const { answering, scenario } = yield* Recorded
        // Through a file: what is written is what is played.
        const file: Scenario = parse(fileText(scenario, "yaml"))
        const again = yield* replay(file, answering.serve)
        assert.strictEqual(fileText({ ...again, world: {} }, "yaml"), fileText({ ...scenario, world: {} }, "yaml"))
      }),
    60_000
  )

  it.effect("has every act that a person can do", () =>
    Effect.gen(function* () {
      const { scenario } = yield* Recorded
      const acts = new Set(scenario.steps.map(actOf))
      // Left out: acts that change nothing, acts of files alone, and acts that other tests here show.
      const others = ["picker", "explain", "read", "start_typing", "app", "run", "uninstall", "clock", "wait"]
      const names = Object.keys(ACTS) as ReadonlyArray<keyof typeof ACTS>
      assert.deepStrictEqual(
        names.filter((act) => !others.includes(act) && !acts.has(act)),
        []
      )
    })
  )

  it.effect("has names in place of ids", () =>
    Effect.gen(function* () {
      const { scenario } = yield* Recorded
      const written = scenario.steps.map(({ expect: _, ...step }) => step)
      // A body is recorded as sent, who is in a new group among it, and the client chooses the id of a new channel.
      const withIds = written.filter((step) => /\d{17}/.test(JSON.stringify(step)))
      assert.deepStrictEqual(withIds, [
        {
          world: { post: "/users/alice/direct_channels", body: { recipients: [BOB, CAROL] } },
          capture: { channel2: "body.id" }
        },
        { world: { put: "/guilds/Harbour/invites/Harbour1", body: { channel_id: GENERAL } } },
        { world: { put: "/guilds/Harbour/webhooks/600000000000000001", body: { channel_id: GENERAL, name: "Tides" } } },
        { world: { put: "/guilds/Harbour/channels/200000000000000056", body: { name: "lounge", type: 2 } } },
        {
          world: {
            put: "/guilds/Harbour/scheduled_events/200000000000000057",
            body: {
              name: "Regatta",
              entity_type: 3,
              location: "The quay",
              scheduled_start_time: "2030-01-01T00:00:00Z",
              scheduled_end_time: "2030-01-01T02:00:00Z"
            }
          }
        },
        { world: { patch: "/guilds/Harbour/members/bob", body: { nick: "Bobby", roles: [MODERATOR] } } },
        { world: { put: "/guilds/Harbour/channels/200000000000000029", body: { name: "harbour-cats" } } }
      ])
    })
  )

  it.effect("reads as people would write it", () =>
    Effect.gen(function* () {
      const { scenario } = yield* Recorded
      const [typed, used, , refused] = scenario.steps
      const choices = [{ name: "Dog", value: "dog" }]
      assert.deepStrictEqual(typed, {
        as: "alice",
        in: "general",
        type: "/adopt animal:d",
        expect: { state: "responded", choices }
      })
      assert.strictEqual(used?.use, '/adopt name:"Rex the dog" animal:dog owner:@bob')
      assert.deepStrictEqual(refused, { as: "bob", use: "/ban", expect: { refused: "permission" } })
    })
  )
})
