/** What the explanation says: the setting that decided, as a moderator would name it. */

import { assert, describe, it } from "@effect/vitest"
import type { Question } from "../../src/permission/Evaluate.ts"
import type { PermissionName } from "../../src/permission/Permission.ts"
import type { CommandContent } from "../../src/record/ApplicationCommand.ts"
import type { GuildChannel, PermissionOverwrite } from "../../src/record/World.ts"
import {
  ADMIN,
  ALICE,
  botDm,
  EVERYONE,
  general,
  guild,
  inGeneral,
  MODERATOR,
  member,
  privateDm,
  roles,
  thread,
  userInstall
} from "../fixture/Harbour.ts"
import { bits } from "../fixture/PermissionBits.ts"
import { ALICE_USER, ask, denying, failureOf, forRole, stepOf } from "./Asking.ts"

const moderator = { member: member(ALICE, { roles: [MODERATOR] }) }

type Case = readonly [sentence: string, fields: Partial<Question>, command: Partial<CommandContent>, failure: string]

const denied = (id: string, type: 0 | 1, place: Partial<ReturnType<typeof inGeneral>> = {}) => ({
  place: inGeneral({ ...place, channel: denying(id, type, "USE_APPLICATION_COMMANDS") })
})

describe("the step that failed", () => {
  it.each<Case>([
    ["a command that does not exist", { command: undefined }, {}, "command_exists: no such command exists"],
    [
      "an installation that the command does not support",
      {},
      { integration_types: [1] },
      "installation: the application is installed in this guild but not on the user, and the command supports integration_types [1]"
    ],
    [
      "an installation on the user that the command does not support",
      { guild_install: undefined, user_install: userInstall },
      {},
      "installation: the application is installed on the user but not in this guild, and the command supports integration_types [0]"
    ],
    [
      "no installation",
      { guild_install: undefined },
      {},
      "installation: the application is installed neither in this guild nor on the user"
    ],
    ["a context that is not listed", {}, { contexts: [1, 2] }, "contexts: its contexts do not contain GUILD"],
    ["dm_permission", { place: botDm }, { dm_permission: false }, "contexts: dm_permission is false"],
    [
      "a channel's overwrite for @everyone",
      denied(EVERYONE, 0),
      {},
      "use_application_commands: the member lacks USE_APPLICATION_COMMANDS (denied by the overwrite of #general for @everyone) in #general"
    ],
    [
      "a channel's overwrite for a role",
      denied(MODERATOR, 0, moderator),
      {},
      "use_application_commands: the member lacks USE_APPLICATION_COMMANDS (denied by the overwrite of #general for the role Moderator) in #general"
    ],
    [
      "a channel's overwrite for the user",
      denied(ALICE, 1),
      {},
      "use_application_commands: the member lacks USE_APPLICATION_COMMANDS (denied by the overwrite of #general for alice) in #general"
    ],
    [
      "the parent's overwrite, in a thread",
      { place: inGeneral({ channel: thread, parent: denying(ALICE, 1, "VIEW_CHANNEL") }) },
      {},
      "view_channel: the member lacks VIEW_CHANNEL (denied by the overwrite of #general for alice) in #a thread"
    ],
    [
      "roles that do not grant it",
      { place: inGeneral({ roles: roles.map((role) => ({ ...role, permissions: String(bits("VIEW_CHANNEL")) })) }) },
      {},
      "use_application_commands: the member lacks USE_APPLICATION_COMMANDS (no role of the member grants it) in #general"
    ],
    [
      "a time-out",
      { place: inGeneral({ member: member(ALICE, { timed_out_until: "2027-01-01T00:00:00Z" }) }) },
      {},
      "timeout: the member is timed out until 2027-01-01T00:00:00Z"
    ],
    [
      'default_member_permissions "0"',
      {},
      { default_member_permissions: "0" },
      'default_member_permissions: default_member_permissions is "0": administrators only, unless an overwrite of the command allows it'
    ],
    [
      "default_permission",
      {},
      { default_permission: false },
      "default_member_permissions: default_permission is false: administrators only, unless an overwrite of the command allows it"
    ],
    [
      "a role that is gone, by its id",
      {
        command_overwrites: [forRole("299", false)],
        place: inGeneral({ member: member(ALICE, { roles: ["299"] }) })
      },
      {},
      "command_roles: the command's overwrite for the role 299 denies it"
    ]
  ])("names %s", (_, fields, command, failure) => assert.strictEqual(failureOf(ask(fields, command)), failure))
})

