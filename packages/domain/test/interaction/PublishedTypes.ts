/**
 * What the service builds, beside the platform's published types, at compile time: something that is built has the type
 * it is published with, or this file does not compile. What apps and worlds give as they like (options, components,
 * features, types of channels), and which fields a kind must have, is judged at run time: PublishedPayloads.test.ts,
 * and every test with an app in it.
 */

import type * as Published from "discord-api-types/v10"
import type {
  buildPayload,
  CommandData,
  ComponentData,
  ModalData,
  pingPayload
} from "../../src/interaction/InteractionPayload.ts"
import type { InteractionMetadata, MessageObject, MessageSnapshot } from "../../src/message/Message.ts"
import type { ApplicationCommand } from "../../src/record/ApplicationCommand.ts"
import type { GuildCommandPermissions } from "../../src/record/World.ts"

/**
 * A published type with the values of its enums, as JSON has them. Flags are sets of bits, whose sums no enum lists; ar
 * and he are languages too (wire-interactions.md §6), and 10 is a type of entitlements in the official OpenAPI document.
 */
type Plain<T> = T extends Published.Locale
  ? `${T}` | "ar" | "he"
  : T extends string
    ? `${T}`
    : T extends number
      ? `${T}` extends `${infer N extends number}`
        ? N
        : never
      : T extends ReadonlyArray<infer Item>
        ? ReadonlyArray<Plain<Item>>
        : T extends object
          ? { readonly [Key in keyof T]: Key extends Unlisted<T> ? number : Plain<T[Key]> }
          : T

/** Numbers that no enum lists. */
type Unlisted<T> = `${string}flags` | (T extends Published.APIEntitlement ? "type" : never)

/** The fields of T that are built; that a kind has all of its own is judged at run time. */
type Fields<T, Built> = { readonly [Key in keyof Plain<T> & keyof Built]?: Plain<T>[Key] }

type Payload = ReturnType<typeof buildPayload>
type InGuild = Extract<Payload, { readonly guild_id: string }>
type InDirect = Exclude<Payload, InGuild>

/** A payload but for what its kind is about. */
type Around<T> = Omit<T, "type" | "data" | "message" | "guild" | "channel">
type AroundPlain<T> = Around<Plain<T>>

export const inGuild = (built: Around<InGuild>) => {
  built satisfies AroundPlain<Published.APIChatInputApplicationCommandGuildInteraction>
  built satisfies AroundPlain<Published.APIUserApplicationCommandGuildInteraction>
  built satisfies AroundPlain<Published.APIMessageApplicationCommandGuildInteraction>
  built satisfies AroundPlain<Published.APIPrimaryEntryPointCommandGuildInteraction>
  built satisfies AroundPlain<Published.APIMessageComponentGuildInteraction>
  built satisfies AroundPlain<Published.APIApplicationCommandAutocompleteGuildInteraction>
  built satisfies AroundPlain<Published.APIModalSubmitGuildInteraction>
  // @ts-expect-error: the user of a guild is its member
  built satisfies AroundPlain<Published.APIModalSubmitDMInteraction>
}

export const inDirect = (built: Around<InDirect>) => {
  built satisfies AroundPlain<Published.APIChatInputApplicationCommandDMInteraction>
  built satisfies AroundPlain<Published.APIUserApplicationCommandDMInteraction>
  built satisfies AroundPlain<Published.APIMessageApplicationCommandDMInteraction>
  built satisfies AroundPlain<Published.APIPrimaryEntryPointCommandDMInteraction>
  built satisfies AroundPlain<Published.APIMessageComponentDMInteraction>
  built satisfies AroundPlain<Published.APIApplicationCommandAutocompleteDMInteraction>
  built satisfies AroundPlain<Published.APIModalSubmitDMInteraction>
  // @ts-expect-error: nobody is a member there
  built satisfies AroundPlain<Published.APIModalSubmitGuildInteraction>
}

export const places = (guild: InGuild["guild"], channel: InGuild["channel"], direct: InDirect["channel"]) => {
  const { features: _, ...known } = guild
  known satisfies Omit<Plain<Published.APIPartialInteractionGuild>, "features">
  direct satisfies Plain<Published.APIDMInteraction["channel"]>
  const { type: __, ...fields } = channel
  fields satisfies Fields<Published.APITextChannel, typeof fields>
  fields satisfies Fields<Published.APIGuildVoiceChannel, typeof fields>
  fields satisfies Fields<Pick<Published.APIThreadChannel, "thread_metadata" | "owner_id">, typeof fields>
  // @ts-expect-error: a number is no name
  ;({ ...fields, name: 1 }) satisfies Fields<Published.APITextChannel, typeof fields>
}

export const ping = (built: ReturnType<typeof pingPayload>) => {
  built satisfies Omit<Plain<Published.APIPingInteraction>, "type">
}

export const command = ({ options, resolved, ...built }: CommandData) => {
  built satisfies Fields<Published.APIApplicationCommandInteraction["data"], typeof built>
  built.type satisfies Plain<Published.ApplicationCommandType>
  options?.[0]?.type satisfies Plain<Published.ApplicationCommandOptionType> | undefined
}

export const component = (built: ComponentData) => {
  built satisfies Fields<Published.APIMessageStringSelectInteractionData, Omit<ComponentData, "component_type">>
}

export const modal = ({ components: _, resolved: __, ...built }: ModalData) => {
  built satisfies Fields<Published.APIModalSubmission, typeof built>
}

type Resolved = Exclude<(CommandData | ComponentData | ModalData)["resolved"], undefined>

export const resolved = ({ channels: _, messages: __, ...built }: Resolved, message: Held<Resolved["messages"]>) => {
  built satisfies Plain<Omit<Published.APIInteractionDataResolved, "channels">>
  const { components: ___, ...shown } = message
  shown satisfies Fields<Published.APIMessage, typeof shown>
}

type Held<Map> = Exclude<Map, undefined> extends { readonly [id: string]: infer Item } ? Item : never

export const resolvedChannel = ({ type: _, ...built }: Held<Resolved["channels"]>) => {
  built satisfies Omit<Plain<Published.APIInteractionDataResolvedChannel>, "type">
}

export const message = (whole: MessageObject) => {
  const { components: _, interaction_metadata: __, message_snapshots: ___, ...built } = whole
  built satisfies Omit<Plain<Published.APIMessage>, "components" | "interaction_metadata" | "message_snapshots">
  // @ts-expect-error: the text is not null
  ;({ ...built, content: null }) satisfies Fields<Published.APIMessage, MessageObject>
}

export const snapshot = ({ message: { components: _, ...built } }: MessageSnapshot) => {
  built satisfies Omit<Plain<Published.APIMessageSnapshotFields>, "components">
}

export const metadata = ({ type: _, triggering_interaction_metadata: __, ...built }: InteractionMetadata) => {
  built satisfies Fields<Published.APIApplicationCommandInteractionMetadata, typeof built>
  built satisfies Fields<Published.APIMessageComponentInteractionMetadata, typeof built>
  built satisfies Fields<Published.APIModalSubmitInteractionMetadata, typeof built>
}

export const registered = ({ options: _, ...built }: ApplicationCommand) => {
  built satisfies Fields<Published.APIApplicationCommand, typeof built>
}

export const permissions = (built: GuildCommandPermissions) => {
  built satisfies Plain<Published.APIGuildApplicationCommandPermissions>
}
