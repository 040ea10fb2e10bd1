/** A template of a guild: what another guild could be made from. Source: official OpenAPI document, `GuildTemplateResponse`. */
import type { Snowflake } from "../base/Snowflake.ts"

export interface GuildTemplate {
  /** Letters and digits: it names the template in all guilds. */
  readonly code: string
  readonly name: string
  readonly description: string | null
  readonly usage_count: number
  readonly creator_id: Snowflake
  /** ISO 8601, as given. */
  readonly created_at: string
  readonly updated_at: string
  /** The guild as it was, in the shape of the wire. */
  readonly serialized_source_guild: Readonly<Record<string, unknown>>
}

export const limits = {
  codeLength: 12,
  nameMax: 100,
  descriptionMax: 120,
  /** Characters of a guild as it was, in JSON. A rule of ours: every reading of the guild reads it too. */
  snapshotMax: 262_144
} as const

export const isTemplateCode = (value: unknown): value is string => typeof value === "string" && CODE.test(value)

export const CODE = /^[A-Za-z0-9]{2,25}$/
