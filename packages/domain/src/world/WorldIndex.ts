/** The references that a world file answers for. */
import type { Snowflake } from "../base/Snowflake.ts"
import { ChannelType } from "../record/WorldVocabulary.ts"
import { references } from "./element/GuildElement.ts"
import type { Placed } from "./rule/Placed.ts"
import type { References } from "./rule/References.ts"
import type { Places } from "./WorldFile.ts"

/** Elements whose id is faulty are left out. */
export const referencesOf = (places: Places): References => {
  const applications = byId(places.application)
  const users = byId(places.user)
  const commands = byId(places.command)
  const bots = new Set([...applications].map(([id, { bot }]) => bot?.id ?? id))
  const botOf = (id: Snowflake) => {
    const application = applications.get(id)
    return application?.bot?.id ?? application?.id ?? undefined
  }
  const guilds = new Map([...byId(places.guild)].map(([id, guild]) => [id, references(id, guild, botOf)]))
  const messageable = new Set([
    ...byId(places.channel).keys(),
    ...byId(places.direct_channel).keys(),
    ...byId(places.lobby).keys()
  ])
  return {
    application: (id) => applications.has(id),
    user: (id) => users.has(id),
    bot: (id) => bots.has(id),
    guild: (id) => guilds.get(id),
    anyChannel: (id) => messageable.has(id),
    textChannel: (id) => [...guilds.values()].some((guild) => guild.channelType(id) === ChannelType.GUILD_TEXT),
    command: (id) => commands.get(id)
  }
}

/** Of several elements with one id the first counts: the others are at fault. */
export const byId = <T extends { readonly id?: Snowflake | null }>(
  places: ReadonlyArray<Placed<T>>
): ReadonlyMap<Snowflake, T> =>
  new Map(
    places
      .toReversed()
      .flatMap(({ value }) => (value.id === null || value.id === undefined ? [] : [[value.id, value] as const]))
  )
