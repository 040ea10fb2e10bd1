/** Loads what an edit of invites needs. Inside a transaction. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Target } from "@backlot/domain/element/WorldTarget"
import { isTemplateCode } from "@backlot/domain/record/GuildTemplate"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { accountsOf, field, found, idsIn, invitesOf } from "./PartReads.ts"
import { isInGuild } from "./WorldLists.ts"

/** Another guild may have its code. */
export const ofInvite = function* ({ guild_id, code }: Target<"invite">, body: unknown) {
  const invites = yield* invitesOf([code])
  const named = [...invites, body]
  const [users, roles] = [USERS, ROLES].map((names) =>
    named.flatMap((one) => names.flatMap((n) => idsIn(field(one, n))))
  )
  const applications = named.flatMap((one) => idsIn(field(one, "target_application_id")))
  const known = yield* Collections.applications.existing([...new Set(applications)].map((application) => [application]))
  const channels = [...new Set(named.flatMap((one) => idsIn(field(one, "channel_id"))))]
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    invites,
    channels: (yield* Collections.channels.existing(channels.map((channel) => [channel]))).filter(isInGuild),
    roles: yield* Collections.roles.existing([...new Set(roles)].map((role) => [guild_id, role])),
    ...(yield* accountsOf(new Set(users), known))
  }
}

/** The fields of an invite that name users. */
export const USERS = ["inviter_id", "target_user_id"]
const ROLES = ["role_ids"]

/** The other guild that has a vanity URL already. */
export const withVanity = function* (code: unknown, guildId: Snowflake) {
  const taken = typeof code === "string" ? yield* Collections.guilds.by("vanity", text(code.toLowerCase())) : []
  return taken.filter(({ id }) => id !== guildId)
}

/** Guilds whose template has this code already. */
export const withTemplate = function* (template: unknown, guildId: Snowflake) {
  const code = field(template, "code")
  const taken = isTemplateCode(code) ? yield* Collections.guilds.by("template", text(code)) : []
  return taken.filter(({ id }) => id !== guildId)
}
