/** Routes of what a guild shows to others, and of what it stops for a while. */
import { limits, STATUSES } from "@backlot/domain/record/JoinRequest"
import * as Contract from "@backlot/protocol/rest/GuildScreens"
import * as BotEntry from "@backlot/usecases/access/BotEntry"
import * as GuildScreens from "@backlot/usecases/guild/GuildScreens"
import * as GuildTemplates from "@backlot/usecases/guild/GuildTemplates"
import * as JoinRequests from "@backlot/usecases/guild/JoinRequests"
import * as Onboarding from "@backlot/usecases/guild/Onboarding"
import * as Widgets from "@backlot/usecases/guild/Widgets"
import { Effect } from "effect"
import { Addresses } from "../boot/ServerContext.ts"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { type Answering, admittedRoutes, forApplication, forApplicationOrNobody } from "./Admission.ts"
import { byBot, inGuild, withBody } from "./BotCall.ts"
import { PICTURES } from "./DefaultAvatar.ts"

const widget = Effect.fnUntraced(function* (call: Call) {
  const { url } = yield* Addresses
  return yield* Widgets.of(param(call, "guild_id"), `${url}/embed/avatars`)
})

const STYLES = ["shield", "banner1", "banner2", "banner3", "banner4"] as const

/** A square of one color for each style. */
const widgetPicture = Effect.fnUntraced(function* (call: Call) {
  const style = (yield* Query.oneOf(call, "style", STYLES)) ?? STYLES[0]
  yield* Widgets.requireEnabled(param(call, "guild_id"))
  return Answer.of(200, "image/png", PICTURES.get(`${STYLES.indexOf(style)}.png`) ?? new Uint8Array(), {
    "x-content-type-options": "nosniff"
  })
})

/** A route with the code of a template of the guild. */
const ofTemplate = <R>(step: (bot: BotEntry.BotOfGuild, code: string, call: Call) => Answering<R>) =>
  forApplication(({ caller }, call) => {
    const entered = BotEntry.enterGuild(caller, { guild_id: param(call, "guild_id") })
    return Effect.flatMap(entered, (bot) => byBot(bot.application, call, step(bot, param(call, "code"), call)))
  })

export const guildScreenRoutes = admittedRoutes(Contract.GuildScreens, {
  get_guild_welcome_screen: inGuild(GuildScreens.welcomeScreen),
  update_guild_welcome_screen: inGuild(withBody(GuildScreens.editWelcomeScreen)),
  get_guild_new_member_welcome: inGuild(GuildScreens.newMemberWelcome),
  get_guild_widget_settings: inGuild(GuildScreens.widget),
  update_guild_widget_settings: inGuild(withBody(GuildScreens.editWidget)),
  get_guild_widget: forApplicationOrNobody(widget),
  get_guild_widget_png: forApplicationOrNobody(widgetPicture),
  get_guild_template: forApplicationOrNobody((call) => GuildTemplates.get(param(call, "code"))),
  list_guild_templates: inGuild(GuildTemplates.list),
  create_guild_template: inGuild(withBody(GuildTemplates.create)),
  sync_guild_template: ofTemplate(GuildTemplates.sync),
  update_guild_template: ofTemplate((bot, code, call) =>
    Effect.flatMap(Body.json(call), (body) => GuildTemplates.edit(bot, code, body))
  ),
  delete_guild_template: ofTemplate(GuildTemplates.remove),
  get_guilds_onboarding: inGuild(Onboarding.get),
  put_guilds_onboarding: inGuild(withBody(Onboarding.edit)),
  update_guild_incident_actions: inGuild(withBody(GuildScreens.stop)),
  get_guild_join_requests: inGuild(
    Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, call: Call) {
      const status = yield* Query.oneOf(call, "status", STATUSES)
      return yield* JoinRequests.list(bot, status, yield* Query.page(call, { max: limits.held, usual: limits.held }))
    })
  ),
  action_guild_join_request: inGuild(
    withBody((bot, body, call) => JoinRequests.review(bot, param(call, "request_id"), body))
  )
})
