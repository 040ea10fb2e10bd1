import type { StageEvent } from "@backlot/player/stage/EventStream"
import * as Feed from "@backlot/player/stage/Feed"
import type { GatewayWatch } from "@backlot/player/stage/GatewayWatch"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { firstLogin, type WatchedStage } from "../../src/run/Readiness.ts"

const PET_SHOP = "100000000000000001"
const OTHER = "100000000000000002"

const began = { application_id: PET_SHOP, session_id: "of the program", shard: [0, 1], resumed: false }

/** A feed, and whether these events count as a login of the application. */
const watching = Effect.gen(function* () {
  const feed = Feed.make<StageEvent>()
  const push = (data: object, type = "gateway_session.began") => feed.push({ seq: feed.mark() + 1, type, at: 0, data })
  const watch: GatewayWatch = {
    feed: Feed.make(),
    ready: Effect.void,
    renew: Effect.void,
    session: () => "of the player"
  }
  // The part of a stage that is read.
  const stage = { application: { id: PET_SHOP }, events: { feed } } as unknown as WatchedStage
  const prepare = () => firstLogin({ ...stage, watches: new Map([[PET_SHOP, watch]]) })
  return { push, prepare }
})

const isMet = (login: Effect.Effect<void>) =>
  Effect.raceFirst(
    Effect.as(login, true),
    Effect.map(Effect.repeat(Effect.yieldNow, { times: 10 }), () => false)
  )

describe("an application has logged in", () => {
  it.effect("once a session of its bot has begun, or goes on, from then on", () =>
    Effect.gen(function* () {
      const { push, prepare } = yield* watching
      push({ ...began, session_id: "of an earlier one" })
      const login = prepare()
      assert.isFalse(yield* isMet(login))
      push({ ...began, resumed: true })
      assert.isTrue(yield* isMet(login))
    })
  )

  it.effect.each<readonly [what: string, type: string, data: object]>([
    ["another application's", "gateway_session.began", { ...began, application_id: OTHER }],
    ["that of a user's client", "gateway_session.began", { ...began, user_id: "300000000000000001" }],
    ["the one that a player looks on with", "gateway_session.began", { ...began, session_id: "of the player" }],
    ["one that ended", "gateway_session.ended", { ...began, code: 1000, resumable: false }]
  ])("not by %s", ([, type, data]) =>
    Effect.gen(function* () {
      const { push, prepare } = yield* watching
      const login = prepare()
      push(data, type)
      assert.isFalse(yield* isMet(login))
      push(began)
      assert.isTrue(yield* isMet(login))
    })
  )
})
