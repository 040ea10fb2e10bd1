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
}

export interface Presence {
  readonly status: (typeof STATUSES)[number]
  /** Empty for a user who is offline. */
  readonly activities: ReadonlyArray<Activity>
}

/** A presence as somebody sets it; the service adds the time. */
export interface WantedPresence {
  readonly status: Presence["status"]
  readonly activities: ReadonlyArray<Omit<Activity, "created_at">>
}

export const OFFLINE: Presence = { status: "offline", activities: [] }
export const ONLINE: Presence = { status: "online", activities: [] }

export const isOnline = ({ status }: Presence): boolean => status !== "offline"

/** The data of PRESENCE_UPDATE, as GUILD_CREATE and chunks of members have it too. Everyone is at a desk. */
export const presenceData = (userId: Snowflake, guildId: Snowflake, { status, activities }: Presence) => ({
  user: { id: userId },
  guild_id: guildId,
  status,
  activities: activities.map((activity, i) => ({ id: activity.type === CUSTOM ? "custom" : String(i), ...activity })),
  client_status: status === "offline" ? {} : { desktop: status }
})

export type PresenceData = ReturnType<typeof presenceData>

const CUSTOM = 4
