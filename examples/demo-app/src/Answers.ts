/** The answers this app gives. */
import {
  type APIComponentInMessageActionRow,
  type APIInteractionResponse,
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  InteractionResponseType,
  MessageFlags
} from "discord-api-types/v10"

/** The answer; where it is deferred, also what takes the place of the deferral, and what is said after that. */
export interface Reply {
  readonly response: APIInteractionResponse
  readonly later?: { readonly edit: string; readonly followUp: string }
}

export const say = (content: string): Reply => ({
  response: {
    type: InteractionResponseType.ChannelMessageWithSource,
    // Whatever people type, nobody is notified.
    data: { content, allowed_mentions: { parse: [] } }
  }
})

/** An answer that only the user sees, with what they may press. */
export const whisper = (content: string, pressable: Pressable = []): Reply => ({
  response: {
    type: InteractionResponseType.ChannelMessageWithSource,
    data: {
      content,
      flags: MessageFlags.Ephemeral,
      allowed_mentions: { parse: [] },
      ...(pressable.length === 0 ? {} : { components: row(pressable) })
    }
  }
})

/** The message that was pressed says something else now, and there is nothing more to press. */
export const replace = (content: string): Reply => ({
  response: { type: InteractionResponseType.UpdateMessage, data: { content, components: [] } }
})

export const ask = (data: APIModalInteractionResponseCallbackData): Reply => ({
  response: { type: InteractionResponseType.Modal, data }
})

export type Pressable = Array<APIComponentInMessageActionRow>

const row = (components: Pressable) => [{ type: ComponentType.ActionRow as const, components }]
