/** Somebody asks to join a guild that lets people in one by one. Source: official OpenAPI document, `GuildJoinRequestResponse`. */
import type { Snowflake } from "../base/Snowflake.ts"

export const STATUSES = ["STARTED", "SUBMITTED", "REJECTED", "APPROVED"] as const

export interface JoinRequest {
  readonly id: Snowflake
  readonly user_id: Snowflake
  /** ISO 8601. */
  readonly created_at: string
  readonly application_status: (typeof STATUSES)[number]
  readonly reviewed_at: string | null
  readonly reviewer_id: Snowflake | null
  readonly rejection_reason: string | null
}

export const limits = {
  reasonMax: 160,
  /** Of one guild. A rule of ours: every reading of the guild reads them too. */
  held: 100
} as const

/** A guild that people ask to join has one of these features; the document knows the first. */
export const ASKED: ReadonlyArray<string> = ["MEMBER_VERIFICATION_GATE_ENABLED", "MEMBER_VERIFICATION_MANUAL_APPROVAL"]
