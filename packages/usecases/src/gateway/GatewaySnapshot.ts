/** The start of a bot's session: READY and a GUILD_CREATE per guild. Source: wire-interactions.md §3.4 to §3.6. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownApplication } from "@backlot/domain/error/ServiceError"
import { isOfShard, type Shard } from "@backlot/domain/gateway/Dispatch"
import { guildCreateData } from "@backlot/domain/gateway/GatewayGuild"
import { hasIntent } from "@backlot/domain/gateway/GatewayIntent"
import { readyData } from "@backlot/domain/gateway/GatewayReady"
import type { Application, Guild } from "@backlot/domain/record/World"
import { Effect } from "effect"
import { bringsBot } from "../access/Accounts.ts"
import * as EventLog from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { existing, transact } from "../store/Transact.ts"
import { memberUsers, viewerOf, wholeOf } from "./GatewayAudience.ts"

interface SnapshotInput {
  readonly application_id: Snowflake
  readonly intents: number
  readonly shard: Shard
  readonly large_threshold: number
}

interface Snapshot {
  /** Position of the event log in this snapshot. Dispatches of later events follow it. */
  readonly position: number
  readonly application: Application
  /** Number of the bot's guilds in all shards. */
  readonly guild_count: number
  /** The data of READY without session_id, resume_gateway_url, shard and v, which the caller adds. */
  readonly ready: object
  /** The data of GUILD_CREATE for each guild of READY, in the same order; empty without the GUILDS intent. */
  readonly guilds: ReadonlyArray<{ readonly id: Snowflake; readonly d: object }>
}

/** A snapshot in one transaction. Fails with `UnknownApplication`. */
export const take = Effect.fn("GatewaySnapshot.take")(function* (input: SnapshotInput) {
  return yield* transact(function* (now) {
    const application = yield* existing(Collections.applications.get(input.application_id), UnknownApplication)
    const all = yield* guildsOf(application)
    const here = all.filter(({ id }) => isOfShard(id, input.shard))
    const guilds: Array<{ readonly id: Snowflake; readonly d: object }> = []
    if (hasIntent(input.intents, "GUILDS"))
      for (const guild of here) guilds.push({ id: guild.id, d: yield* describe(guild, input, now) })
    const snapshot: Snapshot = {
      position: yield* EventLog.position,
      application,
      guild_count: all.length,
      ready: readyData(
        application,
        here.map(({ id }) => id)
      ),
      guilds
    }
    return snapshot
  })
})

/** The guilds that the bot is in, by ascending id. */
const guildsOf = Effect.fnUntraced(function* ({ id, bot }: Application) {
  const installs = (yield* Collections.guildInstalls.by("application", id)).filter(bringsBot)
  const guilds = yield* Collections.guilds.getMany(installs.map((i) => [i.guild_id]))
  const members = yield* Collections.members.getMany(installs.map((i) => [i.guild_id, bot.id]))
  return guilds.filter((guild, i): guild is Guild => guild !== undefined && members[i] !== undefined)
})

const describe = Effect.fnUntraced(function* (guild: Guild, input: SnapshotInput, now: number) {
  const whole = yield* wholeOf(guild)
  const viewer = viewerOf(whole, input.application_id)
  // `guildsOf` found the member in the same transaction.
  if (viewer === undefined) return yield* Effect.die(new Error(`the bot is no member of ${guild.id}`))
  const large = whole.members.length > input.large_threshold
  // The platform sends online members to sessions with GUILD_PRESENCES. Here nobody is ever online. Our choice:
  // docs/choices.md "Gateway".
  const everyone = hasIntent(input.intents, "GUILD_MEMBERS") && !large
  const shown = everyone ? whole.members : [viewer.member]
  const users = yield* memberUsers(shown, whole.bots)
  return guildCreateData(whole, viewer, { members: shown, users, large, joined: false, now_ms: now })
})
