import { assert, describe, it } from "@effect/vitest"
import { EphemeralityReason, reasonFor } from "../../src/permission/Ephemerality.ts"
import type { Question } from "../../src/permission/Evaluate.ts"
import type { PermissionName } from "../../src/permission/Permission.ts"
import type { GuildChannel } from "../../src/record/World.ts"
import { ADMIN, ALICE, general, inGeneral, member, privateDm, thread, userInstall } from "../fixture/Harbour.ts"
import { bits } from "../fixture/PermissionBits.ts"
import { ask, denying } from "./Asking.ts"

const NEEDED = ["USE_EXTERNAL_APPS", "SEND_MESSAGES", "ATTACH_FILES", "EMBED_LINKS"] as const

/** #general where alice holds all that answers need but these. */
const without = (...names: ReadonlyArray<PermissionName>): GuildChannel => ({
  ...general,
  permission_overwrites: [
    {
      id: ALICE,
      type: 1,
      allow: String(bits(...NEEDED.filter((name) => !names.includes(name)))),
      deny: String(bits(...names))
    }
  ]
})

const reasonsIn = (channel: GuildChannel, fields: Partial<Question> = {}) =>
  ask(
    { place: inGeneral({ channel }), guild_install: undefined, user_install: userInstall, ...fields },
    { integration_types: [0, 1] }
  ).ephemerality

const text = { attachments: [], embeds: [] }
const file = { attachments: [{}], embeds: [] }
const embed = { attachments: [], embeds: [{}] }

describe("forced ephemeral: what a user alone brings into a guild", () => {
  it.each<[sentence: string, channel: GuildChannel, reasons: ReadonlyArray<EphemeralityReason>]>([
    ["with every permission nothing is forced", without(), []],
    ["18 without USE_EXTERNAL_APPS", without("USE_EXTERNAL_APPS"), [18]],
    ["10 without SEND_MESSAGES, which takes files and embeds with it", without("SEND_MESSAGES"), [10, 11, 12]],
    ["11 without ATTACH_FILES", without("ATTACH_FILES"), [11]],
    ["12 without EMBED_LINKS", without("EMBED_LINKS"), [12]],
    ["18 is told first", without("USE_EXTERNAL_APPS", "SEND_MESSAGES"), [18, 10, 11, 12]]
  ])("%s", (_, channel, reasons) => assert.deepStrictEqual(reasonsIn(channel), reasons))

  it("8 in a thread that is archived and locked, and 10 where the member may not send in threads", () => {
    const place = inGeneral({ channel: { ...thread, archived: true, locked: true }, parent: without() })
    assert.deepStrictEqual(reasonsIn(general, { place }), [8, 10, 11, 12])
    const allow = String(bits(...NEEDED, "SEND_MESSAGES_IN_THREADS"))
    const parent = { ...general, permission_overwrites: [{ id: ALICE, type: 1 as const, allow, deny: "0" }] }
    assert.deepStrictEqual(reasonsIn(general, { place: { ...place, parent } }), [8])
    assert.deepStrictEqual(reasonsIn(general, { place: { ...place, channel: thread, parent } }), [])
  })
  it("never an administrator", () => {
    const place = inGeneral({
      channel: without("USE_EXTERNAL_APPS", "SEND_MESSAGES"),
      member: member(ALICE, { roles: [ADMIN] })
    })
    assert.deepStrictEqual(reasonsIn(general, { place }), [])
  })
  it("never where the application is installed in the guild", () =>
    assert.deepStrictEqual(
      ask({ place: inGeneral({ channel: denying(ALICE, 1, ...NEEDED) }), user_install: userInstall }).ephemerality,
      []
    ))
  it("never in direct messages", () => assert.deepStrictEqual(reasonsIn(general, { place: privateDm }), []))
})

describe("the reason of one message", () => {
  const { CANNOT_USE_EXTERNAL_APPS, CANNOT_SEND_ATTACHMENTS, CANNOT_SEND_EMBEDS } = EphemeralityReason

  it.each([
    ["nothing forced, nothing told", [], { ...file, ...embed }, undefined],
    ["18 applies to every message", [CANNOT_USE_EXTERNAL_APPS], text, 18],
    ["11 applies to a message with a file", [CANNOT_SEND_ATTACHMENTS], file, 11],
    ["11 leaves text alone", [CANNOT_SEND_ATTACHMENTS], embed, undefined],
    ["12 applies to a message with an embed", [CANNOT_SEND_EMBEDS], embed, 12],
    ["12 leaves text alone", [CANNOT_SEND_EMBEDS], file, undefined],
    ["the first that applies is told", [CANNOT_SEND_EMBEDS, CANNOT_USE_EXTERNAL_APPS], embed, 18]
  ] as const)("%s", (_, reasons, message, expected) => assert.strictEqual(reasonFor(reasons, message), expected))
})

it("the reasons are the nineteen of interaction_metadata.ephemerality_reason", () =>
  assert.deepStrictEqual(
    Object.values(EphemeralityReason),
    // A plain range of numbers is not yet the type of the values.
    Array.from({ length: 19 }, (_, n) => n) as ReadonlyArray<EphemeralityReason>
  ))
