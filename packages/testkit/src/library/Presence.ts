/** How a user is seen. Source: the platform's documentation of gateway events, "Update Presence". */

export type Status = "online" | "dnd" | "idle" | "offline"

export interface Presence {
  readonly status: Status
  readonly activities?: ReadonlyArray<{
    readonly name: string
    /** 0 playing, 1 streaming, 2 listening, 3 watching, 4 custom, 5 competing. Default: 0. */
    readonly type?: number
    /** What they do in it; of a custom one the text. */
    readonly state?: string
    readonly details?: string
    /** Of a stream. */
    readonly url?: string
    readonly state_url?: string
    readonly details_url?: string
    readonly status_display_type?: number
    /** Milliseconds. Default: now. */
    readonly created_at?: number
    /** Milliseconds. */
    readonly timestamps?: { readonly start?: number; readonly end?: number }
    readonly application_id?: string
    readonly emoji?: { readonly name: string; readonly id?: string; readonly animated?: boolean }
    readonly party?: { readonly id?: string; readonly size?: readonly [number, number] }
    /** Such as `large_image` and `large_text`. */
    readonly assets?: Readonly<Record<string, string>>
    readonly instance?: boolean
    readonly flags?: number
    /** The labels of at most two. */
    readonly buttons?: ReadonlyArray<string>
    readonly sync_id?: string
    readonly session_id?: string
  }>
  /** Default: on the desktop. */
  readonly client_status?: { readonly [client in "desktop" | "mobile" | "web"]?: Exclude<Status, "offline"> }
}
