/** A ban of a guild. Who is banned is no member. */

import type { Snowflake } from "../../base/Snowflake.ts"
import { UnknownBan } from "../../error/ServiceError.ts"
import type { Ban, World } from "../../record/World.ts"
import { Id, Text } from "../../validation/Shape.ts"
import { goneKey } from "../field/Gone.ts"
import { length, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { referencesIn, withGuild } from "../rule/References.ts"
import { notMember } from "../rule/Relation.ts"
import { onceInList } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import { type GuildKind, withoutGuild } from "./Element.ts"
import { botsOf } from "./GuildInstallElement.ts"

const own = fieldsOf("ban", {
  user_id: [Id, required, Value.account, notMember],
  reason: [Text, length(1, 512)]
})

type Draft = typeof own.shape.Type

const defaults = { ban: { reason: null } }

const build = (guild_id: Snowflake, draft: Draft): Ban => ({
  guild_id,
  user_id: draft.user_id ?? "",
  reason: draft.reason ?? defaults.ban.reason
})

/** The installation of a bot, which makes it a member. */
const installsOf = (world: World, guildId: Snowflake, botId: Snowflake) =>
  world.guild_installs.filter(
    ({ guild_id, application_id, scopes }) =>
      guild_id === guildId && scopes.includes("bot") && botsOf(world, new Set([application_id])).has(botId)
  )

export const element = {
  list: "bans",
  ...own,
  defaults,
  unique: [onceInList("ban", "user_id", "A user is banned from a guild once.")],
  named: "user_id",
  buildAll: (drafts, { id }) => drafts.map((draft) => build(id, draft)),
  toFile: withoutGuild,
  collections: ["ban"],
  key: (b) => [b.guild_id, b.user_id],
  indexes: { user: (b) => [b.user_id] },
  belongsTo: ["guild", "user"],
  event: (ban) => ({ guild_id: ban.guild_id, user_id: ban.user_id, ban }),
  quietWithGuild: true,
  edit: {
    unknown: UnknownBan,
    ends: (world, { guild_id, user_id }) => [
      ...(world.members.some((m) => m.guild_id === guild_id && m.user_id === user_id)
        ? [goneKey("members", guild_id, user_id)]
        : []),
      ...installsOf(world, guild_id, user_id).map((i) => goneKey("guild_installs", guild_id, i.application_id))
    ],
    around: (world, { guild_id }) => {
      const references = referencesIn(world)
      const guild = references.guild(guild_id)
      // Nothing is loaded of a guild but its record: the owner is a member of it, whatever goes.
      const member = (id: Snowflake) => world.guilds.some((g) => g.id === guild_id && g.owner_id === id)
      return { references: guild === undefined ? references : withGuild(references, guild_id, { ...guild, member }) }
    },
    record: ({ guild_id }, draft) => build(guild_id, draft)
  }
} satisfies GuildKind<Ban, Draft, "ban">
