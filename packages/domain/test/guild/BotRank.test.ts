/** How high a bot stands in its guild, and above whom. */

import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { mayMove, outranksMember, outranksRole } from "../../src/guild/BotRank.ts"
import { decodeWorld } from "../../src/world/WorldDecoder.ts"
import { mint } from "../fixture/WorldFixture.ts"

const [APP, GUILD, OWNER, MEMBER] = ["100", "200", "300", "301"] as const
const [LOW, TWIN, HIGH] = ["50", "201", "202"] as const
/** The managed role of the bot. */
const OWN = "203"

/** A guild of three roles: two at position 1, one of them older than the app, and a higher one. */
const standing = (
  permissions: string,
  botRoles: ReadonlyArray<string>,
  memberRoles: ReadonlyArray<string>,
  role_id: string = OWN
) => {
  const world = Result.getOrThrow(
    decodeWorld(
      {
        applications: [{ id: APP, name: "Shop", owner_id: OWNER }],
        users: [
          { id: OWNER, username: "owner" },
          { id: MEMBER, username: "member" }
        ],
        guilds: [
          {
            id: GUILD,
            name: "Harbour",
            owner_id: OWNER,
            roles: [
              { id: LOW, name: "Old", position: 1 },
              { id: TWIN, name: "Twin", position: 1 },
              { id: HIGH, name: "High", position: 2 }
            ],
            members: [
              { user_id: MEMBER, roles: memberRoles },
              { user_id: APP, roles: botRoles }
            ],
            installs: [{ application_id: APP, scopes: ["bot"], permissions, role_id, role_position: 1 }]
          }
        ]
      },
      mint,
      0
    )
  )
  const member = (id: string) => {
    const found = world.members.find((m) => m.user_id === id)
    return found ?? assert.fail(`no member ${id}`)
  }
  const [application] = world.applications
  const [install] = world.guild_installs
  const [guild] = world.guilds
  if (!application || !install || !guild) return assert.fail("the world is not whole")
  const ranking = { guild, roles: world.roles, bots: [{ application, install }] }
  return {
    role: (id: string) => outranksRole(ranking, member(APP), id),
    member: (id: string) => outranksMember(ranking, member(APP), member(id)),
    move: (positions: Readonly<Record<string, number>>) =>
      mayMove(ranking, member(APP), new Map(Object.entries(positions)))
  }
}

describe("a bot", () => {
  it.each([
    ["without a role stands above none but @everyone", "0", [], { [GUILD]: true, [LOW]: false, [TWIN]: false }],
    ["stands with its managed role above no other of its position", "8", [], { [LOW]: false, [TWIN]: false }],
    ["stands below its own managed role", "8", [HIGH], { [OWN]: false }],
    ["stands below the highest role that it holds", "0", [HIGH], { [HIGH]: false, [TWIN]: true, [LOW]: true }],
    ["is above no role that the guild does not have", "8", [HIGH], { "999": false }]
  ] as const)("%s", (_, permissions, held, expected) => {
    const { role } = standing(permissions, held, [])
    assert.deepStrictEqual(Object.fromEntries(Object.keys(expected).map((id) => [id, role(id)])), { ...expected })
  })

  it("stands above members whose highest role is below its own, and never above the owner", () => {
    assert.isTrue(standing("0", [HIGH], [TWIN]).member(MEMBER))
    assert.isFalse(standing("0", [HIGH], [HIGH]).member(MEMBER))
    assert.isFalse(standing("0", [], []).member(MEMBER))
    assert.isTrue(standing("8", [], []).member(MEMBER))
    assert.isFalse(standing("8", [], [TWIN]).member(MEMBER), "a tie is no rank")
    assert.isFalse(standing("0", [LOW], [TWIN]).member(MEMBER), "a tie is no rank")
    assert.isFalse(standing("8", [HIGH], []).member(OWNER))
  })

  it.each([
    ["a role of its position to a place below it", { [TWIN]: 0 }, false],
    ["a role above itself", { [TWIN]: 7 }, false],
    ["a role between itself and a higher one", { [HIGH]: 9, [TWIN]: 5 }, false],
    ["a higher role below itself", { [HIGH]: 0 }, false],
    ["a higher role above another", { [LOW]: 3 }, false],
    ["every role, counted anew in the same order", { [GUILD]: 0, [OWN]: 1, [TWIN]: 2, [LOW]: 3, [HIGH]: 4 }, true]
  ] as const)("moves %s: %#", (_, positions, expected) => {
    assert.strictEqual(standing("8", [], []).move(positions), expected)
  })

  it("moves a role below it to another place below it", () =>
    assert.isTrue(standing("0", [HIGH], []).move({ [TWIN]: 0 })))

  it("wins no tie by moving, whatever the ids", () => {
    const older = standing("8", [], [], "40")
    assert.isFalse(older.move({ [TWIN]: 0, [LOW]: 0 }))
    assert.isFalse(older.move({ [GUILD]: 0, [TWIN]: 1, [LOW]: 2, "40": 3, [HIGH]: 4 }))
    assert.isTrue(older.move({ [HIGH]: 5 }))
  })
})
