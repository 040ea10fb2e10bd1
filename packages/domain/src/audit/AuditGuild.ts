/** The guild itself in the audit log. */
import type { Snowflake } from "../base/Snowflake.ts"
import { CHANNEL_SETTINGS, SETTING_NAMES } from "../record/GuildSettings.ts"
import type { Guild } from "../record/World.ts"
import type { Changes } from "../world/WorldChange.ts"
import { AuditAction } from "./AuditAction.ts"
import { type AuditDraft, elementDraft } from "./AuditDraft.ts"

/** Pictures are named by their hashes. */
const HASHES: ReadonlyMap<string, string> = new Map(
  ["icon", "banner", "splash", "discovery_splash"].map((name) => [name, `${name}_hash`])
)

/** The platform's log does not know them. */
const UNRECORDED: ReadonlyArray<string> = [
  ...["home_header", "nsfw_level", "premium_tier", "premium_subscription_count"]
]

const KEYS = [
  ...["name", "owner_id", "preferred_locale", "vanity_url_code"],
  ...SETTING_NAMES.filter((name) => !UNRECORDED.includes(name)).map((name) => HASHES.get(name) ?? name)
]

/** `channels`: those that go; what only follows from that has no entry. */
export const guildDrafts = (
  { before, after }: Changes["guilds"][number],
  channels: ReadonlySet<Snowflake>
): ReadonlyArray<AuditDraft> => {
  if (before === undefined || after === undefined) return []
  const followed = CHANNEL_SETTINGS.filter((name) => after[name] === undefined && channels.has(before[name] ?? ""))
  const was = { ...hashed(before), ...Object.fromEntries(followed.map((name) => [name, undefined])) }
  return elementDraft({ before: was, after: hashed(after) }, ({ id }) => id, [0, AuditAction.GUILD_UPDATE, 0], KEYS)
}

const hashed = (guild: Guild): { readonly id: Snowflake } => ({
  ...guild,
  ...Object.fromEntries([...HASHES].map(([name, key]) => [key, Reflect.get(guild, name)]))
})
