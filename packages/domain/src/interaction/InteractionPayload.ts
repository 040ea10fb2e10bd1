/** Interactions as applications receive them. Source: wire-interactions.md §1; service.md; decisions 35, 37. */

import { Result } from "effect"
import * as Base64Url from "effect/encoding/Base64Url"
import type { EntitlementObject } from "../application/PremiumWire.ts"
import { isSnowflake, type Snowflake } from "../base/Snowflake.ts"
import { filesAt } from "../guild/Boost.ts"
import { directChannelObject, guildChannelObject } from "../guild/ChannelWire.ts"
import { guildObject, memberObject, type UserObject } from "../guild/GuildWire.ts"
import type { MessageObject } from "../message/Message.ts"
import { BITS } from "../permission/Permission.ts"
import { type GuildPlace, type Place, permissionsIn, shownPermissions } from "../permission/Place.ts"
import { type ApplicationCommand, CommandType, ContextType } from "../record/ApplicationCommand.ts"
import { InteractionType } from "../record/InteractionKind.ts"
import { managedBits } from "../record/ManagedRole.ts"
import type { Application, GuildInstall, Member } from "../record/World.ts"
import type { InteractionRecord, SubmittedModal, UsedComponent } from "./Interaction.ts"
import { type Entities, resolve, type Wanted, wantedByModal, wantedByOptions, wantedByValues } from "./ResolvedData.ts"

/** The snapshots around one interaction at its delivery. */
export interface Delivery {
  readonly record: InteractionRecord
  readonly application: Application
  /** Types 2 and 4. */
  readonly command?: ApplicationCommand | undefined
  /** The message of the component. */
  readonly message?: MessageObject | undefined
  /** The invoking user. */
  readonly user: UserObject
  readonly place: Place
  /** The application's installation in the guild. */
  readonly guild_install?: GuildInstall | undefined
  /** The bot's own membership, for its roles besides the managed one. */
  readonly bot_member?: Member | undefined
  /** All users of a direct channel except the application's bot. */
  readonly recipients?: ReadonlyArray<UserObject>
  readonly entities: Entities
  /** What the user and the guild hold of what the application sells. */
  readonly entitlements?: ReadonlyArray<EntitlementObject>
  readonly now_ms: number
}

const VERSION = 1 as const

/** The interaction object of types 2 to 5: conditional fields are left out, never null (§1.10). */
export const buildPayload = (delivery: Delivery) => {
  const { record, place, message } = delivery
  return {
    id: record.id,
    application_id: record.application_id,
    type: record.type,
    token: record.token,
    version: VERSION,
    data: dataOf(delivery),
    ...(message === undefined ? {} : { message }),
    channel_id: record.channel_id,
    ...(place.kind === "guild"
      ? guildFields(delivery, place)
      : { channel: directChannelObject(place.channel, delivery.recipients ?? []), user: delivery.user }),
    app_permissions: String(appPermissions(delivery)),
    locale: record.locale,
    entitlements: delivery.entitlements ?? [],
    authorizing_integration_owners: record.authorizing_integration_owners,
    context: record.context,
    attachment_size_limit: filesAt(place.kind === "guild" ? place.guild : undefined)
  }
}

/** The `attachment_size_limit` of an interaction object as canonical text, which has it before everything that others write. */
export const filesLimitOf = (payload: string): number => Number(FILES_LIMIT.exec(payload)?.[1] ?? filesAt(undefined))

