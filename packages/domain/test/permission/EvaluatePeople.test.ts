/** Age restriction, USER commands, and what only the user brings along. */

import { assert, describe, it } from "@effect/vitest"
import type { Question } from "../../src/permission/Evaluate.ts"
import { CommandType } from "../../src/record/ApplicationCommand.ts"
import {
  ADMIN,
  ALICE,
  botDm,
  EVERYONE,
  general,
  group,
  guildInstall,
  inGeneral,
  member,
  privateDm,
  thread,
  userInstall
} from "../fixture/Harbour.ts"
import { bits } from "../fixture/PermissionBits.ts"
import {
  ALICE_USER,
  allowed,
  ask,
  denying,
  failureOf,
  forChannel,
  forUser,
  refused,
  stepOf,
  verdict
} from "./Asking.ts"

describe("nsfw command: channel age-restricted, or DM where the user enabled it; user adult", () => {
  const restricted = { ...general, nsfw: true }
  const minor = { ...ALICE_USER, adult: false }
  const inDms = { ...ALICE_USER, nsfw_dms: true }
  const nsfw = (fields: Partial<Question>) => ask({ user_install: userInstall, ...fields }, { nsfw: true })

  it("in an age-restricted channel an adult sees it", () =>
    allowed(nsfw({ place: inGeneral({ channel: restricted }) })))
  it.each<[string, Partial<Question>, because: string]>([
    ["not in another channel", {}, "the command is age-restricted and #general is not (nsfw is false)"],
    [
      "not by a user under 18",
      { place: inGeneral({ channel: restricted }), user: minor },
      "the command is age-restricted and the user is under 18 (adult is false)"
    ],
    [
      "not in a bot DM where the user did not enable it",
      { place: botDm },
      "the command is age-restricted and the user did not enable that in direct messages (nsfw_dms is false)"
    ],
    [
      "not in a DM by a user under 18",
      { place: botDm, user: { ...minor, nsfw_dms: true } },
      "the command is age-restricted and the user is under 18 (adult is false)"
    ],
    [
      "not by an administrator in another channel",
      { place: inGeneral({ member: member(ALICE, { roles: [ADMIN] }) }) },
      "the command is age-restricted and #general is not (nsfw is false)"
    ]
  ])("%s", (_, fields, because) => {
    const evaluation = nsfw(fields)
    refused(evaluation, "invisible")
    assert.strictEqual(failureOf(evaluation), `age_restriction: ${because}`)
  })
  it.each([
    ["bot DM", botDm],
    ["private channel", privateDm],
    ["group", group]
  ] as const)("in a %s where the user enabled it", (_, place) =>
    allowed(ask({ place, user: inDms, user_install: userInstall }, { nsfw: true, integration_types: [0, 1] }))
  )
  it("a thread is as its parent", () => {
    allowed(nsfw({ place: inGeneral({ channel: thread, parent: restricted }) }))
    refused(nsfw({ place: inGeneral({ channel: { ...thread, nsfw: true }, parent: general }) }), "invisible")
  })
  it("other commands ask nobody's age", () => allowed(ask({ user: minor })))
})

