import { assert, describe, it } from "@effect/vitest"
import type { Evaluation, Question } from "../../src/permission/Evaluate.ts"
import type { PermissionName } from "../../src/permission/Permission.ts"
import {
  ADMIN,
  ALICE,
  botDm,
  EVERYONE,
  GUILD,
  general,
  group,
  guild,
  guildInstall,
  inGeneral,
  MODERATOR,
  member,
  petShop,
  privateDm,
  thread,
  userInstall
} from "../fixture/Harbour.ts"
import { bits } from "../fixture/PermissionBits.ts"
import { option } from "../fixture/SampleCommand.ts"
import { allowed, ask, denying, guildCommand, refused, stepOf } from "./Asking.ts"

const allowIn = (id: string, type: 0 | 1, ...names: ReadonlyArray<PermissionName>) => ({
  ...general,
  permission_overwrites: [{ id, type, allow: String(bits(...names)), deny: "0" }]
})

describe("command exists in scope: global, or guild command of this guild", () => {
  it("a global command exists everywhere", () => allowed(ask()))
  it("a guild command exists in its guild", () => allowed(ask(guildCommand(GUILD))))
  it("a guild command of another guild is unknown here", () => refused(ask(guildCommand("299")), "unknown"))
  it("a guild command never runs in DMs", () => refused(ask({ ...guildCommand(GUILD), place: botDm }), "unknown"))
  it("a command that does not exist is unknown", () => refused(ask({ command: undefined }), "unknown"))
})

describe("a command made only of empty groups is not usable or visible until subcommands are added", () => {
  const group = (options: Partial<Parameters<typeof option>[0]> = {}) => option({ type: 2, name: "g", ...options })
  const subcommand = option({ type: 1, name: "s" })

  it("hides a command of empty groups only", () =>
    refused(ask({}, { options: [group(), group({ name: "h", options: [] })] }), "invisible"))
  it("shows it once one group holds a subcommand", () =>
    allowed(ask({}, { options: [group(), group({ name: "h", options: [subcommand] })] })))
  it("shows a command with an empty group and a subcommand", () => allowed(ask({}, { options: [group(), subcommand] })))
})

describe("installation: in the guild (type 0) or on the user (type 1), and integration_types contains it", () => {
  const user = { guild_install: undefined, user_install: userInstall }
  const both = { user_install: userInstall }
  const none = { guild_install: undefined }

  it.each<[string, Partial<Question>, ReadonlyArray<0 | 1>, Evaluation["integration_owners"]]>([
    ["guild install, types [0]", {}, [0], { "0": GUILD }],
    ["guild install, types [0,1]", {}, [0, 1], { "0": GUILD }],
    ["user install in a guild, types [1]", user, [1], { "1": ALICE }],
    ["both installs, types [0,1]", both, [0, 1], { "0": GUILD, "1": ALICE }],
    ["both installs, types [0]", both, [0], { "0": GUILD }],
    ["both installs, types [1]", both, [1], { "1": ALICE }],
    ['bot DM: the string "0"', { ...none, place: botDm }, [0], { "0": "0" }],
    ["bot DM with a user install", { ...user, place: botDm }, [0, 1], { "0": "0", "1": ALICE }],
    ["private channel with a user install", { ...user, place: privateDm }, [0, 1], { "1": ALICE }],
    ["group with a user install", { ...user, place: group }, [1], { "1": ALICE }]
  ])("%s", (_, fields, integration_types, owners) => {
    const evaluation = ask(fields, { integration_types })
    allowed(evaluation)
    assert.deepStrictEqual(evaluation.integration_owners, owners)
  })

  it.each<[string, Partial<Question>, ReadonlyArray<0 | 1>]>([
    ["no install at all", none, [0, 1]],
    ["guild install, types [1]", {}, [1]],
    ["user install, types [0]", user, [0]],
    ["bot DM without user install, types [1]", { ...none, place: botDm }, [1]],
    ["private channel without user install", { place: privateDm }, [0, 1]]
  ])("hidden: %s", (_, fields, integration_types) => {
    const evaluation = ask(fields, { integration_types })
    refused(evaluation, "invisible")
    assert.deepStrictEqual(evaluation.integration_owners, {})
  })

  it("scope applications.commands is included automatically with the bot scope", () =>
    allowed(ask({ guild_install: { ...guildInstall, scopes: ["bot"] } })))
  it("an install without applications.commands brings no commands", () =>
    refused(ask({ guild_install: { ...guildInstall, scopes: ["identify"] } }), "invisible"))
  it("a guild command needs the guild's install", () =>
    refused(ask({ ...guildCommand(GUILD), guild_install: undefined, user_install: userInstall }), "invisible"))
})

