import { Result } from "effect"
import { describe, expect, test } from "vitest"
import type { WorldTarget } from "../../src/element/WorldTarget.ts"
import type { World } from "../../src/record/World.ts"
import { changesBetween } from "../../src/world/WorldChange.ts"
import { eventsOf } from "../../src/world/WorldEvent.ts"
import { remove } from "../../src/world/WorldRemoval.ts"
import { COMMAND, change, valid } from "../fixture/WorldFixture.ts"
import * as E from "./WorldEdits.ts"

const { ALICE, APP, BOB, CATEGORY, GENERAL, GUILD, OTHER_APP, ROLE, THREAD } = E

const without = (target: WorldTarget, before: World = E.world()) => Result.getOrThrow(remove(before, target))

/** What stands against it. */
const because = (target: WorldTarget, before: World = E.world()): string =>
  Result.match(remove(before, target), {
    onSuccess: () => "nothing",
    onFailure: (faults) => faults.map((f) => f.message).join()
  })

/** `list: how many` of what is not there any more. */
const goneFrom = (before: World, after: World) =>
  Object.entries(changesBetween(before, after))
    .map(([list, changes]) => [list, changes.filter((c) => c.after === undefined).length] as const)
    .filter(([, count]) => count > 0)
    .map(([list, count]) => `${list}: ${count}`)

describe("what goes with an element", () => {
  test("a role leaves its members, the overwrites and the permissions of commands", () => {
    const after = without(E.role())
    expect(after.members.flatMap((m) => m.roles)).toEqual([])
    expect(after.channels.flatMap((c) => c.permission_overwrites)).toEqual([])
    expect(after.command_permissions.map((p) => p.id)).toEqual([APP])
  })

  test("a channel takes its threads, its messages and its entries in permissions", () => {
    const permissions = [
      { id: GENERAL, type: 3, permission: true },
      { id: THREAD, type: 3, permission: true },
      { id: ALICE, type: 2, permission: true }
    ]
    const before = E.world(change(valid(), "command_permissions[0].permissions", permissions))
    const after = without(E.channel(), before)
    expect(after.channels.map((c) => c.id)).toEqual([CATEGORY])
    expect(after.messages).toEqual([])
    expect(after.command_permissions.find((p) => p.id === COMMAND)?.permissions).toEqual([permissions[2]])
  })

  test("channels of a category stand in none then", () => {
    const before = E.patch(E.channel(), { parent_id: CATEGORY })
    expect(without(E.channel(CATEGORY), before).channels.map((c) => [c.id, c.parent_id])).toEqual([
      [GENERAL, null],
      [THREAD, GENERAL]
    ])
  })

  test("a member leaves the overwrites, and stays in the permissions of commands", () => {
    const before = E.patch(E.channel(), { permission_overwrites: [{ id: BOB, type: 1, deny: "1" }] })
    const after = without(E.member(), before)
    expect(after.channels.flatMap((c) => c.permission_overwrites)).toEqual([])
    expect(after.command_permissions).toEqual(before.command_permissions)
  })

  test("an installation takes the bot and the permissions; the guild's commands stay, hidden", () => {
    const after = without(E.install())
    expect(goneFrom(E.world(), after)).toEqual(["members: 1", "guild_installs: 1", "command_permissions: 2"])
    expect(after.commands).toHaveLength(2)
  })

  test("a guild takes everything that is in it", () => {
    expect(goneFrom(E.world(), without(E.guild()))).toEqual([
      "guilds: 1",
      "roles: 2",
      "channels: 3",
      "members: 3",
      "guild_installs: 1",
      "commands: 1",
      "command_permissions: 2"
    ])
    expect(without(E.guild()).messages).toEqual([])
  })

  test("a user takes memberships, installations, tokens and direct channels, and leaves lobbies", () => {
    const before = E.put(E.userInstall(BOB, APP), {}, E.patch(E.application(OTHER_APP), { owner_id: ALICE }))
    const after = without(E.user(BOB), before)
    expect(goneFrom(before, after)).toEqual([
      "users: 1",
      "user_installs: 1",
      "members: 1",
      "direct_channels: 1",
      "tokens: 1"
    ])
    expect(after.lobbies[0]?.members).toEqual([])
  })

  test("a group goes on while two are left, and a thread goes to the owner of its guild", () => {
    const CAROL = "300000000000000003"
    const three = change(
      change(valid(), "users[2]", { id: CAROL, username: "carol" }),
      "direct_channels[1].recipients",
      [ALICE, BOB, CAROL]
    )
    const before = E.world(change(three, "guilds[0].channels[2].owner_id", CAROL))
    const after = without(E.user(CAROL), before)
    expect(after.direct_channels.map((c) => c.recipients)).toEqual([
      [ALICE, APP],
      [ALICE, BOB]
    ])
    expect(after.channels.find((c) => c.id === THREAD)?.owner_id).toBe(ALICE)
  })

  test("an application takes its bot, commands, permissions, tokens, limits, lobbies and installations", () => {
    expect(goneFrom(E.world(), without(E.application()))).toEqual([
      "applications: 1",
      "user_installs: 1",
      "members: 1",
      "guild_installs: 1",
      "direct_channels: 1",
      "tokens: 2",
      "rate_limits: 1",
      "commands: 2",
      "command_permissions: 2",
      "lobbies: 1"
    ])
  })
})

