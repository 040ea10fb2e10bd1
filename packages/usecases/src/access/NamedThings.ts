/** What a name of the control plane can mean, by the kind of thing. Our choice: docs/choices.md "Control plane". */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import * as FormError from "@backlot/domain/error/FormError"
import { nearest } from "@backlot/domain/typing/Nearest"
import * as Body from "@backlot/ports/Body"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { guildChannels } from "./ChannelObjects.ts"

export const KINDS = {
  user: "user or bot",
  application: "application",
  guild: "guild",
  channel: "channel",
  role: "role",
  command: "command",
  sku: "SKU",
  emoji: "emoji",
  sticker: "sticker",
  sound: "sound",
  webhook: "webhook",
  event: "scheduled event",
  rule: "rule",
  tag: "tag"
} as const

export type Kind = keyof typeof KINDS

/** Where a name is looked for: ids that are known already. */
export interface Around {
  readonly user_id?: string | undefined
  readonly application_id?: string | undefined
  readonly guild_id?: string | undefined
  readonly channel_id?: string | undefined
  readonly parent_id?: string | undefined
}

/** The id of what is called so, or the fault of a name that nothing has, or several have. */
export const idNamed = function* (kind: Kind, said: string, around: Around) {
  const all = yield* candidates(kind, said, around)
  const [id, ...others] = chosen(said, all)
  if (id !== undefined && others.length === 0) return { id }
  if (id !== undefined) return { error: ambiguous(KINDS[kind], said, [id, ...others]) }
  const names = kind === "user" ? yield* peopleNear(around) : all.map(({ name }) => name)
  return { error: FormError.notNamed(KINDS[kind], said, nearest(said, names)) }
}

interface Named {
  readonly id: Snowflake
  readonly name: string
}

/** The ids of what is called so to the letter; if there is none, of what is called so in any case. */
const chosen = (said: string, all: ReadonlyArray<Named>): ReadonlyArray<Snowflake> => {
  const exact = all.filter(({ name }) => name === said)
  const lower = said.toLowerCase()
  const found = exact.length > 0 ? exact : all.filter(({ name }) => name.toLowerCase() === lower)
  return [...new Set(found.map(({ id }) => id))]
}

const candidates = function* (kind: Kind, said: string, around: Around) {
  const { application_id, guild_id } = around
  const guild = isSnowflake(guild_id) ? [guild_id] : undefined
  const application = isSnowflake(application_id) ? [application_id] : undefined
  switch (kind) {
    case "user": {
      const users = yield* Collections.users.by("username", text(said.toLowerCase()))
      const bots = users.length > 0 ? [] : yield* Collections.applications.list([])
      return [...users.map(called), ...bots.map(({ bot }) => called(bot))]
    }
    case "application":
      return yield* Collections.applications.list([])
    case "guild":
      return yield* Collections.guilds.list([])
    case "channel":
      return (yield* Body.forEach(yield* guildsOf(around), guildChannels)).flat()
    case "role":
      return (yield* Body.forEach(yield* guildsOf(around), (id) => Collections.roles.list([id]))).flat()
    case "command": {
      const here = yield* guildsOf(around)
      const all = yield* Collections.commands.list(application ?? [])
      return all.filter((command) => command.guild_id === undefined || here.includes(command.guild_id))
    }
    case "sku":
      return (yield* Collections.applications.list([]))
        .filter(({ id }) => application === undefined || id === application_id)
        .flatMap(({ skus = [] }) => skus)
    case "emoji":
      if (application !== undefined && guild === undefined)
        return yield* Collections.applicationEmojis.list(application)
      return (yield* Body.forEach(yield* guildsOf(around), (id) => Collections.emojis.list([id]))).flat()
    case "sticker":
      return (yield* Body.forEach(yield* guildsOf(around), (id) => Collections.stickers.list([id]))).flat()
    case "sound":
      return (yield* Body.forEach(yield* guildsOf(around), (id) => Collections.soundboardSounds.list([id]))).flat()
    case "webhook":
      return guild === undefined ? [] : yield* Collections.webhooks.by("guild", ...guild)
    case "event":
      return (yield* Body.forEach(yield* guildsOf(around), (id) => Collections.scheduledEvents.by("guild", id))).flat()
    case "rule":
      return guild === undefined ? [] : yield* Collections.autoModerationRules.list(guild)
    case "tag":
      return yield* tagsOf(around)
  }
}

const called = ({ id, username }: { readonly id: Snowflake; readonly username: string }): Named => ({
  id,
  name: username
})

/** Of the forum that the body or the path names, or of the forum of the post that it names; else of every forum. */
const tagsOf = function* (around: Around) {
  const channels = (yield* Body.forEach(yield* guildsOf(around), guildChannels)).flat()
  const place = channels.find(({ id }) => id === (around.parent_id ?? around.channel_id))
  const forums = place === undefined ? channels : channels.filter(({ id }) => id === place.id || id === place.parent_id)
  return forums.flatMap(({ available_tags = [] }) => available_tags)
}

/** The guild of the path, or those of its user. */
const guildsOf = function* ({ guild_id, user_id }: Around) {
  if (guild_id !== undefined) return isSnowflake(guild_id) ? [guild_id] : []
  if (!isSnowflake(user_id)) return []
  return (yield* Collections.members.by("user", user_id)).map((member) => member.guild_id)
}

/** Whom a mistyped name may mean: the members of the guild, else everybody. */
const peopleNear = function* ({ guild_id }: Around) {
  const users = isSnowflake(guild_id)
    ? yield* Collections.users.existing((yield* Collections.members.list([guild_id])).map(({ user_id }) => [user_id]))
    : yield* Collections.users.list([])
  return users.map(({ username }) => username)
}

const ambiguous = (what: string, said: string, ids: ReadonlyArray<Snowflake>) =>
  FormError.of(
    "AMBIGUOUS_NAME",
    `Every one of ${ids.slice(0, SHOWN).join(", ")} is a ${what} that is called "${FormError.shorten(said)}"; say which by its id.`
  )

const SHOWN = 5
