/**
 * Rules of automatic moderation over REST, for bots that manage the guild. Source: official OpenAPI document,
 * `list_auto_moderation_rules` and its kin; the platform's documentation of automatic moderation.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ElementBody } from "@backlot/domain/element/ElementBody"
import type { Target } from "@backlot/domain/element/WorldTarget"
import { UnknownAutoModerationRule } from "@backlot/domain/error/ServiceError"
import { givesTimeout, newRule, ruleEdit } from "@backlot/domain/moderation/AutoModerationBody"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { type BotOfGuild, inGuild, requireInGuild } from "../access/BotEntry.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

const MANAGE = "MANAGE_GUILD"

/** All rules by id. */
export const list = operation(
  "AutoModerationRules.list",
  transacting(function* (bot: BotOfGuild) {
    yield* inGuild(bot, MANAGE)
    return yield* Collections.autoModerationRules.list([bot.guild_id])
  })
)

export const get = operation("AutoModerationRules.get", (bot: BotOfGuild, ruleId: Snowflake) =>
  inTransaction(() => one(bot, ruleId))
)

export const create = operation(
  "AutoModerationRules.create",
  Effect.fnUntraced(function* (bot: BotOfGuild, sent: unknown) {
    const id = yield* (yield* Ids).next
    const wish = function* () {
      const read = newRule(sent)
      yield* requireRights(bot, read)
      const body = { ...read.body, creator_id: bot.application.bot.id }
      return [{ method: "put" as const, target: target(bot, id), ...read, body }]
    }
    return yield* WorldEdits.carryOut(wish, () => one(bot, id))
  })
)

export const edit = operation(
  "AutoModerationRules.edit",
  Effect.fnUntraced(function* (bot: BotOfGuild, ruleId: Snowflake, sent: unknown) {
    const wish = function* () {
      const { trigger_type } = yield* one(bot, ruleId)
      const read = ruleEdit(sent, trigger_type)
      yield* requireRights(bot, read)
      return [{ method: "patch" as const, target: target(bot, ruleId), ...read }]
    }
    return yield* WorldEdits.carryOut(wish, () => one(bot, ruleId))
  })
)

export const remove = operation("AutoModerationRules.remove", (bot: BotOfGuild, ruleId: Snowflake) =>
  WorldEdits.remove(target(bot, ruleId), () => one(bot, ruleId))
)

const target = ({ guild_id }: BotOfGuild, rule_id: Snowflake): Target<"auto_moderation_rule"> => ({
  kind: "auto_moderation_rule",
  guild_id,
  rule_id
})

const one = function* (bot: BotOfGuild, ruleId: Snowflake) {
  yield* inGuild(bot, MANAGE)
  return yield* existing(Collections.autoModerationRules.get(bot.guild_id, ruleId), UnknownAutoModerationRule)
}

/** Who lets a rule time members out could do that themselves. */
const requireRights = function* (bot: BotOfGuild, read: ElementBody) {
  const there = yield* inGuild(bot, MANAGE)
  if (givesTimeout(read)) yield* requireInGuild(there, "MODERATE_MEMBERS")
}
