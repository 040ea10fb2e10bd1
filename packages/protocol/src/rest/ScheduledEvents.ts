/** Endpoints of scheduled events and stages. Source: official OpenAPI document. */
import {
  ExceptionEdit,
  NewException,
  NewScheduledEvent,
  ScheduledEventEdit
} from "@backlot/domain/scheduled-event/ScheduledEventBody"
import { NewStage, StageEdit } from "@backlot/domain/scheduled-event/StageBody"
import { query, Record, Records } from "../openapi/Endpoint.ts"
import { bots, restGroup } from "../openapi/RestDocument.ts"

const EVENTS = "/guilds/:guild_id/scheduled-events"
const EVENT = `${EVENTS}/:guild_scheduled_event_id` as const
const EXCEPTION = `${EVENT}/exceptions/:exception_id` as const

const counted = { with_user_count: query("Adds how many are interested.") }
const page = { with_member: query(), limit: query(), before: query(), after: query() }

export const ScheduledEvents = restGroup("scheduled_events", {
  list_guild_scheduled_events: bots.get(EVENTS, { query: counted, answer: Records }),
  create_guild_scheduled_event: bots.post(EVENTS, { body: NewScheduledEvent, answer: Record }),
  get_guild_scheduled_event: bots.get(EVENT, { query: counted, answer: Record }),
  update_guild_scheduled_event: bots.patch(EVENT, { body: ScheduledEventEdit, answer: Record }),
  delete_guild_scheduled_event: bots.delete(EVENT),
  count_guild_scheduled_event_users: bots.get(`${EVENT}/users/counts`, {
    query: { guild_scheduled_event_exception_ids: query("Ids of exceptions, with commas between them.") },
    answer: Record
  }),
  list_guild_scheduled_event_users: bots.get(`${EVENT}/users`, { query: page, answer: Records }),
  list_guild_scheduled_event_exception_users: bots.get(`${EVENT}/:guild_scheduled_event_exception_id/users`, {
    query: page,
    answer: Records
  }),
  create_guild_scheduled_event_exception: bots.post(`${EVENT}/exceptions`, { body: NewException, answer: Record }),
  update_guild_scheduled_event_exception: bots.patch(EXCEPTION, { body: ExceptionEdit, answer: Record }),
  delete_guild_scheduled_event_exception: bots.delete(EXCEPTION)
})

const STAGE = "/stage-instances/:channel_id"

export const StageInstances = restGroup("stage_instances", {
  create_stage_instance: bots.post("/stage-instances", { body: NewStage, answer: Record }),
  get_stage_instance: bots.get(STAGE, { answer: Record }),
  update_stage_instance: bots.patch(STAGE, { body: StageEdit, answer: Record }),
  delete_stage_instance: bots.delete(STAGE)
})
