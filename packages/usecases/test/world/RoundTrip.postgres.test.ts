import { exportWorld } from "@backlot/domain/world/WorldExport"
import { Effect, Logger } from "effect"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import * as Worlds from "../../src/world/Worlds.ts"
import {
  ALICE,
  BOB,
  decode,
  GENERAL,
  HARBOUR,
  harbourFile,
  MODERATOR,
  PET_SHOP,
  slash,
  WEATHER
} from "../fixture/Harbour.ts"
import { rows, type Services, STORES, services } from "../fixture/Stores.ts"
import { history, type Step } from "./History.ts"

/**
 * What an export leaves out: the log and the ids, counters, interactions with what belongs to them, and webhook events
 * that wait.
 */
const LEFT_OUT = /^(event|meta|daily_creates|deadline|interaction|kept|trace|upload|webhook_event)[/.]/

const state = Effect.map(rows, (all) => all.filter(([key]) => !LEFT_OUT.test(key)))

const exported = Effect.map(Worlds.read, (world) => JSON.stringify(exportWorld(world)))

/** What messages have when something was done to them; counts without users are those of a message copied off the wire. */
const LIVED = {
  nonce: fc.constantFrom("n", 5),
  pinned: fc.boolean(),
  pinned_at: fc.constantFrom("2026-01-01", "2026-01-01T00:00:00.5+02:00"),
  reactions: fc.constantFrom(
    [],
    [{ emoji: { id: null, name: "🐈" }, user_ids: [BOB, "9"] }],
    [{ emoji: { id: "5", name: "cat" }, user_ids: [BOB], extra: 1 }],
    [{ emoji: { id: null, name: "🐈" }, count: 2, me: false }]
  )
}

/** Everything that a world may give, in some values that are easily lost. */
const given = fc
  .record(
    {
      rate_limits: fc.constantFrom({}, { [PET_SHOP]: { per_second: 1200, buckets: [] } }, { [WEATHER]: {} }),
      lobbies: fc.constantFrom(
        [],
        [{ id: "600000000000000001", application_id: PET_SHOP, metadata: { "": "ä" }, members: [{ id: BOB }] }],
        [
          {
            id: "600000000000000002",
            application_id: PET_SHOP,
            members: [{ id: BOB, flags: 1, additional_name: "Rob" }, { id: ALICE }],
            flags: 1,
            linked_channel_id: GENERAL,
            secret_hash: "ab".repeat(32),
            secret_expires_at: "2026-02-01T00:00:00.5Z",
            override_event_webhooks_url: "http://127.0.0.1:1/events"
          }
        ]
      ),
      tokens: fc.subarray([
        { kind: "refresh", token_hash: "cd".repeat(32), application_id: PET_SHOP, user_id: BOB, scopes: ["identify"] },
        { token: "bob-identify", application_id: PET_SHOP, user_id: BOB, scopes: [], family: "ef".repeat(32) }
      ]),
      messages: fc
        .array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 3 })
        .map((all) =>
          all.map((extra, i) => ({ extra, id: `70000000000000000${i}`, channel_id: GENERAL, flags: 64 * (i % 2) }))
        )
        .chain((all) =>
          fc.record(LIVED, { requiredKeys: [] }).map((lived) => all.map((message) => ({ ...message, ...lived })))
        ),
      commands: fc.subarray([
        { application_id: PET_SHOP, ...slash("given", { options: [], dm_permission: false, contexts: [1] }) },
        { application_id: WEATHER, guild_id: HARBOUR, id: "5", version: "18446744073709551615", ...slash("old") }
      ]),
      command_permissions: fc.subarray([
        {
          id: PET_SHOP,
          application_id: PET_SHOP,
          guild_id: HARBOUR,
          permissions: [{ id: BOB, type: 2, permission: true }]
        },
        {
          id: WEATHER,
          application_id: WEATHER,
          guild_id: HARBOUR,
          permissions: [{ id: MODERATOR, type: 1, permission: false }]
        }
      ]),
      now: fc.constantFrom("2030-01-01", "2026-06-01T12:00:00.123+02:00")
    },
    { requiredKeys: [] }
  )
  .map((changes): object => harbourFile(changes))

const inFreshStore = <A, E>(kind: keyof typeof STORES, body: Effect.Effect<A, E, Services>) =>
  Effect.scoped(Effect.provide(body, services(STORES[kind]), { local: true })).pipe(
    // A world may hold what has no effect yet, which is warned of.
    Effect.provide(Logger.layer([]))
  )

const put = (file: unknown) => Effect.flatMap(decode(file), (world) => Worlds.replace(world, "frozen"))

const lived = Effect.fnUntraced(function* (file: unknown, steps: ReadonlyArray<Step>) {
  yield* put(file)
  for (const step of steps) yield* Effect.ignore(step.run)
  return { state: yield* state, text: yield* exported }
})

describe.each(["memory", "file"] as const)("an export (%s)", (kind) => {
  test("imported into a fresh store gives the same rows and the same text, whatever happened before", async () => {
    await fc.assert(
      fc.asyncProperty(given, history, async (file, steps) => {
        const before = await Effect.runPromise(inFreshStore(kind, lived(file, steps)))
        const after = await Effect.runPromise(inFreshStore(kind, lived(JSON.parse(before.text), [])))
        expect(after).toEqual(before)
      }),
      { numRuns: kind === "memory" ? 60 : 20 }
    )
  })

  test("imported over what it was made from changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(given, history, (file, steps) =>
        Effect.runPromise(
          inFreshStore(
            kind,
            Effect.gen(function* () {
              const before = yield* lived(file, steps)
              expect(yield* lived(JSON.parse(before.text), [])).toEqual(before)
            })
          )
        )
      ),
      { numRuns: kind === "memory" ? 20 : 10 }
    )
  })
})
