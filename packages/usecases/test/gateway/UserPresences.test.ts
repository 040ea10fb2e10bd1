/** What is known of presences stays within its bounds. */
import { presence as limits } from "@backlot/domain/base/PresenceLimits"
import { OFFLINE, ONLINE, type Presence } from "@backlot/domain/gateway/Presence"
import { assert, describe, it } from "@effect/vitest"
import { make } from "../../src/gateway/UserPresences.ts"

const busy = (characters: number): Presence => ({
  ...ONLINE,
  activities: [{ name: "x".repeat(characters), type: 0, created_at: 0 }]
})

describe("presences", () => {
  it("are of a bounded number of users: the one who has not changed for the longest time goes", () => {
    const presences = make()
    for (let id = 0; id < limits.kept; id++) presences.set(String(id), busy(1))
    presences.set("0", busy(2))
    presences.set("new", busy(1))
    assert.deepStrictEqual(presences.of("1"), OFFLINE)
    assert.deepStrictEqual([presences.of("0"), presences.of("2"), presences.of("new")], [busy(2), busy(1), busy(1)])
  })

  it("are bounded in size: as many go as are needed", () => {
    const presences = make()
    const part = limits.keptSize / 4
    for (const id of ["a", "b", "c"]) presences.set(id, busy(part))
    presences.set("a", OFFLINE)
    presences.set("d", busy(part))
    assert.deepStrictEqual(presences.of("b"), busy(part))
    presences.set("e", busy(2 * part))
    assert.deepStrictEqual(
      ["b", "c", "d"].map((id) => presences.of(id).status),
      ["offline", "offline", "online"]
    )
    presences.clear()
    presences.set("f", busy(3 * part))
    assert.deepStrictEqual(presences.of("f"), busy(3 * part))
  })
})