describe("what stands against it", () => {
  const team = { id: "8", name: "Keepers", members: [{ user_id: "300000000000000077" }] }
  const more = change(valid(), "users[2]", { id: "300000000000000077", username: "keeper" })
  const inTeam = E.world(change(more, "applications[0].team", team))

  test.each([
    ["a user who owns something", E.user(), /^This user owns the guild Harbour .*, the application Pet Shop .*; give/],
    [
      "a user of a team",
      E.user("300000000000000077"),
      /^This user is in the team of the application Pet Shop .*; take/,
      inTeam
    ],
    ["the @everyone role", E.role(GUILD), /^Every guild has its @everyone role/],
    ["the owner's membership", E.member(ALICE), /^The owner of a guild is a member/],
    ["the membership of an installed bot", E.member(APP), /^The bot of an application that is installed/]
  ])("%s stays", (_, target, words, world = E.world()) => {
    expect(because(target, world)).toMatch(words)
  })
})

describe("the events of an edit", () => {
  const types = (before: World, after: World) => eventsOf(changesBetween(before, after)).map(({ type }) => type)

  test("name each element that changed", () => {
    expect(types(E.world(), without(E.role()))).toEqual([
      "role.deleted",
      "channel.updated",
      "member.updated",
      "command_permissions.updated"
    ])
  })

  test("leave what a guild holds to the guild when it comes or goes", () => {
    expect(types(E.world(), without(E.guild()))).toEqual(["guild.deleted", "guild_install.deleted", "command.deleted"])
    const made = E.put(E.guild("5"), { name: "Quay", owner_id: BOB, channels: [{ id: "6", name: "a" }] })
    expect(types(E.world(), made)).toEqual(["guild.created"])
  })

  test("hold ids and the element, of an application its id and what changed alone", () => {
    const after = E.patch(E.application(), { name: "Shop" }, E.patch(E.role(), { name: "Mate" }))
    expect(eventsOf(changesBetween(E.world(), after))).toEqual([
      { type: "application.updated", data: { application_id: APP, changed: ["name"] } },
      {
        type: "role.updated",
        data: { guild_id: GUILD, role_id: ROLE, role: after.roles.find((r) => r.id === ROLE) }
      }
    ])
  })

  test("are none when nothing changed", () => {
    expect(types(E.world(), E.patch(E.guild(), { name: "Harbour" }))).toEqual([])
  })
})
