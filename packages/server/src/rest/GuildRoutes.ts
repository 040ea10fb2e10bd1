/** Routes of guilds, their channels, members and roles, and of lists that are always empty. */
import { guild as limits } from "@backlot/domain/base/Limits"
import { required } from "@backlot/domain/error/FormError"
import { DEFAULT_SOUNDS } from "@backlot/domain/guild/DefaultSound"
import { pruneBody, pruning } from "@backlot/domain/guild/MemberBody"
import { VOICE_REGIONS } from "@backlot/domain/guild/VoiceRegion"
import * as Contract from "@backlot/protocol/rest/Guilds"
import * as Access from "@backlot/usecases/access/Access"
import * as BotEntry from "@backlot/usecases/access/BotEntry"
import { personOf, requireIds, requirePerson } from "@backlot/usecases/access/Caller"
import * as AuditLog from "@backlot/usecases/audit/AuditLog"
import * as Emojis from "@backlot/usecases/expression/Emojis"
import * as Sounds from "@backlot/usecases/expression/Sounds"
import * as Stickers from "@backlot/usecases/expression/Stickers"
import * as Bans from "@backlot/usecases/guild/Bans"
import * as GuildChannels from "@backlot/usecases/guild/GuildChannels"
import * as Guilds from "@backlot/usecases/guild/Guilds"
import * as Integrations from "@backlot/usecases/guild/Integrations"
import * as Members from "@backlot/usecases/guild/Members"
import * as NewMembers from "@backlot/usecases/guild/NewMembers"
import * as Prune from "@backlot/usecases/guild/Prune"
import * as Roles from "@backlot/usecases/guild/Roles"
import * as ThreadLists from "@backlot/usecases/guild/ThreadLists"
import * as VoiceStates from "@backlot/usecases/guild/VoiceStates"
import * as MessageSearch from "@backlot/usecases/message/MessageSearch"
import * as VoiceEffects from "@backlot/usecases/user/VoiceEffects"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import { reasonOf } from "../http/AuditReason.ts"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes, forApplication, forApplicationOrNobody } from "./Admission.ts"
import { after, asBot, inChannel, inGuild, withBody } from "./BotCall.ts"
import { searchQuery } from "./SearchQuery.ts"

const get = inGuild((bot, call) =>
  Effect.flatMap(Query.flag(call, "with_counts"), (counted) => Guilds.get(bot, counted))
)

/** For a bot of the guild, or for a member whose token has the scope. */
const channels = Effect.fnUntraced(function* ({ caller }: Access.Authenticated, call: Call) {
  const guild_id = param(call, "guild_id")
  if (caller.kind === "bot") return yield* GuildChannels.list(yield* BotEntry.enterGuild(caller, { guild_id }))
  const application = yield* Access.identify(caller)
  const person = yield* requirePerson(caller, "guilds.channels.read")
  yield* requireIds({ guild_id })
  return yield* GuildChannels.listOfUser(personOf(person, application), guild_id)
})

const regions = () => Effect.succeed(VOICE_REGIONS)

const auditLog = Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, call: Call) {
  const page = yield* Query.page(call, { max: limits.auditLog.page, usual: limits.auditLog.usual })
  const [user_id, target_id] = [yield* Query.id(call, "user_id"), yield* Query.id(call, "target_id")]
  const action_type =
    call.query("action_type") === undefined ? undefined : yield* Query.whole(call, "action_type", 0, 1, 1_000)
  return yield* AuditLog.list(bot, { ...page, user_id, target_id, action_type })
})

export const guildRoutes = admittedRoutes(Contract.Guilds, {
  get_guild: get,
  update_guild: inGuild(withBody(Guilds.edit)),
  list_guild_audit_log_entries: inGuild(auditLog),
  get_guild_preview: inGuild(Guilds.preview),
  list_guild_channels: forApplication(channels),
  create_guild_channel: inGuild(withBody(GuildChannels.create)),
  bulk_update_guild_channels: inGuild(withBody(GuildChannels.move)),
  get_active_guild_threads: inGuild(ThreadLists.active),
  list_guild_voice_regions: inGuild(regions),
  list_voice_regions: asBot(regions),
  guild_search: inGuild((bot, call) => Effect.flatMap(searchQuery(call), (query) => MessageSearch.search(bot, query)))
})

const pageOf = (call: Call) => Query.page(call, { max: limits.page, usual: 1 })

const search = Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, call: Call) {
  const { limit } = yield* pageOf(call)
  const query = call.query("query") ?? ""
  if (query === "") return yield* Query.invalid("query", required)
  return yield* Members.search(bot, query, limit)
})

const setRole = (held: boolean) => (bot: BotEntry.BotOfGuild, call: Call) =>
  Members.setRole(bot, { user_id: param(call, "user_id"), role_id: param(call, "role_id"), held })

