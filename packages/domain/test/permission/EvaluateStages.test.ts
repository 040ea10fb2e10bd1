/** Every node of the chart of wire-interactions.md §5.3: C is the command's own list, A the application's. */

import { assert, describe, it } from "@effect/vitest"
import { type Asked, evaluate, evaluateIn } from "../../src/permission/Evaluate.ts"
import { standingIn } from "../../src/permission/Standing.ts"
import type { CommandPermission } from "../../src/record/World.ts"
import {
  ADMIN,
  ALICE,
  BOB,
  botDm,
  EVERYONE,
  GUILD,
  general,
  guild,
  guildInstall,
  inGeneral,
  MODERATOR,
  member,
  NOW,
  petShop,
  thread,
  userInstall
} from "../fixture/Harbour.ts"
import { bits } from "../fixture/PermissionBits.ts"
import { stored } from "../fixture/SampleCommand.ts"
import { ALICE_USER, allowed, ask, failureOf, forChannel, forRole, forUser, refused, stepOf } from "./Asking.ts"

type List = ReadonlyArray<CommandPermission>

const ALL_CHANNELS = "200000000000000000"
const HELPER = "200000000000000013"

const roles = [...inGeneral().roles, { id: HELPER, guild_id: GUILD, name: "Helper", permissions: "0", position: 2 }]
const place = inGeneral({ roles, member: member(ALICE, { roles: [MODERATOR, HELPER] }) })

const judge = (C: List, A: List, command: Parameters<typeof ask>[1] = {}, fields: Parameters<typeof ask>[0] = {}) =>
  ask({ place, command_overwrites: C, application_overwrites: A, ...fields }, command)

/** No member but administrators passes stage 3 with this. */
const NOBODY = { default_member_permissions: "0" }

describe("stage 1: channel, first hit decides", () => {
  const here = (permission: boolean) => [forChannel(general.id, permission)]
  const all = (permission: boolean) => [forChannel(ALL_CHANNELS, permission)]

  it.each<[sentence: string, C: List, A: List, because: string]>([
    [
      "1a C, this channel false: DENY",
      here(false),
      [],
      "command_channel: the command's overwrite for #general denies it"
    ],
    [
      "1b C, All Channels false: DENY",
      all(false),
      [],
      "command_all_channels: the command's overwrite for All Channels denies it"
    ],
    [
      "1c A, this channel false: DENY",
      [],
      here(false),
      "application_channel: the application's overwrite for #general denies it"
    ],
    [
      "1d A, All Channels false: DENY",
      [],
      all(false),
      "application_all_channels: the application's overwrite for All Channels denies it"
    ],
    [
      "1a stands above 1b",
      [...all(true), ...here(false)],
      [],
      "command_channel: the command's overwrite for #general denies it"
    ],
    [
      "1b stands above 1c",
      all(false),
      here(true),
      "command_all_channels: the command's overwrite for All Channels denies it"
    ],
    [
      "1c stands above 1d",
      [],
      [...all(true), ...here(false)],
      "application_channel: the application's overwrite for #general denies it"
    ]
  ])("%s", (_, C, A, because) => {
    const evaluation = judge(C, A)
    refused(evaluation, "permission")
    assert.strictEqual(failureOf(evaluation), because)
  })

  it.each<[sentence: string, C: List, A: List]>([
    ["1a C, this channel true: stage 2", [...here(true), ...all(false)], [...here(false), ...all(false)]],
    ["1b C, All Channels true: stage 2", all(true), [...here(false), ...all(false)]],
    ["1c A, this channel true: stage 2", [], [...here(true), ...all(false)]],
    ["1d A, All Channels true: stage 2", [], all(true)],
    ["1e nothing found: stage 2", [forChannel("299", false)], [forChannel("299", false)]]
  ])("%s", (_, C, A) => {
    allowed(judge(C, A))
    // Stage 2 and stage 3 are still asked.
    refused(judge([...C, forUser(ALICE, false)], A), "permission")
    refused(judge(C, A, NOBODY), "permission")
  })

  it("a channel that is allowed grants nothing by itself", () => {
    const evaluation = judge(here(true), [], { default_member_permissions: String(bits("BAN_MEMBERS")) })
    assert.strictEqual(stepOf(evaluation, "command_channel")?.outcome, "pass")
    assert.strictEqual(stepOf(evaluation, "default_member_permissions")?.outcome, "fail")
  })
})

