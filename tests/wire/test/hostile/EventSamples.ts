/** Valid requests for scheduled events and stages, and those of the scene. */
import * as Play from "../Harbour.ts"
import { bot, control, type Sample } from "./Sample.ts"

const inGuild = { guild_id: Play.GUILD }

/** A recurring event of the scene, the time of an exception that it has, and of an occurrence without one. */
export const EVENT = { id: "900000000000000001", exception: "2040-01-02T00:00:00Z", occurrence: "2040-01-03T00:00:00Z" }
export const STAGE_EVENT = "900000000000000002"
/** A voice channel. */
export const VOICE = "200000000000000096"
export const LIVE = { id: "900000000000000003", channel_id: "200000000000000095" }

const EXCEPTION_ID = String((BigInt(Date.parse(EVENT.exception)) - 1_420_070_400_000n) << 22n)

const rule = { start: "2040-01-01T00:00:00Z", frequency: 3, interval: 1, by_weekday: null }

/** As the control plane gives it. */
export const EVENT_BODY = {
  name: "Regatta",
  description: "All boats",
  entity_type: 3,
  location: "The quay",
  scheduled_start_time: "2040-01-01T00:00:00Z",
  scheduled_end_time: "2040-01-01T02:00:00Z",
  creator_id: Play.ALICE,
  recurrence_rule: rule,
  exceptions: [{ event_exception_id: EXCEPTION_ID, is_canceled: true, user_ids: [Play.BOB] }],
  user_ids: [Play.BOB]
}

export const STAGE_BODY = { channel_id: LIVE.channel_id, topic: "Tides", privacy_level: 2 }

export const EVENT_PARAMS = { ...inGuild, scheduled_event_id: EVENT.id }
export const STAGE_PARAMS = { ...inGuild, stage_instance_id: LIVE.id }

const ofEvent = { ...inGuild, guild_scheduled_event_id: EVENT.id }
const ofException = { ...ofEvent, exception_id: EXCEPTION_ID }
const page = { with_member: "true", limit: "5", after: "1" }
const ofUser = { user_id: Play.ALICE, ...EVENT_PARAMS }

const wire = {
  name: "Regatta",
  description: "All boats",
  image: "data:image/png;base64,iVBORw0KGgo=",
  privacy_level: 2,
  entity_type: 3,
  entity_metadata: { location: "The quay" },
  channel_id: null,
  scheduled_start_time: "2040-01-01T00:00:00Z",
  scheduled_end_time: "2040-01-01T02:00:00Z",
  recurrence_rule: {
    start: "2040-01-01T00:00:00Z",
    frequency: 1,
    interval: 1,
    by_n_weekday: [{ n: 1, day: 6 }],
    by_month: null
  }
}

const times = { scheduled_start_time: "2040-01-03T01:00:00Z", scheduled_end_time: "2040-01-03T05:00:00Z" }

export const EVENT_SAMPLES: Readonly<Record<string, () => Sample>> = {
  list_guild_scheduled_events: () => bot({ params: inGuild, query: { with_user_count: "true" } }),
  create_guild_scheduled_event: () => bot({ params: inGuild, body: wire }),
  get_guild_scheduled_event: () => bot({ params: ofEvent, query: { with_user_count: "true" } }),
  update_guild_scheduled_event: () => bot({ params: ofEvent, body: { ...wire, status: 2 } }),
  delete_guild_scheduled_event: () => bot({ params: ofEvent }),
  count_guild_scheduled_event_users: () =>
    bot({ params: ofEvent, query: { guild_scheduled_event_exception_ids: EXCEPTION_ID } }),
  list_guild_scheduled_event_users: () => bot({ params: ofEvent, query: page }),
  list_guild_scheduled_event_exception_users: () =>
    bot({ params: { ...ofEvent, guild_scheduled_event_exception_id: EXCEPTION_ID }, query: page }),
  create_guild_scheduled_event_exception: () =>
    bot({ params: ofEvent, body: { original_scheduled_start_time: EVENT.occurrence, ...times, is_canceled: false } }),
  update_guild_scheduled_event_exception: () => bot({ params: ofException, body: { ...times, is_canceled: false } }),
  delete_guild_scheduled_event_exception: () => bot({ params: ofException }),
  create_stage_instance: () =>
    bot({
      params: {},
      body: {
        topic: "Tides",
        channel_id: Play.STAGE,
        privacy_level: 2,
        guild_scheduled_event_id: STAGE_EVENT,
        send_start_notification: true
      }
    }),
  get_stage_instance: () => bot({ params: { channel_id: LIVE.channel_id } }),
  update_stage_instance: () =>
    bot({ params: { channel_id: LIVE.channel_id }, body: { topic: "Ebb", privacy_level: 2 } }),
  delete_stage_instance: () => bot({ params: { channel_id: LIVE.channel_id } }),
  update_voice_channel_status: () => bot({ params: { channel_id: VOICE }, body: { status: "Singing" } }),
  mark_interest: () => control({ params: ofUser, query: { event_exception_id: EXCEPTION_ID } }),
  withdraw_interest: () => control({ params: ofUser, query: { event_exception_id: EXCEPTION_ID } })
}