describe("the application is installed here", () => {
  const user = { guild_install: undefined, user_install: userInstall }

  it.each<[string, Partial<Question>, boolean]>([
    ["in the guild", {}, true],
    ["in the guild, though the command comes with the user", { user_install: userInstall }, true],
    ["not where only the user brings it", user, false],
    ["not by an install without applications.commands", { guild_install: { ...guildInstall, scopes: [] } }, false],
    ["in its bot's direct messages", { ...user, place: botDm }, true],
    ["not in a private channel", { ...user, place: privateDm }, false]
  ])("%s", (_, fields, expected) =>
    assert.strictEqual(ask(fields, { integration_types: [1] }).installed_here, expected)
  )
})

describe("a channel that holds no messages is no place to use a command", () => {
  it.each([4, 14])("type %i", (type) => {
    const evaluation = ask({ place: inGeneral({ channel: { ...general, type } }) })
    refused(evaluation, "context")
    assert.strictEqual(stepOf(evaluation, "channel")?.outcome, "fail")
  })
  it.each([0, 2, 5, 13, 15, 16])("type %i is one", (type) =>
    allowed(ask({ place: inGeneral({ channel: { ...general, type } }) }))
  )
})

describe("contexts contains the current context; null = all that the installation allows", () => {
  const places = { 0: inGeneral(), 1: botDm, 2: privateDm }
  const install = { user_install: userInstall }

  it.each([0, 1, 2] as const)("null allows context %i", (context) => {
    const evaluation = ask({ ...install, place: places[context] }, { contexts: null, integration_types: [0, 1] })
    allowed(evaluation)
    assert.strictEqual(evaluation.context, context)
  })
  it.each([0, 1, 2] as const)("a list with context %i alone allows it and nothing else", (context) => {
    for (const here of [0, 1, 2] as const) {
      const evaluation = ask({ ...install, place: places[here] }, { contexts: [context], integration_types: [0, 1] })
      if (here === context) allowed(evaluation)
      else refused(evaluation, "context")
    }
  })
  it("contexts [2] without USER_INSTALL has no meaning", () => {
    const command = { contexts: [2], integration_types: [0] } as const
    refused(ask({ ...install, place: privateDm }, command), "invisible")
    refused(ask({}, command), "context")
  })
  it.each([
    [1, botDm],
    [2, privateDm]
  ] as const)("dm_permission: false with contexts null hides the command in context %i", (_, place) =>
    refused(ask({ ...install, place }, { dm_permission: false, integration_types: [0, 1] }), "context")
  )
  it("dm_permission: false leaves guilds alone", () => allowed(ask({}, { dm_permission: false })))
  it("dm_permission says nothing beside contexts", () =>
    allowed(ask({ place: botDm }, { dm_permission: false, contexts: [1] })))
  it("guild commands: guild only", () => assert.strictEqual(ask(guildCommand(GUILD)).context, 0))
  it("a group with the bot in it is a private channel", () =>
    assert.strictEqual(
      ask({ place: { ...group, channel: { ...group.channel, recipients: [petShop.bot.id] } } }).context,
      2
    ))
})

describe("in guild: member has VIEW_CHANNEL and USE_APPLICATION_COMMANDS in the channel", () => {
  it.each(["VIEW_CHANNEL", "USE_APPLICATION_COMMANDS"] as const)("without %s all are hidden", (name) => {
    const evaluation = ask({ place: inGeneral({ channel: denying(EVERYONE, 0, name) }) })
    refused(evaluation, "permission")
    assert.match(stepOf(evaluation, name.toLowerCase())?.because ?? "", new RegExp(`lacks ${name}`))
  })
  it("a thread is judged by its parent", () => {
    const parent = denying(ALICE, 1, "USE_APPLICATION_COMMANDS")
    refused(ask({ place: inGeneral({ channel: thread, parent }) }), "permission")
    allowed(ask({ place: inGeneral({ channel: thread, parent: general }) }))
  })
})

describe("member timed out: hidden", () => {
  const timedOut = (until: string, roles: ReadonlyArray<string> = []) =>
    ask({ place: inGeneral({ member: member(ALICE, { timed_out_until: until, roles }) }) })

  it("while the time-out lasts", () => {
    const evaluation = timedOut("2026-01-01T00:00:00.001Z")
    refused(evaluation, "permission")
    assert.strictEqual(stepOf(evaluation, "timeout")?.outcome, "fail")
  })
  it("not from the moment it ends", () => allowed(timedOut("2026-01-01T00:00:00Z")))
  it("not for an administrator", () => allowed(timedOut("2027-01-01T00:00:00Z", [ADMIN])))
})

