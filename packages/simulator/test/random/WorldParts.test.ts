import { assert, describe, it } from "@effect/vitest"
import * as Chance from "../../src/model/Chance.ts"
import type { ModelWorld } from "../../src/model/ModelWorld.ts"
import { makeWorld } from "../../src/model/RandomWorld.ts"
import { partsOf, withParts } from "../../src/random/WorldParts.ts"

const world = makeWorld(Chance.make(5), { users: 6, guilds: 2, storage: "memory", keeps_windows: false }).model()

/** Ids in the world that refer to nothing. */
const dangling = ({ applications, users, guilds, direct_channels }: ModelWorld): ReadonlyArray<string> => {
  const people = new Set([...users, ...applications].map(({ id }) => id))
  const owners = [...applications, ...guilds].map(({ owner_id }) => owner_id)
  const inGuilds = guilds.flatMap((guild) => {
    const known = new Set([...guild.roles, ...guild.channels].map(({ id }) => id))
    for (const { user_id } of guild.members) known.add(user_id)
    const named = [
      guild.owner_id,
      ...guild.members.flatMap(({ roles }) => roles),
      ...guild.channels.flatMap(({ parent_id }) => parent_id ?? []),
      ...guild.channels.flatMap(({ permission_overwrites }) => permission_overwrites.map(({ id }) => id))
    ]
    const peopleNamed = [...guild.members.map(({ user_id }) => user_id), ...guild.installs.keys()]
    return [...named.filter((id) => !known.has(id)), ...peopleNamed.filter((id) => !people.has(id))]
  })
  const recipients = direct_channels.flatMap((channel) => channel.recipients)
  return [...inGuilds, ...[...owners, ...recipients].filter((id) => !people.has(id))]
}

describe("the parts of a world", () => {
  it("make the world, all together", () => {
    const parts = partsOf(world)
    assert.deepStrictEqual(
      withParts(world, (part) => parts.includes(part)),
      world
    )
  })

  it("can each be left out: what hangs on it goes too, and nothing names what is gone", () => {
    assert.deepStrictEqual(dangling(world), [])
    const left = partsOf(world).map((part) => withParts(world, (other) => other !== part))
    assert.deepStrictEqual(left.flatMap(dangling), [])
  })

  it("can all be left out", () => {
    const nothing = { applications: [], users: [], guilds: [], direct_channels: [] }
    assert.deepStrictEqual(
      withParts(world, () => false),
      nothing
    )
  })
})
