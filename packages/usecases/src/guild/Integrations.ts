/**
 * The integrations of a guild over REST: applications that are installed there. Source: official OpenAPI document,
 * integrations of guilds; the platform's documentation of guilds, "Get Guild Integrations", "Delete Guild Integration".
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownIntegration } from "@backlot/domain/error/ServiceError"
import { integrationObject } from "@backlot/domain/guild/IntegrationWire"
import { integrationId } from "@backlot/domain/record/ManagedRole"
import * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import { withApplications } from "../access/Accounts.ts"
import { type BotOfGuild, inGuild } from "../access/BotEntry.ts"
import { committed, type NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { Deadlines } from "../store/Deadlines.ts"
import { operation } from "../store/Operation.ts"
import { existing, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** The platform shows no more. */
const SHOWN = 50

export const list = operation(
  "Integrations.list",
  transacting(function* (bot: BotOfGuild) {
    yield* inGuild(bot, "MANAGE_GUILD")
    const installs = yield* Collections.guildInstalls.list([bot.guild_id])
    return (yield* withApplications(installs.slice(0, SHOWN))).map(integrationObject)
  })
)

/** The application leaves the guild, with its bot and the webhooks that its bot created. */
export const remove = operation(
  "Integrations.remove",
  Effect.fnUntraced(function* (bot: BotOfGuild, id: Snowflake) {
    yield* committed(function* () {
      yield* inGuild(bot, "MANAGE_GUILD")
      const { guild_id } = bot
      const found = Body.map(Collections.guildInstalls.list([guild_id]), (all) =>
        all.find((one) => integrationId(one) === id)
      )
      const { application_id } = yield* existing(found, UnknownIntegration)
      const application = yield* existing(Collections.applications.get(application_id), UnknownIntegration)
      const events: Array<NewEvent> = []
      for (const webhook of yield* Collections.webhooks.by("guild", guild_id)) {
        if (webhook.user_id !== application.bot.id) continue
        events.push(...(yield* WorldEdits.removal({ kind: "webhook", guild_id, webhook_id: webhook.id })))
      }
      events.push(...(yield* WorldEdits.removal({ kind: "guild_install", guild_id, application_id })))
      return { value: undefined, events }
    })
    yield* (yield* Deadlines).wake
  })
)