describe("ADMINISTRATOR or guild owner: everything below is skipped: ALLOWED", () => {
  const command = { default_member_permissions: "0" }

  it("an administrator", () =>
    allowed(ask({ place: inGeneral({ member: member(ALICE, { roles: [ADMIN] }) }) }, command)))
  it("the owner", () => {
    const evaluation = ask({ place: inGeneral({ guild: { ...guild, owner_id: ALICE } }) }, command)
    allowed(evaluation)
    assert.deepStrictEqual(stepOf(evaluation, "default_member_permissions"), {
      step: "default_member_permissions",
      outcome: "skip",
      because: "not asked: administrator settles it"
    })
  })
  it("still not a command of another guild", () =>
    refused(
      ask({ ...guildCommand("299"), place: inGeneral({ member: member(ALICE, { roles: [ADMIN] }) }) }),
      "unknown"
    ))
})

describe("default_member_permissions", () => {
  const needs = String(bits("KICK_MEMBERS", "MANAGE_MESSAGES"))
  const moderator = inGeneral({ member: member(ALICE, { roles: [MODERATOR] }) })

  it("null: ALLOW", () => allowed(ask({}, { default_member_permissions: null })))
  it('"0": DENY', () => refused(ask({ place: moderator }, { default_member_permissions: "0" }), "permission"))
  it("bits: ALLOW if the member's permissions contain all bits", () =>
    allowed(ask({ place: moderator }, { default_member_permissions: needs })))
  it("bits: else DENY, naming what is missing", () => {
    const evaluation = ask({}, { default_member_permissions: needs })
    refused(evaluation, "permission")
    assert.strictEqual(
      stepOf(evaluation, "default_member_permissions")?.because,
      "default_member_permissions asks for more: the member lacks KICK_MEMBERS (no role of the member grants it), MANAGE_MESSAGES (no role of the member grants it) in #general"
    )
  })
  it("bits without a name are held by nobody but administrators", () => {
    const evaluation = ask({ place: moderator }, { default_member_permissions: String(1n << 53n) })
    refused(evaluation, "permission")
    assert.match(stepOf(evaluation, "default_member_permissions")?.because ?? "", /lacks 9007199254740992 /)
  })
  it("permissions are computed IN THIS CHANNEL", () => {
    const denied = { ...moderator, channel: denying(MODERATOR, 0, "KICK_MEMBERS") }
    refused(ask({ place: denied }, { default_member_permissions: needs }), "permission")
    const granted = inGeneral({ channel: allowIn(ALICE, 1, "KICK_MEMBERS", "MANAGE_MESSAGES") })
    allowed(ask({ place: granted }, { default_member_permissions: needs }))
  })
  it("is judged in a thread by its parent's overwrites", () => {
    const parent = allowIn(ALICE, 1, "KICK_MEMBERS", "MANAGE_MESSAGES")
    allowed(ask({ place: inGeneral({ channel: thread, parent }) }, { default_member_permissions: needs }))
  })
  it('default_permission: false without default_member_permissions acts as "0"', () =>
    refused(ask({}, { default_permission: false }), "permission"))
  it("default_permission: false gives way to default_member_permissions", () =>
    allowed(ask({ place: moderator }, { default_permission: false, default_member_permissions: needs })))
  it("default_permission: true is the default", () => allowed(ask({}, { default_permission: true })))
})

describe("DM (bot or private): sections below do not apply: ALLOWED", () => {
  it.each([
    ["bot DM", botDm],
    ["private channel", privateDm]
  ] as const)("%s", (_, place) =>
    allowed(ask({ place, user_install: userInstall }, { default_member_permissions: "0", integration_types: [0, 1] }))
  )
})

describe("explanation", () => {
  const steps = (evaluation: Evaluation) => evaluation.decisions.map(({ step, outcome }) => `${step} ${outcome}`)

  it("names every step of the chart in its order", () =>
    assert.deepStrictEqual(steps(ask()), [
      "command_exists pass",
      "subcommands pass",
      "installation pass",
      "channel pass",
      "contexts pass",
      "age_restriction pass",
      "view_channel pass",
      "timeout pass",
      "use_application_commands pass",
      "administrator skip",
      "command_channel skip",
      "command_all_channels skip",
      "application_channel skip",
      "application_all_channels skip",
      "command_user skip",
      "command_roles skip",
      "command_everyone skip",
      "application_user skip",
      "application_roles skip",
      "application_everyone skip",
      "default_member_permissions pass",
      "send_messages skip",
      "ephemeral_answers skip"
    ]))
  it("does not reach what stands below a failure", () => {
    const { decisions } = ask({}, { contexts: [1] })
    assert.deepStrictEqual(
      decisions.slice(4).map((d) => d.outcome),
      ["fail", ...Array.from({ length: 18 }, () => "skip")]
    )
    assert.strictEqual(decisions[5]?.because, "not reached: contexts failed")
  })
})
