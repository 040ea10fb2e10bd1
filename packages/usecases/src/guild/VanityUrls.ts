/** Vanity URLs: codes that guilds choose themselves. Source: the platform's documentation of guilds, "Get Guild Vanity URL". */
import { compare, type Snowflake } from "@backlot/domain/base/Snowflake"
import { NoVanityUrl } from "@backlot/domain/error/ServiceError"
import { isInviteCode } from "@backlot/domain/guild/Invite"
import type { Invite } from "@backlot/domain/record/World"
import { INVITING } from "@backlot/domain/world/rule/Relation"
import { type BotOfGuild, inGuild } from "../access/BotEntry.ts"
import { guildChannels } from "../access/ChannelObjects.ts"
import type { NewEvent } from "../event/EventLog.ts"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { transacting } from "../store/Transact.ts"

/** Fails with 50020 where the guild cannot have one; its code is null where it only lacks one. */
export const get = operation(
  "VanityUrls.get",
  transacting(function* (bot: BotOfGuild) {
    const { guild } = yield* inGuild(bot, "MANAGE_GUILD")
    const { features, vanity_url_code: code = null, vanity_url_uses: uses = 0 } = guild
    return code === null && !features.includes("VANITY_URL") ? yield* new NoVanityUrl() : { code, uses }
  })
)

/** The vanity URL of this code as an invite to the first channel; the code of an invite comes first. */
export const inviteOf = function* (code: string) {
  if (isInviteCode(code) && (yield* Collections.invites.get(code)) !== undefined) return undefined
  const [guild] = yield* Collections.guilds.by("vanity", text(code.toLowerCase()))
  const channels = guild === undefined ? [] : yield* guildChannels(guild.id)
  const [first] = channels
    .filter(({ type }) => INVITING.includes(type))
    .toSorted((a, b) => a.position - b.position || compare(a.id, b.id))
  if (guild === undefined || first === undefined) return undefined
  const { vanity_url_code = code, vanity_url_uses: uses = 0 } = guild
  return {
    ...ENDLESS,
    code: vanity_url_code,
    guild_id: guild.id,
    channel_id: first.id,
    uses
  } satisfies Invite
}

const ENDLESS = { inviter_id: null, max_uses: 0, max_age: 0, temporary: false, created_at: "2015-01-01T00:00:00Z" }

/** Counts a use, of which no event tells. */
export const used = function* (guildId: Snowflake) {
  const guild = yield* Collections.guilds.get(guildId)
  if (guild !== undefined)
    yield* Collections.guilds.put({ ...guild, vanity_url_uses: (guild.vanity_url_uses ?? 0) + 1 }, guild)
  const none: ReadonlyArray<NewEvent> = []
  return none
}
