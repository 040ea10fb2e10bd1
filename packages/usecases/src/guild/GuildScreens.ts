/**
 * What a guild shows to others, and what it stops for a while: welcome screen, widget, incident actions. Source: official
 * OpenAPI document; the platform's documentation of guilds.
 */
import type { ElementBody } from "@backlot/domain/element/ElementBody"
import { UnknownWelcomeScreen } from "@backlot/domain/error/ServiceError"
import {
  incidentsBody,
  incidentsData,
  NO_SCREEN,
  welcomeBody,
  welcomeObject,
  widgetBody
} from "@backlot/domain/guild/ScreenBody"
import { settingsOf } from "@backlot/domain/record/GuildSettings"
import { newMemberWelcomeObject } from "@backlot/domain/record/NewMemberWelcome"
import type { Guild } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { type BotOfGuild, inGuild } from "../access/BotEntry.ts"
import { operation } from "../store/Operation.ts"
import { transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** Fails with 10069 where there is none. One that is not enabled needs MANAGE_GUILD. */
export const welcomeScreen = operation(
  "GuildScreens.welcomeScreen",
  transacting(function* (bot: BotOfGuild) {
    const { guild } = yield* inGuild(bot)
    const screen = guild.welcome_screen
    if (screen === undefined) return yield* new UnknownWelcomeScreen()
    if (!screen.enabled) yield* inGuild(bot, "MANAGE_GUILD")
    return welcomeObject(screen)
  })
)

export const editWelcomeScreen = operation("GuildScreens.editWelcomeScreen", (bot: BotOfGuild, sent: unknown) =>
  edited(
    bot,
    (guild) => welcomeBody(sent, guild),
    ({ welcome_screen = NO_SCREEN }) => welcomeObject(welcome_screen)
  )
)

/** The guide for new members; nothing where the guild has none. */
export const newMemberWelcome = operation(
  "GuildScreens.newMemberWelcome",
  transacting(function* (bot: BotOfGuild) {
    const { id, new_member_welcome } = (yield* inGuild(bot)).guild
    return new_member_welcome && newMemberWelcomeObject(id, new_member_welcome)
  })
)

/** Whether the widget is enabled, and where it leads. */
export const widget = operation(
  "GuildScreens.widget",
  transacting(function* (bot: BotOfGuild) {
    return widgetObject((yield* inGuild(bot, "MANAGE_GUILD")).guild)
  })
)

export const editWidget = operation("GuildScreens.editWidget", (bot: BotOfGuild, sent: unknown) =>
  edited(bot, () => widgetBody(sent), widgetObject)
)

const widgetObject = (guild: Guild) => {
  const { widget_enabled: enabled, widget_channel_id: channel_id } = settingsOf(guild)
  return { enabled, channel_id }
}

/** Stops invites or direct messages for a while. */
export const stop = operation("GuildScreens.stop", (bot: BotOfGuild, sent: unknown) =>
  edited(
    bot,
    (_, now) => incidentsBody(sent, now),
    (guild) => incidentsData(guild) ?? NOTHING_STOPPED
  )
)

const NOTHING_STOPPED = { invites_disabled_until: null, dms_disabled_until: null }

/** Edits the guild with MANAGE_GUILD, and shows a part of it. */
const edited = <A>(bot: BotOfGuild, read: (guild: Guild, nowMs: number) => ElementBody, show: (guild: Guild) => A) => {
  const target = { kind: "guild" as const, guild_id: bot.guild_id }
  const wish = function* () {
    const { guild, now_ms } = yield* inGuild(bot, "MANAGE_GUILD")
    return [{ method: "patch" as const, target, ...read(guild, now_ms) }]
  }
  return WorldEdits.carryOut(wish, () => Body.map(inGuild(bot), ({ guild }) => show(guild)))
}
