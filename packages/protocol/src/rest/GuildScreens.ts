/** Endpoints of what a guild shows to others, and of what it stops for a while. Source: wire-rest.md §5.1. */
import { NewTemplate, TemplateEdit } from "@backlot/domain/guild/GuildTemplate"
import { OnboardingEdit } from "@backlot/domain/guild/OnboardingBody"
import { IncidentActions, Review, WelcomeScreenEdit, WidgetEdit } from "@backlot/domain/guild/ScreenBody"
import { Schema } from "effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { query, Record, Records } from "../openapi/Endpoint.ts"
import { bot, bots, by, nobody, restGroup } from "../openapi/RestDocument.ts"

const Png = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "image/png" }))

const GUILD = "/guilds/:guild_id"
const SCREEN = `${GUILD}/welcome-screen` as const
const TEMPLATES = `${GUILD}/templates` as const
const TEMPLATE = `${TEMPLATES}/:code` as const
const ONBOARDING = `${GUILD}/onboarding` as const
const REQUESTS = `${GUILD}/requests` as const
const WIDGET = `${GUILD}/widget` as const

export const GuildScreens = restGroup("guild_screens", {
  get_guild_welcome_screen: bots.get(SCREEN, { answer: Record }),
  update_guild_welcome_screen: bots.patch(SCREEN, { body: WelcomeScreenEdit, answer: Record }),
  get_guild_new_member_welcome: bots.get(`${GUILD}/new-member-welcome`, { answer: [Record, HttpApiSchema.NoContent] }),
  get_guild_widget_settings: bots.get(WIDGET, { answer: Record }),
  update_guild_widget_settings: bots.patch(WIDGET, { body: WidgetEdit, answer: Record }),
  get_guild_widget: by(nobody, bot).get(`${GUILD}/widget.json`, { answer: Record }),
  get_guild_widget_png: by(nobody, bot).get(`${GUILD}/widget.png`, { query: { style: query() }, answer: Png }),
  get_guild_template: by(nobody, bot).get("/guilds/templates/:code", { answer: Record }),
  list_guild_templates: bots.get(TEMPLATES, { answer: Records }),
  create_guild_template: bots.post(TEMPLATES, { body: NewTemplate, answer: Record }),
  sync_guild_template: bots.put(TEMPLATE, { answer: Record }),
  update_guild_template: bots.patch(TEMPLATE, { body: TemplateEdit, answer: Record }),
  delete_guild_template: bots.delete(TEMPLATE, { answer: Record }),
  get_guilds_onboarding: bots.get(ONBOARDING, { answer: Record }),
  put_guilds_onboarding: bots.put(ONBOARDING, { body: OnboardingEdit, answer: Record }),
  update_guild_incident_actions: bots.put(`${GUILD}/incident-actions`, { body: IncidentActions, answer: Record }),
  get_guild_join_requests: bots.get(REQUESTS, {
    query: { status: query(), limit: query(), before: query(), after: query() },
    answer: Record
  }),
  action_guild_join_request: bots.patch(`${REQUESTS}/:request_id`, { body: Review, answer: Record })
})