describe("channel permissions also apply to threads in that channel", () => {
  const inThread = { place: { ...place, channel: thread, parent: general } }

  it.each([
    ["a thread is judged by its parent's overwrite", [forChannel(general.id, false)], false],
    ["an overwrite for the thread itself means nothing", [forChannel(thread.id, false)], true],
    ["All Channels means threads too", [forChannel(ALL_CHANNELS, false)], false]
  ] as const)("%s", (_, list, usable) => {
    assert.strictEqual(judge(list, [], {}, inThread).usable, usable)
    assert.strictEqual(judge([], list, {}, inThread).usable, usable)
  })
  it("the overwrite is told by the parent's name", () =>
    assert.strictEqual(
      failureOf(judge([forChannel(general.id, false)], [], {}, inThread)),
      "command_channel: the command's overwrite for #general denies it"
    ))
})

describe("stage 2: who, first hit decides", () => {
  const user = (permission: boolean) => [forUser(ALICE, permission)]
  const role = (permission: boolean) => [forRole(MODERATOR, permission)]
  const everyone = (permission: boolean) => [forRole(EVERYONE, permission)]
  const everybodyElse = [forUser(BOB, false), forRole(ADMIN, false)]

  it.each<[sentence: string, C: List, A: List]>([
    ["2a C, this user true: ALLOW", [...role(false), ...everyone(false), ...user(true)], [...user(false)]],
    ["2b C, a role of the member true: ALLOW", [...everyone(false), ...role(true)], user(false)],
    [
      "2b C, any role of the member: at least one true wins",
      [forRole(HELPER, false), ...role(true)],
      [...user(false), ...role(false)]
    ],
    ["2c C, @everyone true: ALLOW", everyone(true), [...user(false), ...role(false), ...everyone(false)]]
  ])("%s (stage 3 skipped)", (_, C, A) => {
    const evaluation = judge([...C, ...everybodyElse], A, NOBODY)
    allowed(evaluation)
    assert.strictEqual(stepOf(evaluation, "default_member_permissions")?.outcome, "skip")
  })

  it.each<[sentence: string, C: List, A: List]>([
    ["2d A, this user true: stage 3", [], [...role(false), ...everyone(false), ...user(true)]],
    ["2e A, a role of the member true: stage 3", [], [...everyone(false), forRole(HELPER, false), ...role(true)]],
    ["2f A, @everyone true: stage 3", [], everyone(true)],
    ["2g nothing found: stage 3", everybodyElse, everybodyElse]
  ])("%s", (_, C, A) => {
    allowed(judge(C, A))
    const evaluation = judge(C, A, NOBODY)
    refused(evaluation, "permission")
    assert.strictEqual(failureOf(evaluation)?.split(":")[0], "default_member_permissions")
  })

  it.each<[sentence: string, C: List, A: List, because: string]>([
    [
      "2a C, this user false: DENY",
      [...role(true), ...everyone(true), ...user(false)],
      user(true),
      "command_user: the command's overwrite for the user alice denies it"
    ],
    [
      "2b C, roles of the member, only falses: DENY",
      [...role(false), ...everyone(true)],
      user(true),
      "command_roles: the command's overwrite for the role Moderator denies it"
    ],
    [
      "2c C, @everyone false: DENY",
      everyone(false),
      [...user(true), ...role(true)],
      "command_everyone: the command's overwrite for @everyone denies it"
    ],
    [
      "2d A, this user false: DENY",
      [],
      [...role(true), ...everyone(true), ...user(false)],
      "application_user: the application's overwrite for the user alice denies it"
    ],
    [
      "2e A, roles of the member, only falses: DENY",
      [],
      [forRole(HELPER, false), ...role(false), ...everyone(true)],
      "application_roles: the application's overwrite for the role Helper denies it"
    ],
    [
      "2f A, @everyone false: DENY",
      [],
      everyone(false),
      "application_everyone: the application's overwrite for @everyone denies it"
    ]
  ])("%s", (_, C, A, because) => {
    const evaluation = judge(C, A)
    refused(evaluation, "permission")
    assert.strictEqual(failureOf(evaluation), because)
  })

  it("a user's id as a role, or a role's as a user, is another target", () =>
    allowed(judge([forRole(ALICE, false), forUser(MODERATOR, false), forUser(EVERYONE, false)], [])))
})

