/**
 * The fields of guilds and channels that linking a lobby needs. Sources: wire-rest.md §5.1, §7; official OpenAPI
 * document.
 */
import { Schema } from "effect"

const rest = [Schema.Record(Schema.String, Schema.Unknown)] as const

/** A guild of the user, with the user's permissions in it as a decimal bit set. */
export const UserGuild = Schema.StructWithRest(
  Schema.Struct({ id: Schema.String, name: Schema.String, owner: Schema.Boolean, permissions: Schema.String }),
  rest
)

export type UserGuild = typeof UserGuild.Type

export const GuildChannel = Schema.StructWithRest(
  Schema.Struct({ id: Schema.String, type: Schema.Number, name: Schema.String }),
  rest
)

export type GuildChannel = typeof GuildChannel.Type
