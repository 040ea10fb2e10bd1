/** Routes of what a guild shows to others, and of what it stops for a while. */
import * as Contract from "@backlot/protocol/rest/GuildScreens"
import * as GuildScreens from "@backlot/usecases/guild/GuildScreens"
import * as Widgets from "@backlot/usecases/guild/Widgets"
import { Effect } from "effect"
import { Addresses } from "../boot/ServerContext.ts"
import * as Answer from "../http/Answer.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes, forApplicationOrNobody } from "./Admission.ts"
import { inGuild, withBody } from "./BotCall.ts"
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

export const guildScreenRoutes = admittedRoutes(Contract.GuildScreens, {
  get_guild_welcome_screen: inGuild(GuildScreens.welcomeScreen),
  update_guild_welcome_screen: inGuild(withBody(GuildScreens.editWelcomeScreen)),
  get_guild_new_member_welcome: inGuild(() => Effect.void),
  get_guild_widget_settings: inGuild(GuildScreens.widget),
  update_guild_widget_settings: inGuild(withBody(GuildScreens.editWidget)),
  get_guild_widget: forApplicationOrNobody(widget),
  get_guild_widget_png: forApplicationOrNobody(widgetPicture),
  update_guild_incident_actions: inGuild(withBody(GuildScreens.stop))
})
