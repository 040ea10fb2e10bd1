/** Names of the world as the choices of forms. */
import { toMs } from "@backlot/domain/base/Snowflake"
import { DEFAULT_SOUNDS } from "@backlot/domain/guild/DefaultSound"
import type { WorldEvent, WorldGuild, WorldMember } from "../api/Queries.ts"
import { isThread } from "../place/Channels.ts"
import { directName, nameOf } from "../place/Places.ts"
import type { Choice } from "../ui/Form.tsx"
import type { Known } from "./ActField.ts"

/** Categories and forums have no messages. */
const SILENT = new Set([4, 15, 16])

/** Where the user can try to write. */
export const placesOf = ({ view, of }: Known): ReadonlyArray<Choice> => [
  ...view.guilds.flatMap((guild) =>
    guild.channels
      .filter(({ type }) => !SILENT.has(type))
      .map(({ id, name }) => ({ id, name: `#${name}`, note: guild.name }))
  ),
  ...view.direct_channels.map((channel) => ({ id: channel.id, name: directName(channel, of.user_id), note: "direct" }))
]

const personOf = ({ world }: Known, id: string): Choice => {
  const user = world.users.find((one) => one.id === id)
  const app = world.applications.find(({ id: own, bot }) => (bot.id ?? own) === id)
  return {
    id,
    name: user === undefined ? (app?.name ?? id) : nameOf(user),
    note: app === undefined ? undefined : "app"
  }
}

/** Users and bots of the guild. */
const peopleOf = ({ guild, world }: Known): ReadonlyArray<string> => {
  const installed = new Set(guild?.installs?.map(({ application_id }) => application_id))
  const bots = world.applications.filter(({ id }) => installed.has(id)).map(({ id, bot }) => bot.id ?? id)
  return [...new Set([...(guild?.members.map(({ user_id }) => user_id) ?? []), ...bots])]
}

const threadOf = ({ guild, of }: Known): ReadonlyArray<string> =>
  guild?.channels.find(({ id }) => id === of.channel_id)?.members?.map(({ user_id }) => user_id) ?? []

export const isInThread = (known: Known): boolean => threadOf(known).includes(known.of.user_id)

export const inThread = (known: Known): ReadonlyArray<Choice> => threadOf(known).map((id) => personOf(known, id))

export const outOfThread = (known: Known): ReadonlyArray<Choice> => {
  const there = threadOf(known)
  return peopleOf(known).flatMap((id) => (there.includes(id) ? [] : [personOf(known, id)]))
}

export const soundsOf = ({ guild }: Known): ReadonlyArray<Choice> => [
  NONE,
  ...(guild?.soundboard_sounds.map(({ id, name }) => ({ id, name, note: guild.name })) ?? []),
  ...DEFAULT_SOUNDS.map(({ sound_id: id, name, emoji_name }) => ({ id, name, note: emoji_name }))
]

export const memberOf = ({ guild, of }: Known): WorldMember | undefined =>
  guild?.members.find(({ user_id }) => user_id === of.user_id)

export const invitesOf = ({ world }: Known): ReadonlyArray<Choice> =>
  world.guilds.flatMap(({ name, invites }) => invites.map(({ code }) => ({ id: code, name })))

export const invitesHere = ({ guild }: Known): ReadonlyArray<Choice> =>
  (guild?.invites ?? []).map(({ code, channel_id }) => ({
    id: code,
    name: code,
    note: `#${guild?.channels.find(({ id }) => id === channel_id)?.name ?? channel_id}`
  }))

const CATEGORY = 4

/** Channels of the guild that can have an invite. */
export const invitedTo = ({ view, of }: Known): ReadonlyArray<Choice> =>
  (view.guilds.find(({ id }) => id === of.guild_id)?.channels ?? []).flatMap((channel) =>
    isThread(channel) || channel.type === CATEGORY ? [] : [{ id: channel.id, name: `#${channel.name}` }]
  )

const NONE = { id: "", name: "None" }

