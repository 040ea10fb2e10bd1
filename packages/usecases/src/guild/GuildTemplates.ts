/** Templates of guilds, of which each guild has at most one. Source: official OpenAPI document; the platform's documentation. */
import { formatTime } from "@backlot/domain/base/IsoTime"
import type { Fault } from "@backlot/domain/error/Fault"
import { TemplateThere, UnknownGuild, UnknownTemplate } from "@backlot/domain/error/ServiceError"
import { snapshotOf, templateBody, templateObject } from "@backlot/domain/guild/GuildTemplate"
import { type GuildTemplate, isTemplateCode, limits } from "@backlot/domain/record/GuildTemplate"
import type { Guild } from "@backlot/domain/record/World"
import type * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect, Result } from "effect"
import { usersOf } from "../access/Accounts.ts"
import { type BotOfGuild, inGuild } from "../access/BotEntry.ts"
import { guildChannels } from "../access/ChannelObjects.ts"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** The template of a code, for everybody. */
export const get = operation(
  "GuildTemplates.get",
  transacting(function* (code: string) {
    const [guild] = isTemplateCode(code) ? yield* Collections.guilds.by("template", text(code)) : []
    return guild === undefined ? yield* new UnknownTemplate() : yield* shown(guild, yield* templateOf(guild))
  })
)

export const list = operation(
  "GuildTemplates.list",
  transacting(function* (bot: BotOfGuild) {
    const { guild } = yield* inGuild(bot, "MANAGE_GUILD")
    return guild.template === undefined ? [] : [yield* shown(guild, guild.template)]
  })
)

/** Fails with 30031 where the guild has a template. */
export const create = operation(
  "GuildTemplates.create",
  Effect.fnUntraced(function* (bot: BotOfGuild, sent: unknown) {
    const code = yield* (yield* Secrets).alphanumeric(limits.codeLength)
    return yield* written(bot, function* (guild, at) {
      if (guild.template !== undefined) return yield* new TemplateThere()
      const { body, faults } = templateBody(sent)
      const template = {
        ...body,
        code,
        creator_id: bot.application.bot.id,
        created_at: at,
        updated_at: at,
        serialized_source_guild: yield* snapshot(guild)
      }
      return { template, faults }
    })
  })
)

export const edit = operation("GuildTemplates.edit", (bot: BotOfGuild, code: string, sent: unknown) =>
  written(bot, function* (guild, at) {
    const { body, faults } = templateBody(sent)
    return { template: { ...(yield* templateOf(guild, code)), ...body, updated_at: at }, faults }
  })
)

/** The template is the guild as it is now. */
export const sync = operation("GuildTemplates.sync", (bot: BotOfGuild, code: string) =>
  written(bot, function* (guild, at) {
    const serialized_source_guild = yield* snapshot(guild)
    return { template: { ...(yield* templateOf(guild, code)), updated_at: at, serialized_source_guild }, faults: [] }
  })
)

/** Gives the template that goes. */
export const remove = operation(
  "GuildTemplates.remove",
  Effect.fnUntraced(function* (bot: BotOfGuild, code: string) {
    let last: object = {}
    const wish = function* () {
      const { guild } = yield* inGuild(bot, "MANAGE_GUILD")
      last = yield* shown(guild, yield* templateOf(guild, code))
      return [{ method: "patch" as const, target: target(bot), body: { template: null } }]
    }
    return yield* WorldEdits.carryOut(wish, function* () {
      return last
    })
  })
)

type Writing<Y> = (
  guild: Guild,
  at: string
) => Iterable<Y, { readonly template: object; readonly faults: ReadonlyArray<Fault> }, unknown>

const written = <Y extends Body.Step>(bot: BotOfGuild, write: Writing<Y>) => {
  const wish = function* () {
    const { guild, now_ms } = yield* inGuild(bot, "MANAGE_GUILD")
    const { template, faults } = yield* write(guild, formatTime(now_ms))
    // The fields of the template are those of the body.
    return [{ method: "patch" as const, target: target(bot), body: { template }, faults, places: { template: [] } }]
  }
  return WorldEdits.carryOut(wish, function* () {
    const guild = yield* existing(Collections.guilds.get(bot.guild_id), UnknownGuild)
    return yield* shown(guild, yield* templateOf(guild))
  })
}

const target = ({ guild_id }: BotOfGuild) => ({ kind: "guild" as const, guild_id })

/** The template of a guild; with `code`, only the one of that code. */
const templateOf = ({ template }: Guild, code = template?.code): Result.Result<GuildTemplate, UnknownTemplate> =>
  template === undefined || template.code !== code ? Result.fail(new UnknownTemplate()) : Result.succeed(template)

const snapshot = function* (guild: Guild) {
  const roles = yield* Collections.roles.list([guild.id])
  return snapshotOf({ guild, roles, channels: yield* guildChannels(guild.id) })
}

const shown = function* (guild: Guild, template: GuildTemplate) {
  const [creator] = yield* usersOf([template.creator_id])
  return templateObject(template, { guildId: guild.id, creator, now: yield* snapshot(guild) })
}
