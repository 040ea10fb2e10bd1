/** What the client of a user shows beside the messages, over the control plane. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, APP, BOB, BOT_DM, GENERAL, GUILD, LODGER, MODERATOR, STAFF_ROOM } from "../Harbour.ts"
import { CATEGORY, harbourside, LOCKED, SHUT, SLEEPING, THREAD, VOICE } from "../Harbourside.ts"
import type { Reply } from "../Stage.ts"

type Fields = Readonly<Record<string, unknown>>
type Named = Fields & { readonly id: string }

interface Seen extends Fields {
  readonly user: Named
  readonly guilds: ReadonlyArray<
    Fields & {
      readonly channels: ReadonlyArray<Named & { readonly permissions: string }>
      readonly roles: ReadonlyArray<Named>
    }
  >
  readonly direct_channels: ReadonlyArray<Named & { readonly recipients: ReadonlyArray<Named> }>
}

const read = <A>({ text }: Reply) => JSON.parse(text) as A
const idsOf = (all: ReadonlyArray<{ readonly id: string }> = []) => all.map(({ id }) => id)

describe("the view of a user", () => {
  it.live("has the channels and active threads that they see, with their permissions there", () =>
    Effect.gen(function* () {
      const { control, say } = yield* harbourside()
      const { body: said } = yield* say(ALICE, { content: "hi" })
      const { user, guilds, direct_channels } = read<Seen>(yield* control(`/users/${BOB}/view`))
      assert.deepInclude(user, { id: BOB, username: "bob", locale: "de" })
      const [guild] = guilds
      assert.deepInclude(guild, {
        id: GUILD,
        name: "Harbour",
        owner_id: ALICE,
        nick: null,
        role_ids: [],
        timed_out_until: null
      })
      assert.deepStrictEqual(idsOf(guild?.channels), [GENERAL, VOICE, CATEGORY, THREAD, SHUT])
      assert.includeMembers(idsOf(guild?.roles), [GUILD, MODERATOR])
      assert.deepInclude(guild?.channels[0], { name: "general", type: 0, last_message_id: said.id })
      assert.notProperty(guild?.channels[0], "permission_overwrites")
      // VIEW_CHANNEL, SEND_MESSAGES, READ_MESSAGE_HISTORY, SEND_MESSAGES_IN_THREADS.
      const bits = (1n << 10n) | (1n << 11n) | (1n << 16n) | (1n << 38n)
      assert.strictEqual(guild?.channels[0]?.permissions, String(bits))
      assert.nestedPropertyVal(guild, "permissions", String(bits))
      assert.deepStrictEqual(direct_channels, [])
    })
  )

  it.live("has what is hidden from others, archived threads on demand, and conversations without the user", () =>
    Effect.gen(function* () {
      const { control } = yield* harbourside()
      const { guilds, direct_channels } = read<Seen>(yield* control(`/users/${ALICE}/view?archived=true`))
      const shown = [GENERAL, STAFF_ROOM, VOICE, CATEGORY, THREAD, SLEEPING, LOCKED, SHUT]
      assert.deepStrictEqual(idsOf(guilds[0]?.channels), shown)
      assert.deepStrictEqual(idsOf(direct_channels), [BOT_DM])
      assert.deepInclude(direct_channels[0]?.recipients[0], { id: APP, bot: true })
      assert.strictEqual(direct_channels[0]?.recipients.length, 1)
    })
  )

  it.live("is empty without guilds, and there is none of a user who is not there", () =>
    Effect.gen(function* () {
      const { control } = yield* harbourside()
      assert.deepInclude(read<Seen>(yield* control(`/users/${LODGER}/view`)), { guilds: [], direct_channels: [] })
      const { status, body } = yield* control("/users/1/view")
      assert.deepStrictEqual([status, body.code], [404, 10013])
    })
  )

  it.live("is read in a moment, though there are a thousand channels", () =>
    Effect.gen(function* () {
      const { control } = yield* harbourside()
      const overwrites = [{ id: GUILD, type: 0, deny: ["SEND_MESSAGES"] }]
      const channels = Array.from({ length: 500 }, (_, n) => ({
        id: String(2000 + n),
        name: `c${n}`,
        permission_overwrites: overwrites
      }))
      const threads = channels.map(({ id }, n) => ({ id: String(4000 + n), name: `t${n}`, type: 11, parent_id: id }))
      const all = [...channels, ...threads]
      const { status } = yield* control(`/guilds/${GUILD}`, { method: "PATCH", json: { channels: all } })
      assert.strictEqual(status, 200)
      const { guilds } = read<Seen>(yield* control(`/users/${BOB}/view`))
      assert.strictEqual(guilds[0]?.channels.length, 1000)
    })
  )
})

describe("the members that a user sees", () => {
  const members = (user: string, query = "") => `/users/${user}/guilds/${GUILD}/members${query}`

  it.live("are people and bots, by id and in pages", () =>
    Effect.gen(function* () {
      const { control } = yield* harbourside()
      const nick = { nick: "Al" }
      yield* control(`/guilds/${GUILD}/members/${ALICE}`, { method: "PATCH", json: { ...nick, roles: [MODERATOR] } })
      const all = read<{ readonly members: ReadonlyArray<Fields> }>(yield* control(members(BOB))).members
      assert.strictEqual(all.length, 3)
      assert.nestedPropertyVal(all[0], "user.id", APP)
      assert.deepInclude(all[0], { bot: true, status: "offline" })
      assert.nestedPropertyVal(all[1], "user.username", "alice")
      assert.deepInclude(all[1], { ...nick, roles: [MODERATOR], bot: false, status: "offline", activities: [] })
      const page = read<{ readonly members: ReadonlyArray<Fields> }>(
        yield* control(members(BOB, `?limit=1&after=${APP}`))
      )
      assert.deepStrictEqual(page.members, all.slice(1, 2))
    })
  )

  it.live.each([
    ["who is no member", LODGER, "", 404, 10007],
    ["who is not there", "1", "", 404, 10013],
    ["with too large a page", BOB, "?limit=1001", 400, 50035]
  ] as const)("are refused to a user %s", ([, user, query, status, code]) =>
    Effect.gen(function* () {
      const { control } = yield* harbourside()
      const refused = yield* control(members(user, query))
      assert.deepStrictEqual([refused.status, refused.body.code], [status, code])
    })
  )
})
