/** The managed role of an installed bot, and its id. */

import { assert, describe, it } from "@effect/vitest"
import { compare, isSnowflake } from "../../src/base/Snowflake.ts"
import { derivedRoleId, managedBits, managedRoleId } from "../../src/record/ManagedRole.ts"

const install = { guild_id: "200", application_id: "100", scopes: ["bot"], permissions: "8" }

describe("the id of a managed role", () => {
  it.each([
    ["200", "100", "101465139286057862"],
    ["200000000000000001", "100000000000000001", "85227049459305478"],
    ["18446744073709551615", "18446744073709551615", "74967231390310596"]
  ])("in guild %s of application %s is %s for ever, because stored overwrites name it", (guild, application, id) =>
    assert.strictEqual(derivedRoleId(guild, application), id)
  )

  it("is another one in each guild and for each application, and none that the service draws", () => {
    const ids = Array.from({ length: 300 }, (_, n) => [
      derivedRoleId("200", String(n)),
      derivedRoleId(String(n), "200")
    ])
    const all = new Set(ids.flat())
    // 200 in 200 counts twice.
    assert.strictEqual(all.size, 599)
    for (const id of all) {
      assert.isTrue(isSnowflake(id))
      assert.isBelow(compare(id, "150000000000000000"), 0)
    }
  })

  it("is what the installation says", () => assert.strictEqual(managedRoleId({ ...install, role_id: "7" }), "7"))
})

describe("an installation", () => {
  it.each([
    ["with the bot and permissions", {}, { id: derivedRoleId("200", "100"), permissions: "8" }],
    ["without permissions", { permissions: "0" }, undefined],
    ["without the bot", { scopes: ["applications.commands"] }, undefined]
  ])("%s has a managed role or none: %#", (_, changes, bits) =>
    assert.deepStrictEqual(managedBits({ ...install, ...changes }), bits)
  )
})
