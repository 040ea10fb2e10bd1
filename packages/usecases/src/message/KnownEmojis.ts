/**
 * Which custom emojis somebody may use, and what comes of bodies that name others. Inside a transaction. Our choice:
 * docs/choices.md "Emojis".
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import {
  emojisIn,
  forumEmojisIn,
  type NamedEmoji,
  type UnusableEmoji,
  unusable,
  unusableText
} from "@backlot/domain/component/NamedEmojis"
import type { ElementBody } from "@backlot/domain/element/ElementBody"
import { formatPath, type Path } from "@backlot/domain/error/Fault"
import { InvalidForm, UnknownReactionEmoji } from "@backlot/domain/error/ServiceError"
import { memberRoles } from "@backlot/domain/guild/GuildObject"
import type { TraceLine } from "@backlot/domain/interaction/InteractionDecision"
import { mayUse } from "@backlot/domain/message/Reaction"
import * as Body from "@backlot/ports/Body"
import { Context } from "effect"
import { botsOf } from "../access/Accounts.ts"
import type { BotInGuild } from "../access/BotEntry.ts"
import type { NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"

/** Whether emojis that the sender may not use are refused, as on the platform; otherwise they are kept and told. */
export const RefusesEmojis = Context.Reference<boolean>("./KnownEmojis.ts", { defaultValue: () => false })

/** Who names emojis. */
export interface Namer {
  /** A user, or the user of a bot; null for nobody known. */
  readonly user_id: Snowflake | null
  readonly guild_id: Snowflake | null
  readonly channel_id: Snowflake | null
}

/** An emoji that somebody may use: one of the bot's application, or of a guild whose member they are. */
export const usable = function* (userId: Snowflake | null, id: Snowflake) {
  for (const emoji of yield* Collections.applicationEmojis.by("id", id)) {
    const application = yield* Collections.applications.get(emoji.application_id)
    if (application?.bot.id === userId) return emoji
  }
  for (const emoji of yield* Collections.emojis.by("id", id)) {
    if (userId !== null && mayUse(emoji, yield* rolesHeld(emoji.guild_id, userId))) return emoji
  }
  return undefined
}

/** The roles of a user or a bot in a guild; undefined for no member of it. */
const rolesHeld = function* (guildId: Snowflake, userId: Snowflake) {
  const member = yield* Collections.members.get(guildId, userId)
  if (member === undefined) return undefined
  const bot = (yield* botsOf(guildId)).find(({ application }) => application.bot.id === userId)
  return memberRoles(member, bot)
}

/** Judges the emojis of a valid message or modal at `below` in the request. Gives what to tell of them. */
export const judge = function* (namer: Namer, body: unknown, below: Path = []) {
  const unknown = yield* unusableAmong(namer, emojisIn(body), below)
  if (unknown.length > 0 && (yield* Body.use(RefusesEmojis))) {
    return yield* new InvalidForm({ faults: unknown.map(unusable) })
  }
  return toldOf(namer, unknown)
}

/** The same for the tags and the default reaction of a forum, where the platform has 10014. Gives the events. */
export const forumEmojis = function* (
  { application, guild }: Pick<BotInGuild, "application" | "guild">,
  channelId: Snowflake | null,
  { body, faults }: ElementBody
) {
  const namer = { user_id: application.bot.id, guild_id: guild.id, channel_id: channelId }
  // Forums show emojis of their guild alone.
  const unknown = faults.length > 0 ? [] : yield* unusableAmong({ ...namer, user_id: null }, forumEmojisIn(body), [])
  if (unknown.length > 0 && (yield* Body.use(RefusesEmojis))) return yield* new UnknownReactionEmoji()
  return toldOf(namer, unknown).events
}

const unusableAmong = function* ({ user_id, guild_id }: Namer, named: ReadonlyArray<NamedEmoji>, below: Path) {
  const judged = new Map<Snowflake, Standing>()
  const found: Array<UnusableEmoji> = []
  for (const one of named) {
    const standing = judged.get(one.id) ?? (yield* standingOf(user_id, guild_id, one.id))
    judged.set(one.id, standing)
    if (standing !== "usable") found.push({ ...one, path: [...below, ...one.path], exists: standing === "elsewhere" })
  }
  return found
}

type Standing = "usable" | "elsewhere" | "missing"

/** In a guild everybody shows its own emojis, webhooks too. */
const standingOf = function* (userId: Snowflake | null, guildId: Snowflake | null, id: Snowflake) {
  const own = guildId === null ? undefined : yield* Collections.emojis.get(guildId, id)
  const isUsable = own === undefined ? (yield* usable(userId, id)) !== undefined : own.available !== false
  if (isUsable) return "usable" satisfies Standing as Standing
  const isThere = own !== undefined || (yield* isAnywhere(id))
  return isThere ? "elsewhere" : "missing"
}

const isAnywhere = function* (id: Snowflake) {
  const [ofGuild] = yield* Collections.emojis.by("id", id)
  return (ofGuild ?? (yield* Collections.applicationEmojis.by("id", id))[0]) !== undefined
}

/** What events and traces tell of emojis that the sender may not use. */
export interface Told extends Namer {
  /** How many places of the body name one; `emojis` has the first of them. */
  readonly count: number
  readonly emojis: ReadonlyArray<{
    readonly id: Snowflake
    readonly name: string | null
    readonly path: string
    readonly exists: boolean
    readonly because: string
  }>
}

/** The event, and the line of a trace; neither where there is nothing to tell. */
const toldOf = (namer: Namer, unknown: ReadonlyArray<UnusableEmoji>): Finding => {
  if (unknown.length === 0) return NOTHING
  const emojis = unknown.slice(0, TOLD).map((emoji) => {
    const { path, id, name, exists } = emoji
    return { id, name, path: formatPath(path), exists, because: unusableText(emoji) }
  })
  const told: Told = { ...namer, count: unknown.length, emojis }
  return {
    events: [{ type: "rest.unknown_emoji", data: told }],
    trace: [{ what: "unknown_emoji", detail: told }]
  }
}

export interface Finding {
  readonly events: ReadonlyArray<NewEvent>
  readonly trace: ReadonlyArray<Omit<TraceLine, "at">>
}

export const NOTHING: Finding = { events: [], trace: [] }
const TOLD = 10
