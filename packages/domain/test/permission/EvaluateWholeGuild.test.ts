/** A member in the guild as a whole: who may edit overwrites must be able to run the command (decision 31). */

import { assert, describe, it } from "@effect/vitest"
import { type Asked, evaluateIn } from "../../src/permission/Evaluate.ts"
import { standingInGuild } from "../../src/permission/Standing.ts"
import type { CommandContent } from "../../src/record/ApplicationCommand.ts"
import type { Guild, Member } from "../../src/record/World.ts"
import {
  ADMIN,
  ALICE,
  EVERYONE,
  guild,
  guildInstall,
  MODERATOR,
  member,
  NOW,
  petShop,
  roles
} from "../fixture/Harbour.ts"
import { bits } from "../fixture/PermissionBits.ts"
import { stored } from "../fixture/SampleCommand.ts"
import { ALICE_USER, allowed, failureOf, forChannel, forUser, refused } from "./Asking.ts"

const ask = (
  { member: who = member(ALICE), guild: here = guild }: { readonly member?: Member; readonly guild?: Guild } = {},
  command: Partial<CommandContent> = {},
  asked: Partial<Asked> = {}
) =>
  evaluateIn(
    standingInGuild({ user: ALICE_USER, guild: here, roles, member: who, now_ms: NOW }),
    { command: stored(500, command), bot_id: petShop.bot.id, guild_install: guildInstall, ...asked },
    { channelStage: false }
  )

const moderator = member(ALICE, { roles: [MODERATOR] })

describe("in the guild as a whole", () => {
  it("a member can run what nothing forbids", () => allowed(ask()))
  it("a channel's overwrites say nothing", () =>
    allowed(ask({}, {}, { command_overwrites: [forChannel("200000000000000000", false)] })))
  it("overwrites of who decide", () =>
    refused(ask({}, {}, { command_overwrites: [forUser(ALICE, false)] }), "permission"))
  it("default_member_permissions is asked of the member's roles", () => {
    const command = { default_member_permissions: String(bits("KICK_MEMBERS")) }
    allowed(ask({ member: moderator }, command))
    const evaluation = ask({}, command)
    refused(evaluation, "permission")
    assert.strictEqual(
      failureOf(evaluation),
      "default_member_permissions: default_member_permissions asks for more: the member lacks KICK_MEMBERS (no role of the member grants it) in the guild"
    )
  })
  it("USE_APPLICATION_COMMANDS is asked of the member's roles", () => {
    const mute = roles.map((role) => (role.id === EVERYONE ? { ...role, permissions: "0" } : role))
    const standing = standingInGuild({ user: ALICE_USER, guild, roles: mute, member: moderator, now_ms: NOW })
    refused(
      evaluateIn(standing, { command: stored(500), bot_id: petShop.bot.id, guild_install: guildInstall }),
      "permission"
    )
  })
  it("a time-out binds", () => {
    refused(ask({ member: member(ALICE, { timed_out_until: "2027-01-01T00:00:00Z" }) }), "permission")
    allowed(ask({ member: member(ALICE, { timed_out_until: "2027-01-01T00:00:00Z", roles: [ADMIN] }) }))
  })
  it("administrators and the owner can run everything", () => {
    const denial = { command_overwrites: [forUser(ALICE, false)] }
    allowed(ask({ member: member(ALICE, { roles: [ADMIN] }) }, { default_member_permissions: "0" }, denial))
    allowed(ask({ guild: { ...guild, owner_id: ALICE } }, { default_member_permissions: "0" }, denial))
  })
  it("contexts do not affect command permissions", () => allowed(ask({}, { contexts: [1] })))
  it("an age-restricted command asks only the user's age", () => {
    allowed(ask({}, { nsfw: true }))
    const standing = standingInGuild({
      user: { ...ALICE_USER, adult: false },
      guild,
      roles,
      member: moderator,
      now_ms: NOW
    })
    const asked = { command: stored(500, { nsfw: true }), bot_id: petShop.bot.id, guild_install: guildInstall }
    refused(evaluateIn(standing, asked), "invisible")
  })
  it("a USER command asks nobody to send", () => allowed(ask({}, { type: 2 })))
  it("without a channel the channel stage is skipped unasked", () => {
    const standing = standingInGuild({ user: ALICE_USER, guild, roles, member: moderator, now_ms: NOW })
    const asked = { command: stored(500), bot_id: petShop.bot.id, guild_install: guildInstall }
    allowed(evaluateIn(standing, { ...asked, command_overwrites: [forChannel("200000000000000000", false)] }))
  })
})
