/** What a guild costs that grows: threads are bounded, and calls read as many rows in a large guild as in a small one. */

import { guild } from "@backlot/domain/base/Limits"
import * as Body from "@backlot/ports/Body"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { BotOfGuild } from "../../src/access/BotEntry.ts"
import * as Channels from "../../src/guild/Channels.ts"
import * as DirectChannels from "../../src/guild/DirectChannels.ts"
import * as GuildChannels from "../../src/guild/GuildChannels.ts"
import * as Members from "../../src/guild/Members.ts"
import * as Threads from "../../src/guild/Threads.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as Collections from "../../src/store/Collections.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { create } from "../fixture/Registering.ts"
import {
  counted,
  describeOnEachStore,
  events,
  type Services,
  STORES,
  services,
  transact,
  WALL_MS
} from "../fixture/Stores.ts"
import * as Using from "../fixture/Using.ts"

const limits = guild.threads

const { ALICE, CAROL, GENERAL, HARBOUR, HIDDEN, PET_SHOP } = Play

const idAt = (from: bigint, i: number) => String(from + BigInt(i))

/** Harbour with so many channels and members more, and as many conversations of each new member with the next. */
const grown = Effect.fnUntraced(function* (size: number) {
  const { users, guilds, direct_channels } = Play.harbourFile()
  const [harbour, ...others] = guilds
  const more = Array.from({ length: size }, (_, i) => ({ id: idAt(310_000_000_000_000_000n, i), username: `u${i}` }))
  const channels = more.map((_, i) => ({ id: idAt(320_000_000_000_000_000n, i), name: `c${i}`, position: i % 400 }))
  const direct = more.slice(1).map(({ id }, i) => ({
    id: idAt(330_000_000_000_000_000n, i),
    recipients: [id, more[i]?.id ?? ""]
  }))
  yield* Play.settle({
    users: [...users, ...more],
    guilds: [
      {
        ...harbour,
        channels: [...(harbour?.channels ?? []), ...channels],
        members: [...(harbour?.members ?? []), ...more.map(({ id }) => ({ user_id: id }))]
      },
      ...others
    ],
    direct_channels: [...direct_channels, ...direct]
  })
  return yield* harbourBot
})

const harbourBot = Effect.gen(function* () {
  const install = { kind: "guild_install" as const, guild_id: HARBOUR, application_id: PET_SHOP }
  yield* WorldEdits.patch(install, { permissions: ["ADMINISTRATOR"], role_position: 2 })
  return { application: yield* Play.applicationOf(PET_SHOP), guild_id: HARBOUR } satisfies BotOfGuild
})

const at = ({ application }: BotOfGuild, channel_id = GENERAL) => ({ application, channel_id })

type Calling = Effect.Effect<unknown, unknown, Services>

/** Calls whose cost must not depend on how much else is there. */
const CALLS: ReadonlyArray<readonly [call: string, call: (bot: BotOfGuild) => Calling]> = [
  ["a message", (bot) => ChannelMessages.post(at(bot), { content: "hi" })],
  ["a thread", (bot) => Threads.open(at(bot), { name: "t", type: 11 })],
  ["an edit of a thread", (bot) => Channels.edit(at(bot, Play.THREAD), { name: "renamed" })],
  ["the end of a thread", (bot) => Channels.remove(at(bot, Play.THREAD))],
  ["an edit of a channel", (bot) => Channels.edit(at(bot), { topic: "new", permission_overwrites: [] })],
  ["an edit of a channel's place", (bot) => Channels.edit(at(bot), { position: 3, nsfw: true })],
  ["a removed channel", (bot) => Channels.remove(at(bot, HIDDEN))],
  ["a read channel", (bot) => Channels.get(at(bot))],
  ["a conversation", ({ application }) => DirectChannels.open(application, { recipient_id: CAROL })],
  ["a search of members", (bot) => Members.search(bot, "ali", 5)],
  ["a search that finds more than it wants", (bot) => Members.search(bot, "c", 1)],
  ["a nickname", (bot) => Members.edit(bot, ALICE, { nick: "Al" })]
]

/** Rows read of the store. */
let reads = 0