describe("a permission that a later overwrite gives back is not lacked", () => {
  const overwrite = (id: string, type: 0 | 1, how: "allow" | "deny", name: PermissionName): PermissionOverwrite => ({
    id,
    type,
    allow: "0",
    deny: "0",
    [how]: String(bits(name))
  })
  const lacking = (channel: Partial<GuildChannel>, name: PermissionName) =>
    failureOf(
      ask(
        { place: inGeneral({ ...moderator, channel: { ...general, ...channel } }) },
        { default_member_permissions: String(bits(name)) }
      )
    )

  it("the overwrite that took it away last is named", () => {
    const given = [overwrite(EVERYONE, 0, "allow", "BAN_MEMBERS"), overwrite(MODERATOR, 0, "deny", "BAN_MEMBERS")]
    assert.match(
      lacking({ permission_overwrites: given }, "BAN_MEMBERS") ?? "",
      /overwrite of #general for the role Mod/
    )
    const regained = [...given, overwrite(ALICE, 1, "allow", "BAN_MEMBERS")]
    assert.isUndefined(lacking({ permission_overwrites: regained }, "BAN_MEMBERS"))
  })
  it("a denial of what no role grants is not blamed", () => {
    const permission_overwrites = [overwrite(EVERYONE, 0, "deny", "BAN_MEMBERS")]
    assert.match(lacking({ permission_overwrites }, "BAN_MEMBERS") ?? "", /no role of the member grants it/)
  })
  it("what goes with the permission to send is told so", () => {
    const permission_overwrites = [overwrite(EVERYONE, 0, "deny", "SEND_MESSAGES")]
    assert.match(
      lacking({ permission_overwrites }, "EMBED_LINKS") ?? "",
      /lacks EMBED_LINKS \(taken away with the permission to send messages\)/
    )
  })
})

describe("the step that settled it", () => {
  it("the owner", () => {
    const evaluation = ask({ place: inGeneral({ guild: { ...guild, owner_id: ALICE } }) })
    assert.strictEqual(stepOf(evaluation, "administrator")?.because, "the member owns the guild")
    assert.strictEqual(stepOf(evaluation, "command_user")?.because, "not asked: administrator settles it")
  })
  it("an administrator", () =>
    assert.strictEqual(
      stepOf(ask({ place: inGeneral({ member: member(ALICE, { roles: [ADMIN] }) }) }), "administrator")?.because,
      "the member is an administrator"
    ))
  it("an overwrite of the command", () => {
    const evaluation = ask(
      { command_overwrites: [forRole(MODERATOR, true)], place: inGeneral(moderator) },
      { default_member_permissions: "0" }
    )
    assert.strictEqual(
      stepOf(evaluation, "command_roles")?.because,
      "the command's overwrite for the role Moderator allows it"
    )
    assert.strictEqual(stepOf(evaluation, "default_member_permissions")?.because, "not asked: command_roles settles it")
  })
  it("nothing, where there are no overwrites", () =>
    assert.strictEqual(
      stepOf(ask(), "application_all_channels")?.because,
      "the application has no overwrite for All Channels"
    ))
})

it("every step of every evaluation says why", () => {
  const asked = [
    ask(),
    ask({ place: botDm }),
    ask({ place: privateDm, user_install: userInstall }, { integration_types: [1] }),
    ask({ command: undefined }),
    ask({ user: { ...ALICE_USER, adult: false } }, { nsfw: true })
  ]
  for (const { decisions } of asked) for (const { because } of decisions) assert.isAbove(because.length, 10)
})
