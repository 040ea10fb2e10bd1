/** What users and bots have in common: unique ids, and what they leave when they go. */
import type { Snowflake } from "../../base/Snowflake.ts"
import type { World } from "../../record/World.ts"
import type { Place } from "../rule/Place.ts"
import { type Entry, idOf, repeats, type UniqueRule, uniqueIds } from "../rule/Unique.ts"
import { withoutDirectChannels } from "./DirectChannelElement.ts"
import { withoutMembers } from "./MemberElement.ts"

interface WithBot {
  readonly id?: string | null
  readonly bot?: { readonly id?: string | null } | null
}

export const uniqueAccounts: UniqueRule<{
  readonly user?: ReadonlyArray<Place<{ readonly id?: string | null }>>
  readonly application?: ReadonlyArray<Place<WithBot>>
}> = uniqueIds("user and bot", (p) => [...idOf(p.user ?? []), ...botIds(p.application ?? [])])

/** An application that repeats an id has that fault already; its bot does not get a second one. */
const botIds = (applications: ReadonlyArray<Place<WithBot>>): ReadonlyArray<Entry> => {
  const repeated = new Set(repeats(idOf(applications)).map(({ path }) => path[1]))
  return applications.flatMap(({ path, value, where }): ReadonlyArray<Entry> => {
    if (value.bot?.id) return [{ key: value.bot.id, path: [...path, "bot", "id"], where }]
    return repeated.has(path[1]) ? [] : [{ key: value.id, path: [...path, "id"], where }]
  })
}

/**
 * A user or a bot leaves every guild and direct channel. A group goes on while two are left; a thread then belongs to
 * the owner of its guild, like a thread without an owner in a world file.
 */
export const withoutAccount = (world: World, id: Snowflake): World => {
  const left = world.members.filter((m) => m.user_id === id).map((m) => m.guild_id)
  const outside = left.reduce((next, guildId) => withoutMembers(next, guildId, new Set([id])), world)
  const shrunk = outside.direct_channels.map((c) =>
    c.recipients.includes(id) ? { ...c, recipients: c.recipients.filter((r) => r !== id) } : c
  )
  const ended = shrunk.filter((c) => c.recipients.length < 2).map((c) => c.id)
  const ownerOf = (guildId: Snowflake) => outside.guilds.find((g) => g.id === guildId)?.owner_id
  return withoutDirectChannels(
    {
      ...outside,
      direct_channels: shrunk,
      channels: outside.channels.map((c) =>
        c.owner_id === id ? { ...c, owner_id: ownerOf(c.guild_id) ?? c.owner_id } : c
      )
    },
    new Set(ended)
  )
}