export const memberRoutes = admittedRoutes(Contract.Members, {
  list_guild_members: inGuild((bot, call) => Effect.flatMap(pageOf(call), (page) => Members.list(bot, page))),
  search_guild_members: inGuild(search),
  get_guild_member: inGuild((bot, call) => Members.get(bot, param(call, "user_id"))),
  update_my_guild_member: inGuild(withBody(Members.editSelf)),
  update_guild_member: inGuild(withBody((bot, body, call) => Members.edit(bot, param(call, "user_id"), body))),
  add_guild_member: inGuild(
    withBody((bot, body, call) =>
      Effect.map(NewMembers.add(bot, param(call, "user_id"), body), (member) => member ?? Answer.noContent)
    )
  ),
  preview_prune_guild: inGuild((bot, call) =>
    Prune.preview(bot, pruning({ days: call.query("days"), include_roles: Query.all(call, "include_roles").join(",") }))
  ),
  prune_guild: inGuild(withBody((bot, body) => Prune.prune(bot, pruneBody(body)))),
  delete_guild_member: inGuild((bot, call) => Members.kick(bot, param(call, "user_id"))),
  add_guild_member_role: inGuild(setRole(true)),
  delete_guild_member_role: inGuild(setRole(false))
})

const bansPage = (call: Call) => Query.page(call, { max: limits.page, usual: limits.page })

export const banRoutes = admittedRoutes(Contract.Bans, {
  list_guild_bans: inGuild((bot, call) => Effect.flatMap(bansPage(call), (page) => Bans.list(bot, page))),
  get_guild_ban: inGuild((bot, call) => Bans.get(bot, param(call, "user_id"))),
  ban_user_from_guild: inGuild(
    withBody((bot, body, call) => Bans.ban(bot, { user_id: param(call, "user_id"), reason: reasonOf(call) }, body))
  ),
  unban_user_from_guild: inGuild((bot, call) => Bans.lift(bot, param(call, "user_id"))),
  bulk_ban_users_from_guild: inGuild(withBody((bot, body, call) => Bans.banMany(bot, reasonOf(call), body)))
})

export const voiceStateRoutes = admittedRoutes(Contract.VoiceStates, {
  get_self_voice_state: inGuild(VoiceStates.getOwn),
  update_self_voice_state: inGuild(withBody(VoiceStates.editOwn)),
  get_voice_state: inGuild((bot, call) => VoiceStates.get(bot, param(call, "user_id"))),
  update_voice_state: inGuild(withBody((bot, body, call) => VoiceStates.edit(bot, param(call, "user_id"), body)))
})

export const emojiRoutes = admittedRoutes(Contract.Emojis, {
  list_guild_emojis: inGuild(Emojis.list),
  create_guild_emoji: inGuild(withBody(Emojis.create)),
  get_guild_emoji: inGuild((bot, call) => Emojis.get(bot, param(call, "emoji_id"))),
  update_guild_emoji: inGuild(withBody((bot, body, call) => Emojis.edit(bot, param(call, "emoji_id"), body))),
  delete_guild_emoji: inGuild((bot, call) => Emojis.remove(bot, param(call, "emoji_id")))
})

export const stickerRoutes = admittedRoutes(Contract.Stickers, {
  list_guild_stickers: inGuild(Stickers.list),
  create_guild_sticker: inGuild((bot, call) =>
    Effect.flatMap(Body.onlyForm(call), ({ body, files: [file] }) => Stickers.create(bot, body, file))
  ),
  get_guild_sticker: inGuild((bot, call) => Stickers.get(bot, param(call, "sticker_id"))),
  update_guild_sticker: inGuild(withBody((bot, body, call) => Stickers.edit(bot, param(call, "sticker_id"), body))),
  delete_guild_sticker: inGuild((bot, call) => Stickers.remove(bot, param(call, "sticker_id"))),
  get_sticker: asBot((_, call) => Stickers.any(param(call, "sticker_id"))),
  list_sticker_packs: forApplicationOrNobody(Stickers.packs),
  get_sticker_pack: asBot((_, call) => Stickers.pack(param(call, "pack_id")))
})

export const soundRoutes = admittedRoutes(Contract.Sounds, {
  get_soundboard_default_sounds: asBot(() => Effect.succeed(DEFAULT_SOUNDS)),
  list_guild_soundboard_sounds: inGuild(Sounds.list),
  create_guild_soundboard_sound: inGuild(withBody(Sounds.create)),
  get_guild_soundboard_sound: inGuild((bot, call) => Sounds.get(bot, param(call, "sound_id"))),
  update_guild_soundboard_sound: inGuild(
    withBody((bot, body, call) => Sounds.edit(bot, param(call, "sound_id"), body))
  ),
  delete_guild_soundboard_sound: inGuild((bot, call) => Sounds.remove(bot, param(call, "sound_id"))),
  send_soundboard_sound: inChannel(after(VoiceEffects.admit, withBody(VoiceEffects.play)))
})

export const integrationRoutes = admittedRoutes(Contract.Integrations, {
  list_guild_integrations: inGuild(Integrations.list),
  delete_guild_integration: inGuild((bot, call) => Integrations.remove(bot, param(call, "integration_id")))
})

export const roleRoutes = admittedRoutes(Contract.Roles, {
  list_guild_roles: inGuild(Roles.list),
  create_guild_role: inGuild(withBody(Roles.create)),
  bulk_update_guild_roles: inGuild(withBody(Roles.move)),
  guild_role_member_counts: inGuild(Roles.memberCounts),
  get_guild_role: inGuild((bot, call) => Roles.get(bot, param(call, "role_id"))),
  update_guild_role: inGuild(withBody((bot, body, call) => Roles.edit(bot, param(call, "role_id"), body))),
  delete_guild_role: inGuild((bot, call) => Roles.remove(bot, param(call, "role_id")))
})
