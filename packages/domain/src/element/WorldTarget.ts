/** Names one element of a world, like a path of the control plane. Source: product.md "Control plane", "World file". */
import { Predicate } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"

/** The kinds of product.md, and direct channels, which a world file has too. */
export type WorldTarget =
  | { readonly kind: "application"; readonly application_id: Snowflake }
  | { readonly kind: "application_emoji"; readonly application_id: Snowflake; readonly emoji_id: Snowflake }
  | { readonly kind: "entitlement"; readonly application_id: Snowflake; readonly entitlement_id: Snowflake }
  | { readonly kind: "user"; readonly user_id: Snowflake }
  | { readonly kind: "user_install"; readonly user_id: Snowflake; readonly application_id: Snowflake }
  | { readonly kind: "guild"; readonly guild_id: Snowflake }
  | { readonly kind: "role"; readonly guild_id: Snowflake; readonly role_id: Snowflake }
  | { readonly kind: "channel"; readonly guild_id: Snowflake; readonly channel_id: Snowflake }
  | { readonly kind: "member"; readonly guild_id: Snowflake; readonly user_id: Snowflake }
  | { readonly kind: "ban"; readonly guild_id: Snowflake; readonly user_id: Snowflake }
  | { readonly kind: "voice_state"; readonly guild_id: Snowflake; readonly user_id: Snowflake }
  | { readonly kind: "emoji"; readonly guild_id: Snowflake; readonly emoji_id: Snowflake }
  | { readonly kind: "invite"; readonly guild_id: Snowflake; readonly code: string }
  | { readonly kind: "webhook"; readonly guild_id: Snowflake; readonly webhook_id: Snowflake }
  | { readonly kind: "scheduled_event"; readonly guild_id: Snowflake; readonly scheduled_event_id: Snowflake }
  | { readonly kind: "stage_instance"; readonly guild_id: Snowflake; readonly stage_instance_id: Snowflake }
  | { readonly kind: "sticker"; readonly guild_id: Snowflake; readonly sticker_id: Snowflake }
  | { readonly kind: "auto_moderation_rule"; readonly guild_id: Snowflake; readonly rule_id: Snowflake }
  | { readonly kind: "soundboard_sound"; readonly guild_id: Snowflake; readonly sound_id: Snowflake }
  | { readonly kind: "guild_install"; readonly guild_id: Snowflake; readonly application_id: Snowflake }
  | { readonly kind: "direct_channel"; readonly channel_id: Snowflake }

export type TargetKind = WorldTarget["kind"]

/** The target of one kind. */
export type Target<K extends TargetKind> = Extract<WorldTarget, { readonly kind: K }>

/** An element in the shape of the world file. */
export type FileElement = Readonly<Record<string, unknown>>

/** The elements of a list of a file or of one of its elements. */
export const elementsOf = (around: unknown, list: string): ReadonlyArray<FileElement> => {
  const held = isElement(around) ? around[list] : undefined
  return Array.isArray(held) ? held.filter(isElement) : []
}

export const isElement: (value: unknown) => value is FileElement = Predicate.isReadonlyObject
