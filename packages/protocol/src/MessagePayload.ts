/**
 * Bodies that make or change a message, and responses to interactions, as the OpenAPI document shows them.
 * Source: wire-interactions.md §4.2 to §4.7.
 */
import { PER_ROW } from "@backlot/domain/Component"
import { MAX } from "@backlot/domain/Embed"
import { CallbackType } from "@backlot/domain/Interaction"
import { component, interaction, message as limits } from "@backlot/domain/Limits"
import { IDS_MAX, PARSES } from "@backlot/domain/Mention"
import { Schema } from "effect"
import { SnowflakeText } from "./Command.ts"
import { dictionary, list, nullable, text, Url, whole } from "./Field.ts"

const Media = Schema.Struct({ url: Url })

const Embed = Schema.Struct({
  title: nullable(text(0, MAX.title)),
  description: nullable(text(0, MAX.description)),
  url: nullable(Url),
  timestamp: nullable(Schema.String.annotate({ description: "ISO 8601" })),
  color: nullable(whole(0, 0xffffff)),
  footer: nullable(Schema.Struct({ text: text(1, MAX.footer), icon_url: nullable(Url) })),
  image: nullable(Media),
  thumbnail: nullable(Media),
  author: nullable(Schema.Struct({ name: text(1, MAX.author), url: nullable(Url), icon_url: nullable(Url) })),
  fields: nullable(
    list(
      Schema.Struct({ name: text(1, MAX.name), value: text(1, MAX.value), inline: nullable(Schema.Boolean) }),
      MAX.fields
    )
  )
}).annotate({ identifier: "EmbedBody" })

const ActionRow = Schema.Struct({
  type: Schema.Literal(1),
  id: nullable(whole(0, component.idMax)),
  components: list(Schema.Record(Schema.String, Schema.Unknown), PER_ROW)
}).annotate({ identifier: "ActionRowBody", description: "One to five buttons, or one select." })

const AllowedMentions = Schema.Struct({
  parse: nullable(list(Schema.Literals(PARSES), PARSES.length)),
  users: nullable(list(SnowflakeText, IDS_MAX)),
  roles: nullable(list(SnowflakeText, IDS_MAX)),
  replied_user: nullable(Schema.Boolean)
}).annotate({ identifier: "AllowedMentionsBody" })

const Unsupported = Schema.Unknown.annotate({ description: "Refused until this service supports it." })

export const Message = Schema.Struct({
  content: nullable(text(0, limits.contentMax)),
  embeds: nullable(list(Embed, limits.embeds)),
  components: nullable(list(ActionRow, limits.componentRows)),
  allowed_mentions: nullable(AllowedMentions),
  flags: nullable(Schema.Int),
  tts: nullable(Schema.Boolean),
  attachments: nullable(list(Unsupported, limits.attachments)),
  poll: nullable(Unsupported)
}).annotate({
  identifier: "MessageBody",
  description: "A new message shows something: content, an embed or a component. An edit changes what it names."
})

const choiceName = text(1, interaction.autocompleteNameMax)
const Choice = Schema.Struct({
  name: choiceName,
  name_localizations: dictionary(choiceName, "AutocompleteNameLocalizationsBody"),
  value: Schema.Union([text(0, interaction.autocompleteStringMax), Schema.Finite])
}).annotate({ identifier: "AutocompleteChoiceBody" })

export const Deferral = Schema.Struct({ flags: nullable(Schema.Int) })

export const Choices = Schema.Struct({ choices: nullable(list(Choice, interaction.autocompleteChoices)) })

/** What a response's `type` demands of its `data`; other callback types are refused on `type`. */
export const Callback = Schema.Union([
  Schema.Struct({ type: Schema.Literal(CallbackType.PONG) }).annotate({ identifier: "PongResponse" }),
  Schema.Struct({ type: Schema.Literal(CallbackType.CHANNEL_MESSAGE_WITH_SOURCE), data: Message }).annotate({
    identifier: "MessageResponse"
  }),
  Schema.Struct({
    type: Schema.Literal(CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE),
    data: nullable(Deferral)
  }).annotate({ identifier: "DeferredMessageResponse" }),
  Schema.Struct({ type: Schema.Literal(CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT), data: Choices }).annotate(
    {
      identifier: "AutocompleteResponse"
    }
  )
]).annotate({ identifier: "InteractionResponseBody" })
