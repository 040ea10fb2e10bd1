/** Routes of guilds and their channels, and of lists that are always empty. */
import type { PermissionName } from "@backlot/domain/permission/Permission"
import * as Contract from "@backlot/protocol/rest/Guilds"
import * as Access from "@backlot/usecases/access/Access"
import * as BotEntry from "@backlot/usecases/access/BotEntry"
import { type Caller, personOf, requireIds, requirePerson } from "@backlot/usecases/access/Caller"
import * as GuildChannels from "@backlot/usecases/guild/GuildChannels"
import * as Guilds from "@backlot/usecases/guild/Guilds"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes, forApplication } from "./Admission.ts"
import { flag, inGuild, writing } from "./BotCall.ts"

const get = inGuild(200, (bot, call) =>
  Effect.flatMap(flag(call, "with_counts"), (counted) => Guilds.get(bot, counted))
)

/** For a bot of the guild, or for a member whose token has the scope. */
const channels = Effect.fnUntraced(function* (caller: Caller, call: Call) {
  const guild_id = param(call, "guild_id")
  if (caller.kind === "bot") {
    return Answer.json(200, yield* GuildChannels.list(yield* BotEntry.enterGuild(caller, { guild_id })))
  }
  const application = yield* Access.identify(caller)
  const person = yield* requirePerson(caller, "guilds.channels.read")
  yield* requireIds({ guild_id })
  return Answer.json(200, yield* GuildChannels.listOfUser(personOf(person, application), guild_id))
})

/** A list of what a world does not hold, for callers with access. */
const none = (...rights: ReadonlyArray<PermissionName>) =>
  inGuild(200, (bot) => Effect.as(Guilds.requireRights(bot, rights), []))

/** Libraries read the voice regions, although no user connects to voice. Our choice: docs/choices.md "Guilds and members". */
const REGIONS = [
  { id: "us-east", name: "US East", custom: false, deprecated: false, optimal: true },
  { id: "rotterdam", name: "Rotterdam", custom: false, deprecated: false, optimal: false },
  { id: "singapore", name: "Singapore", custom: false, deprecated: false, optimal: false }
]

const regions = (caller: Caller) => Effect.as(BotEntry.enter(caller), Answer.json(200, REGIONS))

export const guildRoutes = admittedRoutes(Contract.Guilds, {
  get_guild: get,
  update_guild: writing(200, Guilds.edit),
  get_guild_preview: inGuild(200, Guilds.preview),
  list_guild_channels: forApplication(channels),
  create_guild_channel: writing(201, GuildChannels.create),
  bulk_update_guild_channels: writing(204, GuildChannels.move),
  get_active_guild_threads: inGuild(200, GuildChannels.activeThreads),
  list_guild_voice_regions: inGuild(200, () => Effect.succeed(REGIONS)),
  list_voice_regions: forApplication(regions),
  list_guild_emojis: none(),
  list_guild_stickers: none(),
  list_guild_invites: none("MANAGE_GUILD"),
  get_guild_webhooks: none("MANAGE_WEBHOOKS"),
  list_guild_scheduled_events: none()
})