const FILES_LIMIT = /^\{"app_permissions":"\d+","application_id":"\d+","attachment_size_limit":(\d+)/

/** The PING of an endpoint probe (§2.2), by the application's owner. Our choice: docs/choices.md "Interactions". */
export const pingPayload = (ping: {
  readonly application: Pick<Application, "id">
  readonly id: Snowflake
  readonly token: string
  readonly user: UserObject
}) => ({
  id: ping.id,
  application_id: ping.application.id,
  type: InteractionType.PING,
  token: ping.token,
  user: ping.user,
  version: VERSION,
  app_permissions: String(APP_PERMISSIONS[ContextType.BOT_DM]),
  entitlements: [],
  authorizing_integration_owners: {},
  attachment_size_limit: filesAt(undefined)
})

/** §1.8: unpadded URL-safe Base64 of `interaction:<id>:<random>`, where `random` is 128 alphanumerics. */
export const mintToken = (id: Snowflake, random: string): string => Base64Url.encode(`interaction:${id}:${random}`)

/** The interaction id in a token of this form; does not check the token itself. */
export const namedByToken = (token: string): Snowflake | undefined => {
  const text = Result.getOrElse(Base64Url.decodeString(token), () => "")
  const id = /^interaction:(\d+):/.exec(text)?.[1]
  return isSnowflake(id) ? id : undefined
}

const guildFields = ({ user, now_ms }: Delivery, place: GuildPlace) => {
  const permissions = permissionsIn(place, place, place, now_ms)
  return {
    guild: guildObject(place.guild),
    guild_id: place.guild.id,
    guild_locale: place.guild.preferred_locale,
    channel: guildChannelObject(place.channel, permissions),
    member: memberObject(place.member, user, permissions, now_ms),
    entitlement_sku_ids: []
  }
}

const OUTSIDE = BITS.EMBED_LINKS | BITS.ATTACH_FILES | BITS.MENTION_EVERYONE | BITS.SEND_POLLS

/** §1.3: for an application that is not installed in the guild, and outside guilds. */
const APP_PERMISSIONS = {
  [ContextType.GUILD]: OUTSIDE | BITS.USE_EXTERNAL_EMOJIS,
  [ContextType.BOT_DM]: OUTSIDE | BITS.USE_EXTERNAL_EMOJIS,
  [ContextType.PRIVATE_CHANNEL]: OUTSIDE
} as const

const appPermissions = (delivery: Delivery): bigint => {
  const { record, application, place, guild_install: install, now_ms } = delivery
  if (place.kind === "direct" || install === undefined) return APP_PERMISSIONS[record.context]
  const member = delivery.bot_member ?? { user_id: application.bot.id, roles: [], timed_out_until: null }
  return shownPermissions(place, { member, managed: managedBits(install) }, place, now_ms)
}

export type CommandData = ReturnType<typeof commandData>
export type ComponentData = ReturnType<typeof componentData>
export type ModalData = ReturnType<typeof modalData>

/** `data` of an interaction, by its type (§1.4; service.md "Interaction (received by the app)"; decision 35). */
const dataOf = (subject: Delivery) => {
  const { command, record } = subject
  if (command !== undefined) return commandData(subject, command)
  if (record.component !== undefined) return componentData(subject, record.component)
  return record.submitted === undefined ? undefined : modalData(subject, record.submitted)
}

const commandData = (subject: Delivery, command: ApplicationCommand) => {
  const { record } = subject
  const { options, target_id } = record
  const autocomplete = record.type === InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
  const wanted = () => (target_id === undefined ? wantedByOptions(options) : wantedByTarget(command, target_id))
  return {
    id: command.id,
    name: command.name,
    type: command.type,
    ...(autocomplete ? { version: command.version } : {}),
    ...(command.type === CommandType.CHAT_INPUT && options.length > 0 ? { options } : {}),
    ...(target_id === undefined ? {} : { target_id }),
    ...(autocomplete ? {} : resolvedOf(subject, wanted())),
    ...(command.guild_id === undefined ? {} : { guild_id: command.guild_id })
  }
}

const wantedByTarget = ({ type }: ApplicationCommand, id: string): Wanted =>
  type === CommandType.MESSAGE ? { messages: new Set([id]) } : { users: new Set([id]) }

const componentData = (subject: Delivery, { values, ...component }: UsedComponent) => ({
  ...component,
  ...(values === undefined ? {} : { values }),
  // Without selected values there is no `resolved`, as the platform's libraries have seen (discord-jda/JDA 2330).
  ...resolvedOf(subject, wantedByValues([{ type: component.component_type, values }]))
})

const modalData = (subject: Delivery, submitted: SubmittedModal) => ({
  ...submitted,
  ...resolvedOf(subject, wantedByModal(submitted))
})

const resolvedOf = ({ entities, place, now_ms }: Delivery, wanted: Wanted) => {
  const resolved = resolve(wanted, entities, place, now_ms)
  return resolved === undefined ? {} : { resolved }
}
