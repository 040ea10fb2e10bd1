/**
 * Names one element of a world, as a path of the control plane does. Source: product.md "Control plane",
 * "World file".
 */
import type { Snowflake } from "../base/Snowflake.ts"

/** Ours beside product.md's own: direct channels, which a world file has too. */
export type WorldTarget =
  | { readonly kind: "application"; readonly application_id: Snowflake }
  | { readonly kind: "user"; readonly user_id: Snowflake }
  | { readonly kind: "user_install"; readonly user_id: Snowflake; readonly application_id: Snowflake }
  | { readonly kind: "guild"; readonly guild_id: Snowflake }
  | { readonly kind: "role"; readonly guild_id: Snowflake; readonly role_id: Snowflake }
  | { readonly kind: "channel"; readonly guild_id: Snowflake; readonly channel_id: Snowflake }
  | { readonly kind: "member"; readonly guild_id: Snowflake; readonly user_id: Snowflake }
  | { readonly kind: "guild_install"; readonly guild_id: Snowflake; readonly application_id: Snowflake }
  | { readonly kind: "direct_channel"; readonly channel_id: Snowflake }

export type TargetKind = WorldTarget["kind"]

/** An element in the shape of the world file. */
export type FileElement = Readonly<Record<string, unknown>>

/** Where the file holds an element: the list, what names it there, and the element around the list. */
export interface Slot {
  readonly list: string
  readonly key: "id" | "user_id" | "application_id"
  readonly id: Snowflake
  readonly holder?: { readonly list: "users" | "guilds"; readonly id: Snowflake }
}

export const slotOf = (target: WorldTarget): Slot => {
  switch (target.kind) {
    case "application":
      return { list: "applications", key: "id", id: target.application_id }
    case "user":
      return { list: "users", key: "id", id: target.user_id }
    case "guild":
      return { list: "guilds", key: "id", id: target.guild_id }
    case "direct_channel":
      return { list: "direct_channels", key: "id", id: target.channel_id }
    case "user_install":
      return {
        list: "installs",
        key: "application_id",
        id: target.application_id,
        holder: { list: "users", id: target.user_id }
      }
    case "role":
      return { list: "roles", key: "id", id: target.role_id, holder: guildOf(target) }
    case "channel":
      return { list: "channels", key: "id", id: target.channel_id, holder: guildOf(target) }
    case "member":
      return { list: "members", key: "user_id", id: target.user_id, holder: guildOf(target) }
    case "guild_install":
      return { list: "installs", key: "application_id", id: target.application_id, holder: guildOf(target) }
  }
}

const guildOf = ({ guild_id }: { readonly guild_id: Snowflake }) => ({ list: "guilds", id: guild_id }) as const

/** The elements of a list of a file or of one of its elements. */
export const elementsOf = (around: unknown, list: string): ReadonlyArray<FileElement> => {
  const held = isElement(around) ? around[list] : undefined
  return Array.isArray(held) ? held.filter(isElement) : []
}

export const isElement = (value: unknown): value is FileElement =>
  typeof value === "object" && value !== null && !Array.isArray(value)