const readsOf = <R>(call: Effect.Effect<unknown, unknown, R>) =>
  Effect.gen(function* () {
    const before = reads
    yield* call
    return reads - before
  })

const measured = services(
  counted(STORES.memory, (rows) => {
    reads += rows
  })
)

describe("a call in a large guild reads as much as in a small one", () => {
  const compare = (cost: (size: number) => Effect.Effect<number, unknown, Services>) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(WALL_MS)
      const small = yield* cost(3)
      assert.isAbove(small, 2)
      assert.isAtMost(yield* cost(300), small + 2)
    }).pipe(Effect.provide(measured, { local: true }), Effect.scoped)

  it.effect.each(CALLS)("%s", ([, call]) =>
    compare(
      Effect.fnUntraced(function* (size) {
        return yield* readsOf(call(yield* grown(size)))
      })
    )
  )

  it.effect("a use that names a channel and a person", () =>
    compare(
      Effect.fnUntraced(function* (size) {
        yield* grown(size)
        const options = [
          { type: 7, name: "where", description: "A channel" },
          { type: 6, name: "who", description: "A person" }
        ]
        const { command } = yield* create(Play.slash("adopt", { options }))
        const input = Using.filling([
          { name: "where", value: GENERAL },
          { name: "who", value: CAROL }
        ])
        const use = readsOf(Using.use({ command_id: command.id, input }))
        return yield* Using.withApp(
          () => Effect.succeed(Using.saying("ok")),
          () => use
        )
      })
    )
  )
})

describeOnEachStore(
  "threads",
  (test) => {
    const tags = (call: Calling) => Effect.match(call, { onFailure: (error) => error, onSuccess: () => undefined })

    const opened = (count: number, more: object = {}) =>
      transact(() =>
        Body.forEach(
          Array.from({ length: count }, (_, i) => idAt(340_000_000_000_000_000n, i)),
          (id) => Collections.channels.put({ ...THREAD, id, ...more })
        )
      )

    test(
      "are at most 1,000 that are active, and no channels",
      Effect.gen(function* () {
        const bot = yield* grown(0)
        // Harbour has two.
        yield* opened(limits.active - 2)
        yield* Channels.edit(at(bot, Play.THREAD), { archived: true })
        yield* Threads.open(at(bot), { name: "last", type: 11 })
        assert.propertyVal(yield* tags(Threads.open(at(bot), { name: "one more", type: 11 })), "_tag", "TooManyThreads")
        assert.propertyVal(
          yield* tags(Channels.edit(at(bot, Play.THREAD), { archived: false })),
          "_tag",
          "TooManyThreads"
        )
        assert.propertyVal(
          yield* tags(ChannelMessages.post(at(bot, Play.THREAD), { content: "hi" })),
          "_tag",
          "TooManyThreads"
        )
        yield* Channels.edit(at(bot, idAt(340_000_000_000_000_000n, 0)), { archived: true })
        yield* Channels.edit(at(bot, Play.THREAD), { archived: false })
        yield* GuildChannels.create(bot, { name: "a channel" })
      })
    )

    test(
      "that are archived go, the oldest first, when there are too many",
      Effect.gen(function* () {
        const bot = yield* grown(0)
        yield* opened(limits.archived, { archived: true })
        const before = (yield* events).length
        yield* Threads.open(at(bot), { name: "t", type: 11 })
        const said = (yield* events).slice(before)
        const gone = said.flatMap(({ type, data }) => (type === "channel.deleted" ? [data] : []))
        assert.strictEqual(gone.length, limits.dropped)
        assert.propertyVal(gone[0], "channel_id", idAt(340_000_000_000_000_000n, 0))
        const after = (yield* events).length
        yield* Threads.open(at(bot), { name: "t", type: 11 })
        assert.deepStrictEqual(
          (yield* events).slice(after).map(({ type }) => type),
          ["channel.created", "message.created"]
        )
      })
    )
  },
  { on: ["memory"] }
)

const THREAD = {
  guild_id: HARBOUR,
  name: "t",
  type: 11,
  position: 0,
  parent_id: GENERAL,
  nsfw: false,
  topic: null,
  permission_overwrites: [],
  owner_id: ALICE,
  archived: false,
  locked: false
}
