/** product.md "Scenario files": recording writes a scenario file, which passes when replayed. */
import type { Scenario } from "@backlot/scenario/Scenario"
import { ACTS, actOf } from "@backlot/scenario/Step"
import { fileText } from "@backlot/simulator/record/ToScenario"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { parse } from "yaml"
import { Recorded, replay } from "./Recorded.ts"
import { GENERAL, MODERATOR } from "./Session.ts"

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
      // A body is recorded as sent, and the client chooses the id of a new channel.
      const withIds = written.filter((step) => /\d{17}/.test(JSON.stringify(step)))
      assert.deepStrictEqual(withIds, [
        { world: { put: "/guilds/Harbour/invites/Harbour1", body: { channel_id: GENERAL } } },
        { world: { put: "/guilds/Harbour/webhooks/600000000000000001", body: { channel_id: GENERAL, name: "Tides" } } },
        {
          world: {
            put: "/guilds/Harbour/channels/200000000000000061",
            body: {
              name: "help",
              type: 15,
              available_tags: [
                { id: "90", name: "question" },
                { id: "91", name: "chart" }
              ]
            }
          }
        },
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
      const [invite] = scenario.steps.filter(({ create_invite }) => create_invite !== undefined)
      assert.deepStrictEqual(invite, {
        as: "alice",
        in: "general",
        create_invite: {
          max_uses: 3,
          max_age: 3600,
          target_type: 1,
          target_user: "bob",
          target_users: ["carol", "bob"],
          roles: ["Moderator"]
        },
        capture: { invite1: "body.code" }
      })
      const codes = scenario.steps.flatMap(({ accept_invite, revoke_invite }) => accept_invite ?? revoke_invite ?? [])
      assert.deepStrictEqual(codes, ["${invite1}", "${invite2}", "Harbour1", "Harbour1"])
      const [post] = scenario.steps.filter(
        ({ in: place, start_thread }) => place === "help" && start_thread !== undefined
      )
      assert.deepNestedInclude(post, { "start_thread.applied_tags": ["chart"] })
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
