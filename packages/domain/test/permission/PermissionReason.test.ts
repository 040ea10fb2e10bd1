import { assert, describe, it } from "@effect/vitest"
import type { Place } from "../../src/permission/Place.ts"
import { hiddenBecause, standingIn } from "../../src/permission/Standing.ts"
import { botDm, GUILD, general, inGeneral, NOW, thread } from "../fixture/Harbour.ts"
import { bits } from "../fixture/PermissionBits.ts"
import { ALICE_USER } from "./Asking.ts"

const asked = (place: Place) => hiddenBecause(standingIn({ user: ALICE_USER, place, now_ms: NOW }))

const closed = {
  ...general,
  permission_overwrites: [{ id: GUILD, type: 0 as const, allow: "0", deny: String(bits("VIEW_CHANNEL")) }]
}

describe("the channel that a user stands in", () => {
  it.each<[string, Place]>([
    ["a conversation of theirs", botDm],
    ["a channel that they may view", inGeneral()],
    ["a thread of such a channel", inGeneral({ channel: thread, parent: general })]
  ])("is seen: %s", (_, place) => assert.isUndefined(asked(place)))

  it("is hidden by the overwrite that denies VIEW_CHANNEL, and a thread by that of its channel", () => {
    const why = "the member lacks VIEW_CHANNEL (denied by the overwrite of #general for @everyone) in"
    assert.strictEqual(asked(inGeneral({ channel: closed })), `${why} #general`)
    assert.strictEqual(asked(inGeneral({ channel: thread, parent: closed })), `${why} #${thread.name}`)
  })
})
