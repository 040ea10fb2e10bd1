/** What new members of a guild are asked. Source: official OpenAPI document; the platform's documentation of onboarding. */
import { OnboardingBelow, OnboardingLacks } from "@backlot/domain/error/ServiceError"
import { idsFor, isSufficient, onboardingBody, onboardingObject } from "@backlot/domain/guild/OnboardingBody"
import { BITS, has } from "@backlot/domain/permission/Permission"
import { permissionsIn } from "@backlot/domain/permission/Place"
import type { Guild } from "@backlot/domain/record/World"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { type BotInGuild, type BotOfGuild, inGuild } from "../access/BotEntry.ts"
import { guildChannels } from "../access/ChannelObjects.ts"
import { operation } from "../store/Operation.ts"
import { transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

export const get = operation(
  "Onboarding.get",
  transacting(function* (bot: BotOfGuild) {
    return onboardingObject((yield* inGuild(bot)).guild)
  })
)

/** Fails with 350000 where it would be enabled without the channels that it needs, with 350001 where it is enabled. */
export const edit = operation(
  "Onboarding.edit",
  Effect.fnUntraced(function* (bot: BotOfGuild, sent: unknown) {
    const fresh = yield* (yield* Ids).many(idsFor(sent))
    let was: Guild | undefined
    const target = { kind: "guild" as const, guild_id: bot.guild_id }
    const wish = function* () {
      const { guild } = yield* inGuild(bot, "MANAGE_GUILD", "MANAGE_ROLES")
      was = guild
      return [{ method: "patch" as const, target, ...onboardingBody(sent, guild, fresh) }]
    }
    return yield* WorldEdits.carryOut(wish, function* () {
      const there = yield* inGuild(bot)
      yield* requireChannels(there, was?.onboarding?.enabled === true)
      return onboardingObject(there.guild)
    })
  })
)

const requireChannels = function* ({ guild, roles, now_ms }: BotInGuild, wasEnabled: boolean) {
  const { onboarding } = guild
  if (onboarding?.enabled !== true) return
  const channels = yield* guildChannels(guild.id)
  const everyone = { member: { user_id: "", roles: [], timed_out_until: null } }
  const writable = channels.filter((channel) =>
    has(permissionsIn({ guild, roles }, everyone, { channel }, now_ms), BITS.VIEW_CHANNEL | BITS.SEND_MESSAGES)
  )
  if (isSufficient(onboarding, (id) => writable.some((channel) => channel.id === id))) return
  yield* new (wasEnabled ? OnboardingBelow : OnboardingLacks)()
}