export const rolesToGive = ({ guild }: Known): ReadonlyArray<Choice> => [
  NONE,
  ...(guild?.roles ?? []).filter(({ id }) => id !== guild?.id).map(({ id, name }) => ({ id, name }))
]

export const streamers = (known: Known): ReadonlyArray<Choice> => [
  NONE,
  ...(known.guild?.members ?? []).map(({ user_id }) => personOf(known, user_id))
]

export const activities = ({ world }: Known): ReadonlyArray<Choice> => [
  NONE,
  ...world.applications.filter(({ flags }) => flags?.includes("EMBEDDED")).map(({ id, name }) => ({ id, name }))
]

const guildsWhere = ({ world }: Known, fits: (guild: WorldGuild) => boolean): ReadonlyArray<Choice> =>
  world.guilds.filter(fits).map(({ id, name }) => ({ id, name }))

export const guildsToJoin = (known: Known): ReadonlyArray<Choice> =>
  guildsWhere(known, ({ members }) => !members.some(({ user_id }) => user_id === known.of.user_id))

export const guildsAsked = (known: Known): ReadonlyArray<Choice> =>
  guildsWhere(known, ({ join_requests = [] }) => join_requests.some(({ user_id }) => user_id === known.of.user_id))

export const applicants = (known: Known): ReadonlyArray<Choice> =>
  (known.guild?.join_requests ?? []).map(({ user_id, application_status = "SUBMITTED" }) => ({
    ...personOf(known, user_id),
    note: application_status.toLowerCase()
  }))

/** Who buys it. */
export const buyers = ({ view }: Known): ReadonlyArray<Choice> => [
  { id: "", name: "Myself" },
  ...view.guilds.map(({ id, name }) => ({ id, name, note: "guild" }))
]

/** A group of subscriptions is nothing to buy. */
const GROUP = 6
const SUBSCRIPTION = 5

export const skusOf = ({ world }: Known): ReadonlyArray<Choice> =>
  world.applications.flatMap((app) =>
    (app.skus ?? [])
      .filter(({ type }) => type !== GROUP)
      .map(({ id, name, type }) => ({ id, name, note: `${app.name}${type === SUBSCRIPTION ? ", subscription" : ""}` }))
  )

export const sellerOf = ({ world }: Known, sku_id: string): string =>
  world.applications.find(({ skus = [] }) => skus.some(({ id }) => id === sku_id))?.id ?? ""

/** The id of the SKU, and of the guild that it is for. */
export const subscriptionsOf = ({ world, of }: Known): ReadonlyArray<Choice> =>
  world.applications.flatMap(({ name: app, skus = [], entitlements = [] }) =>
    entitlements
      .filter(({ user_id, subscription }) => user_id === of.user_id && subscription != null)
      .map(({ sku_id, guild_id }) => ({
        id: `${sku_id} ${guild_id ?? ""}`,
        name: skus.find(({ id }) => id === sku_id)?.name ?? sku_id,
        note: guild_id == null ? app : `${app}, for ${world.guilds.find(({ id }) => id === guild_id)?.name ?? guild_id}`
      }))
  )

export interface Occasion {
  readonly scheduled_event_id: string
  /** Empty: all of the event. */
  readonly event_exception_id: string
  readonly name: string
  readonly at: string
  readonly user_ids: ReadonlyArray<string>
}

/** Events that are to come, each with those of its occurrences that differ. */
export const occasionsOf = (events: ReadonlyArray<WorldEvent>): ReadonlyArray<Occasion> =>
  events
    .filter(({ status = 1 }) => status <= 2)
    .flatMap(({ id, name, scheduled_start_time, user_ids = [], exceptions = [] }) => [
      { scheduled_event_id: id, event_exception_id: "", name, at: scheduled_start_time, user_ids },
      ...exceptions
        .filter(({ is_canceled }) => is_canceled !== true)
        .map((one) => ({
          scheduled_event_id: id,
          event_exception_id: one.event_exception_id,
          name: `${name}, one time`,
          at: one.scheduled_start_time ?? new Date(toMs(one.event_exception_id)).toISOString(),
          user_ids: one.user_ids ?? []
        }))
    ])