describe("decision 30: without explicit overwrites is judged per look-up", () => {
  const application = [forRole(EVERYONE, false), forUser(ALICE, true), forChannel(general.id, false)]

  it("a command that has only a channel overwrite is judged by the application's for who", () => {
    const C = [forChannel(general.id, true)]
    allowed(judge(C, application))
    refused(judge(C, [forUser(ALICE, false)]), "permission")
  })
  it("a command that has only a user overwrite is judged by the application's for the channel", () =>
    refused(judge([forUser(ALICE, true)], application), "permission"))
})

describe("command-level true grants beat default_member_permissions; app-level true grants do not", () => {
  const needs = { default_member_permissions: String(bits("BAN_MEMBERS")) }
  const grants = [[forUser(ALICE, true)], [forRole(MODERATOR, true)], [forRole(EVERYONE, true)]]

  it.each(grants)("%o of the command", (grant) => allowed(judge([grant], [], needs)))
  it.each(grants)("%o of the application", (grant) => refused(judge([], [grant], needs), "permission"))
  it('"0" prohibits everyone except administrators unless an overwrite exists', () => {
    refused(judge([], [], NOBODY), "permission")
    allowed(judge([forUser(ALICE, true)], [], NOBODY))
  })
})

describe("overwrites stand below the preconditions", () => {
  const grant = [forUser(ALICE, true), forChannel(general.id, true)]
  const denial = [forUser(ALICE, false), forChannel(general.id, false), forChannel(ALL_CHANNELS, false)]

  it("administrators can use all commands", () => {
    allowed(judge(denial, denial, NOBODY, { place: inGeneral({ member: member(ALICE, { roles: [ADMIN] }) }) }))
  })
  it("the owner can use all commands", () =>
    allowed(judge(denial, denial, NOBODY, { place: inGeneral({ guild: { ...guild, owner_id: ALICE } }) })))
  it("direct messages know no overwrites", () =>
    allowed(judge(denial, denial, NOBODY, { place: botDm, user_install: userInstall })))
  it("a grant does not replace USE_APPLICATION_COMMANDS", () => {
    const channel = {
      ...general,
      permission_overwrites: [
        { id: EVERYONE, type: 0 as const, allow: "0", deny: String(bits("USE_APPLICATION_COMMANDS")) }
      ]
    }
    refused(judge(grant, grant, {}, { place: { ...place, channel } }), "permission")
  })
  it("a channel's overwrite that allows every bit makes nobody an administrator", () => {
    const every = String((1n << 53n) - 1n)
    const channel = { ...general, permission_overwrites: [{ id: ALICE, type: 1 as const, allow: every, deny: "0" }] }
    refused(judge(denial, [], {}, { place: { ...place, channel } }), "permission")
  })
})

describe("judged without the channel stage (decision 31)", () => {
  const asked: Asked = {
    command: stored(500),
    bot_id: petShop.bot.id,
    guild_install: guildInstall,
    command_overwrites: [forChannel(general.id, false), forChannel(ALL_CHANNELS, false)]
  }
  const standing = standingIn({ user: ALICE_USER, place, now_ms: NOW })

  it("an overwrite of the channel does not decide", () => {
    refused(evaluateIn(standing, asked), "permission")
    const evaluation = evaluateIn(standing, asked, { channelStage: false })
    allowed(evaluation)
    assert.deepInclude(stepOf(evaluation, "command_channel"), {
      outcome: "skip",
      because: "not asked: judged without the channel stage"
    })
  })
  it("one of the user still does", () =>
    refused(
      evaluateIn(standing, { ...asked, command_overwrites: [forUser(ALICE, false)] }, { channelStage: false }),
      "permission"
    ))
  it("evaluate is standing and evaluateIn in one", () =>
    assert.deepStrictEqual(evaluate({ ...asked, user: ALICE_USER, place, now_ms: NOW }), evaluateIn(standing, asked)))
})
