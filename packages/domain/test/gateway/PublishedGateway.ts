/**
 * What the gateway says, beside the platform's published types, at compile time: something that is built has the type it
 * is published with, or this file does not compile. What worlds give as they like (types of channels, features,
 * components) is judged at run time: GatewayData.test.ts.
 */

import type * as Published from "discord-api-types/v10"
import type { guildCreateData, guildMemberData } from "../../src/gateway/GatewayGuild.ts"
import type { messageData } from "../../src/gateway/GatewayMessage.ts"
import type { readyData, selfUser } from "../../src/gateway/GatewayReady.ts"
import type { chunksOf } from "../../src/gateway/MembersChunk.ts"
import type { roleObject } from "../../src/guild/GuildWire.ts"

/** A published type as JSON has it; which numbers of an enum there are is judged at run time. */
type Plain<T> = T extends Published.Locale
  ? `${T}` | "ar" | "he"
  : T extends string
    ? `${T}`
    : T extends number
      ? number
      : T extends ReadonlyArray<infer Item>
        ? ReadonlyArray<Plain<Item>>
        : T extends object
          ? { readonly [Key in keyof T]: Plain<T[Key]> }
          : T

type Ready = Plain<Published.GatewayReadyDispatchData>
type GuildCreate = Plain<Published.GatewayGuildCreateDispatchData>

export const ready = (built: ReturnType<typeof readyData>) => {
  built.application satisfies Ready["application"]
  built.guilds satisfies Ready["guilds"]
  const { locale: _, ...user } = built.user
  user satisfies Omit<Ready["user"], "locale">
}

export const user = ({ locale: _, ...built }: ReturnType<typeof selfUser>) => {
  built satisfies Omit<Plain<Published.GatewayUserUpdateDispatchData>, "locale">
}

export const guild = (built: ReturnType<typeof guildCreateData>) => {
  const {
    channels: _,
    threads: __,
    features: ___,
    preferred_locale: ____,
    guild_scheduled_events: _____,
    ...known
  } = built
  known satisfies Omit<GuildCreate, "channels" | "threads" | "features" | "preferred_locale" | "guild_scheduled_events">
  // @ts-expect-error: a count is no text
  ;({ ...known, member_count: "1" }) satisfies Omit<
    GuildCreate,
    "channels" | "threads" | "features" | "preferred_locale" | "guild_scheduled_events"
  >
}

export const member = (built: ReturnType<typeof guildMemberData>) => {
  built satisfies Plain<Published.GatewayGuildMemberAddDispatchData>
  built satisfies Plain<Published.GatewayGuildMemberUpdateDispatchData>
}

export const role = (built: ReturnType<typeof roleObject>) => {
  built satisfies Plain<Published.GatewayGuildRoleCreateDispatchData>["role"]
}

export const chunk = ({ members: _, ...built }: ReturnType<typeof chunksOf>[number]) => {
  built satisfies Omit<Plain<Published.GatewayGuildMembersChunkDispatchData>, "members">
}

type Loose = "components" | "interaction_metadata" | "member" | "mentions" | "channel_type" | "referenced_message"

export const message = (built: Omit<ReturnType<typeof messageData>, Loose>) => {
  built satisfies Omit<Plain<Published.GatewayMessageCreateDispatchData>, Loose>
  built satisfies Omit<Plain<Published.GatewayMessageUpdateDispatchData>, Loose>
}