describe("USER command: invoker can send text messages in the channel", () => {
  const USER = { type: CommandType.USER }
  /** Listed, and its use refused: Permission Denied. */
  const denied = (evaluation: ReturnType<typeof ask>, because: RegExp) => {
    assert.deepStrictEqual(verdict(evaluation), { visible: true, usable: false, reason: "permission" })
    assert.match(failureOf(evaluation) ?? "", because)
  }

  it("may be shown; the invoke fails with Permission Denied", () =>
    denied(
      ask({ place: inGeneral({ channel: denying(EVERYONE, 0, "SEND_MESSAGES") }) }, USER),
      /^send_messages: Permission Denied: the member lacks SEND_MESSAGES \(denied by the overwrite of #general for @everyone\) in #general$/
    ))
  it("in a thread sending has a permission of its own", () => {
    const place = inGeneral({ channel: thread, parent: general })
    denied(ask({ place }, USER), /lacks SEND_MESSAGES_IN_THREADS/)
    const allow = String(bits("SEND_MESSAGES_IN_THREADS"))
    const parent = {
      ...denying(EVERYONE, 0, "SEND_MESSAGES"),
      permission_overwrites: [{ id: ALICE, type: 1 as const, allow, deny: "0" }]
    }
    allowed(ask({ place: { ...place, parent } }, USER))
    const locked = { ...thread, archived: true, locked: true }
    denied(ask({ place: { ...place, channel: locked, parent } }, USER), /the thread is archived and locked/)
    allowed(ask({ place: { ...place, channel: { ...locked, locked: false }, parent } }, USER))
  })
  it.each([CommandType.CHAT_INPUT, CommandType.MESSAGE])("commands of type %i do not ask", (type) =>
    allowed(ask({ place: inGeneral({ channel: denying(EVERYONE, 0, "SEND_MESSAGES") }) }, { type }))
  )
  it("an administrator may always send", () => {
    const channel = denying(EVERYONE, 0, "SEND_MESSAGES")
    allowed(ask({ place: inGeneral({ channel, member: member(ALICE, { roles: [ADMIN] }) }) }, USER))
  })
  it("in direct messages everyone may send", () => allowed(ask({ place: botDm }, USER)))
  it("a grant of the command does not replace it", () => {
    const place = inGeneral({ channel: denying(EVERYONE, 0, "SEND_MESSAGES") })
    denied(ask({ place, command_overwrites: [forUser(ALICE, true)] }, USER), /Permission Denied/)
  })
  it("a command that is hidden for another reason stays hidden", () => {
    const place = inGeneral({ channel: denying(EVERYONE, 0, "SEND_MESSAGES") })
    refused(ask({ place, command_overwrites: [forUser(ALICE, false)] }, USER), "permission")
  })
})

describe("user-installed apps are available in every guild the user is in", () => {
  const external = { guild_install: undefined, user_install: userInstall }
  const both = { user_install: userInstall }
  const denial = [forUser(ALICE, false), forChannel(general.id, false)]
  const lists = { command_overwrites: denial, application_overwrites: denial }
  const command = { integration_types: [0, 1] } as const

  it("guild admins cannot hide them per command", () => {
    const evaluation = ask({ ...external, ...lists }, command)
    allowed(evaluation)
    assert.deepStrictEqual(stepOf(evaluation, "command_user"), {
      step: "command_user",
      outcome: "skip",
      because: "the application is not installed in this guild, so the guild's overwrites do not apply to it"
    })
  })
  it("if installed both ways, guild install governs visibility and overwrites", () => {
    refused(ask({ ...both, ...lists }, command), "permission")
    refused(ask({ ...both, ...lists }, { integration_types: [1] }), "permission")
  })
  it("default_member_permissions is asked of the member as elsewhere", () => {
    refused(ask(external, { ...command, default_member_permissions: String(bits("KICK_MEMBERS")) }), "permission")
    allowed(ask(external, { ...command, default_member_permissions: String(bits("SEND_MESSAGES")) }))
  })
  it('default_member_permissions "0" is told without overwrites, which do not apply', () =>
    assert.strictEqual(
      failureOf(ask(external, { ...command, default_member_permissions: "0" })),
      'default_member_permissions: default_member_permissions is "0": administrators only'
    ))
  it("without USE_EXTERNAL_APPS the command still runs", () => allowed(ask(external, command)))
  it("without USE_APPLICATION_COMMANDS it does not", () =>
    refused(
      ask({ ...external, place: inGeneral({ channel: denying(EVERYONE, 0, "USE_APPLICATION_COMMANDS") }) }, command),
      "permission"
    ))
  it("an install of the guild without commands leaves the user's own", () =>
    allowed(ask({ ...both, ...lists, guild_install: { ...guildInstall, scopes: ["identify"] } }, command)))
})

describe("the explanation tells why answers will be ephemeral", () => {
  const external = { guild_install: undefined, user_install: userInstall }
  const both = { user_install: userInstall }
  const command = { integration_types: [0, 1] } as const

  const sending = ["SEND_MESSAGES", "ATTACH_FILES", "EMBED_LINKS", "USE_EXTERNAL_APPS"] as const
  const without = (...names: ReadonlyArray<(typeof sending)[number]>) => {
    const allow = String(bits(...sending.filter((name) => !names.includes(name))))
    const overwrite = { id: ALICE, type: 1 as const, allow, deny: String(bits(...names)) }
    return inGeneral({ channel: { ...general, permission_overwrites: [overwrite] } })
  }
  const DENIED = "denied by the overwrite of #general for alice"
  const lacks = (name: string, why = "no role of the member grants it") =>
    `the member lacks ${name} (${why}) in #general`
  it.each([
    ["what nothing forces", [], "answers are shown as the application asks"],
    [
      "USE_EXTERNAL_APPS",
      ["USE_EXTERNAL_APPS"],
      `every answer is shown to the user alone: ${lacks("USE_EXTERNAL_APPS")}`
    ],
    ["sending", ["SEND_MESSAGES"], `every answer is shown to the user alone: ${lacks("SEND_MESSAGES", DENIED)}`],
    ["files", ["ATTACH_FILES"], `an answer with files is shown to the user alone: ${lacks("ATTACH_FILES")}`],
    [
      "files and embeds",
      ["ATTACH_FILES", "EMBED_LINKS"],
      `an answer with files is shown to the user alone: ${lacks("ATTACH_FILES")}; an answer with embeds is shown to the user alone: ${lacks("EMBED_LINKS", DENIED)}`
    ]
  ] as const)("%s", (_, names, because) => {
    const evaluation = ask({ ...external, place: without(...names) }, command)
    allowed(evaluation)
    assert.deepStrictEqual(stepOf(evaluation, "ephemeral_answers"), {
      step: "ephemeral_answers",
      outcome: "pass",
      because
    })
  })
  it("a locked thread", () => {
    const place = inGeneral({ channel: { ...thread, archived: true, locked: true }, parent: without().channel })
    assert.strictEqual(
      stepOf(ask({ ...external, place }, command), "ephemeral_answers")?.because,
      "every answer is shown to the user alone: the thread is archived and locked"
    )
  })
  it("nothing is asked where the application is installed in the guild, or in direct messages", () => {
    assert.deepInclude(stepOf(ask(both, command), "ephemeral_answers"), {
      outcome: "skip",
      because: "only what the user alone brings into a guild is hidden from others"
    })
    assert.strictEqual(stepOf(ask({ ...both, place: botDm }, command), "ephemeral_answers")?.outcome, "skip")
  })
})
