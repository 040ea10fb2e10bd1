/** What the entries of an audit log name, as far as it is still there. Source: official OpenAPI document, `GuildAuditLogResponse`. */
import { AuditAction } from "@backlot/domain/audit/AuditAction"
import type { AuditEntry } from "@backlot/domain/audit/AuditLog"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { partialIntegration } from "@backlot/domain/guild/IntegrationWire"
import { webhookObject } from "@backlot/domain/guild/WebhookWire"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import { integrationId } from "@backlot/domain/record/ManagedRole"
import { scheduledEventObject } from "@backlot/domain/scheduled-event/ScheduledEventWire"
import { accounts, withApplications } from "../access/Accounts.ts"
import { channelObject, guildChannel } from "../access/ChannelObjects.ts"
import { ownerOf } from "../access/WebhookDoor.ts"
import * as Collections from "../store/Collections.ts"

type Entries = ReadonlyArray<AuditEntry>

/** Inside a transaction. */
export const namedBy = function* (guildId: Snowflake, entries: Entries) {
  return {
    integrations: yield* integrationsOf(guildId, entries),
    webhooks: yield* webhooksOf(entries),
    guild_scheduled_events: yield* eventsOf(entries),
    threads: yield* threadsOf(entries),
    application_commands: yield* commandsOf(guildId, entries),
    auto_moderation_rules: yield* rulesOf(guildId, entries)
  }
}

/** The targets of the entries whose action is in a range. */
const targets = (entries: Entries, [first, last]: readonly [number, number]): ReadonlyArray<readonly [Snowflake]> => {
  const named = entries.filter(({ action_type }) => action_type >= first && action_type <= last)
  return [...new Set(named.flatMap(({ target_id }) => target_id ?? []))].map((id) => [id] as const)
}

const integrationsOf = function* (guildId: Snowflake, entries: Entries) {
  const named = targets(entries, [AuditAction.INTEGRATION_CREATE, AuditAction.INTEGRATION_DELETE]).map(([id]) => id)
  if (named.length === 0) return []
  const installs = yield* Collections.guildInstalls.list([guildId])
  const there = yield* withApplications(installs.filter((one) => named.includes(integrationId(one))))
  return there.map(partialIntegration)
}

/** Without their tokens: who reads the log may not use them. */
const webhooksOf = function* (entries: Entries) {
  const ids = targets(entries, [AuditAction.WEBHOOK_CREATE, AuditAction.WEBHOOK_DELETE])
  const objects = []
  for (const webhook of yield* Collections.webhooks.existing(ids)) {
    const owner = yield* ownerOf(webhook)
    objects.push(webhookObject(webhook, { application_id: owner?.id ?? null, showsToken: false }))
  }
  return objects
}

const eventsOf = function* (entries: Entries) {
  const own = targets(entries, [AuditAction.GUILD_SCHEDULED_EVENT_CREATE, AuditAction.GUILD_SCHEDULED_EVENT_DELETE])
  const events = yield* Collections.scheduledEvents.existing(own)
  const people = yield* accounts([...new Set(events.flatMap(({ creator_id }) => creator_id ?? []))])
  return events.map((event) => scheduledEventObject(event, { creator: people.get(event.creator_id ?? "") }))
}

const threadsOf = function* (entries: Entries) {
  const threads = []
  for (const [id] of targets(entries, [AuditAction.THREAD_CREATE, AuditAction.THREAD_DELETE])) {
    const channel = yield* guildChannel(id)
    if (channel !== undefined) threads.push(yield* channelObject(channel))
  }
  return threads
}

/** Global ones and those of the guild. */
const commandsOf = function* (guildId: Snowflake, entries: Entries) {
  const named = entries.filter(({ action_type }) => action_type === AuditAction.APPLICATION_COMMAND_PERMISSION_UPDATE)
  const keys = named.flatMap(({ target_id, options }) =>
    (["global", guildId] as const).map(
      (scope) => [...Collections.commandScope(options?.["application_id"] ?? "", scope), target_id ?? ""] as const
    )
  )
  const commands: ReadonlyArray<ApplicationCommand> = yield* Collections.commands.existing(keys)
  return [...new Map(commands.map((command) => [command.id, command])).values()]
}

const rulesOf = (guildId: Snowflake, entries: Entries) => {
  const ids = targets(entries, [AuditAction.AUTO_MODERATION_RULE_CREATE, AuditAction.AUTO_MODERATION_RULE_DELETE])
  return Collections.autoModerationRules.existing(ids.map(([id]) => [guildId, id]))
}
