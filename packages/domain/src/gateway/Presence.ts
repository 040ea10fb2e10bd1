/**
 * Presences of users, and as dispatches carry them. Source: the platform's documentation of `Presence Update`, `Activity
 * Object`.
 */
import type { Snowflake } from "../base/Snowflake.ts"

/** In the order of the platform's documentation. */
export const STATUSES = ["online", "dnd", "idle", "offline"] as const

export interface Activity {
  readonly name: string
  /** 0 playing, 1 streaming, 2 listening, 3 watching, 4 custom, 5 competing. */
  readonly type: number
  readonly state?: string
  /** Of a stream. */
  readonly url?: string
  /** Milliseconds of the service clock. */
  readonly created_at: number
  // What people's clients say, and no bot can.
  readonly details?: string
  readonly state_url?: string
  readonly details_url?: string
  /** 0 the name, 1 the state, 2 the details. */
  readonly status_display_type?: number
  /** Milliseconds. */
  readonly timestamps?: { readonly start?: number; readonly end?: number }
  readonly application_id?: Snowflake
  readonly emoji?: { readonly name: string; readonly id?: Snowflake; readonly animated?: boolean }
  /** `size`: how many there are, and how many at most. */
  readonly party?: { readonly id?: string; readonly size?: readonly [number, number] }
  readonly assets?: { readonly [A in (typeof ASSETS)[number]]?: string }
  readonly instance?: boolean
  /** Bits. */
  readonly flags?: number
  /** Their labels. */
  readonly buttons?: ReadonlyArray<string>
  readonly sync_id?: string
  readonly session_id?: string
}

export const ASSETS = [
  "large_image",
  "large_text",
  "large_url",
  "small_image",
  "small_text",
  "small_url",
  "invite_cover_image"
] as const

export const CLIENTS = ["desktop", "mobile", "web"] as const

export type ClientStatus = { readonly [C in (typeof CLIENTS)[number]]?: Presence["status"] }

export interface Presence {
  readonly status: (typeof STATUSES)[number]
  /** Empty for a user who is offline. */
  readonly activities: ReadonlyArray<Activity>
  /** Of the clients that are not offline. */
  readonly client_status: ClientStatus
}

/** A presence as somebody sets it; the service adds the time. */
export interface WantedPresence {
  readonly status: Presence["status"]
  readonly activities: ReadonlyArray<Omit<Activity, "created_at"> & Partial<Activity>>
  readonly client_status: ClientStatus
}

export const OFFLINE: Presence = { status: "offline", activities: [], client_status: {} }
/** Of a bot. */
export const ONLINE: Presence = { status: "online", activities: [], client_status: { web: "online" } }

export const isOnline = ({ status }: Presence): boolean => status !== "offline"

/** The data of PRESENCE_UPDATE, as GUILD_CREATE and chunks of members have it too. */
export const presenceData = (
  userId: Snowflake,
  guildId: Snowflake,
  { status, activities, client_status }: Presence
) => ({
  user: { id: userId },
  guild_id: guildId,
  status,
  activities: activities.map((activity, i) => ({ id: activity.type === CUSTOM ? "custom" : String(i), ...activity })),
  client_status
})

export type PresenceData = ReturnType<typeof presenceData>

const CUSTOM = 4
