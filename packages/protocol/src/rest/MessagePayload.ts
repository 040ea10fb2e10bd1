/**
 * Bodies that make or change a message, and responses to interactions, as the OpenAPI document shows them.
 * Source: wire-interactions.md §4.2 to §4.7.
 */

import { attachment, component, interaction, message as limits, poll } from "@backlot/domain/base/Limits"
import { SURFACES } from "@backlot/domain/component/ComponentKind"
import { MAX } from "@backlot/domain/message/Embed"
import { IDS_MAX, PARSES } from "@backlot/domain/message/Mention"
import { CallbackType } from "@backlot/domain/record/InteractionKind"
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { MessageComponent, ModalComponent } from "./ComponentPayload.ts"
import { dictionary, list, nullable, text, Url, whole } from "./Field.ts"

/** Libraries send it back of an embed that they have read. */
const ignored = nullable(Schema.Unknown.annotate({ description: "Ignored." }))

const Media = Schema.Struct({ url: Url, proxy_url: ignored, width: ignored, height: ignored })

const Embed = Schema.Struct({
  title: nullable(text(0, MAX.title)),
  description: nullable(text(0, MAX.description)),
  url: nullable(Url),
  timestamp: nullable(Schema.String.annotate({ description: "ISO 8601" })),
  color: nullable(whole(0, 0xffffff)),
  footer: nullable(Schema.Struct({ text: text(1, MAX.footer), icon_url: nullable(Url), proxy_icon_url: ignored })),
  image: nullable(Media),
  thumbnail: nullable(Media),
  author: nullable(
    Schema.Struct({ name: text(1, MAX.author), url: nullable(Url), icon_url: nullable(Url), proxy_icon_url: ignored })
  ),
  fields: nullable(
    list(
      Schema.Struct({ name: text(1, MAX.name), value: text(1, MAX.value), inline: nullable(Schema.Boolean) }),
      MAX.fields
    )
  ),
  type: ignored,
  provider: ignored,
  video: ignored
}).annotate({ identifier: "EmbedBody" })

const AllowedMentions = Schema.Struct({
  parse: nullable(list(Schema.NullOr(Schema.Literals(PARSES)), PARSES.length)),
  users: nullable(list(Schema.NullOr(SnowflakeText), IDS_MAX)),
  roles: nullable(list(Schema.NullOr(SnowflakeText), IDS_MAX)),
  replied_user: nullable(Schema.Boolean)
}).annotate({ identifier: "AllowedMentionsBody" })

const Attachment = Schema.Struct({
  id: SnowflakeText,
  filename: nullable(text(1, attachment.filenameMax)),
  title: nullable(text(0, attachment.textMax)),
  description: nullable(text(0, attachment.textMax)),
  duration_secs: nullable(Schema.Finite),
  waveform: nullable(text(0, attachment.waveformMax))
}).annotate({
  identifier: "AttachmentBody",
  description: "`id` is n for a file that comes as `files[n]`, or that of a file of the message."
})

const pollText = (max: number) => nullable(text(1, max))
const pollEmoji = nullable(
  Schema.Struct({
    id: nullable(SnowflakeText),
    name: nullable(text(0, poll.emojiNameMax)),
    animated: nullable(Schema.Boolean)
  }).annotate({ identifier: "PollEmojiBody" })
)
const Poll = Schema.Struct({
  question: Schema.Struct({ text: pollText(poll.questionMax), emoji: pollEmoji }),
  answers: list(
    Schema.Struct({ poll_media: Schema.Struct({ text: pollText(poll.answerMax), emoji: pollEmoji }) }),
    poll.answers
  ),
  allow_multiselect: nullable(Schema.Boolean),
  layout_type: nullable(Schema.Literal(1)),
  duration: nullable(whole(1, poll.hoursMax).annotate({ description: "Hours." }))
}).annotate({ identifier: "PollBody" })

const fields = {
  content: nullable(text(0, limits.contentMax)),
  embeds: nullable(list(Embed, limits.embeds)),
  components: nullable(list(MessageComponent, limits.componentsV2)),
  allowed_mentions: nullable(AllowedMentions),
  flags: nullable(Schema.Int),
  tts: nullable(Schema.Boolean),
  attachments: nullable(list(Attachment, limits.attachments)),
  poll: nullable(Poll)
}

/** A message of a channel, besides an answer to an interaction. */
export const NewMessage = Schema.Struct({
  ...fields,
  message_reference: nullable(
    Schema.Struct({
      message_id: SnowflakeText,
      channel_id: nullable(SnowflakeText),
      guild_id: nullable(SnowflakeText),
      type: nullable(Schema.Literal(0)),
      fail_if_not_exists: nullable(
        Schema.Boolean.annotate({
          description: "false sends a message that replies to nothing when the other is gone."
        })
      )
    }).annotate({ identifier: "MessageReferenceBody", description: "The message that this one replies to." })
  ),
  nonce: nullable(Schema.Union([text(0, limits.nonceMax), Schema.Int])),
  enforce_nonce: nullable(
    Schema.Boolean.annotate({ description: "Answers the message that was sent with this nonce, if there is one." })
  ),
  sticker_ids: nullable(list(SnowflakeText, 0))
}).annotate({ identifier: "NewMessageBody" })

export const Message = Schema.Struct(fields).annotate({
  identifier: "MessageBody",
  description:
    "A new message shows something: content, an embed, a component, a poll or a file. An edit changes what it names."
})

const choiceName = text(1, interaction.autocompleteNameMax)
const Choice = Schema.Struct({
  name: choiceName,
  name_localizations: dictionary(choiceName, "AutocompleteNameLocalizationsBody"),
  value: Schema.Union([text(0, interaction.autocompleteStringMax), Schema.Finite])
}).annotate({ identifier: "AutocompleteChoiceBody" })

export const Deferral = Schema.Struct({ flags: nullable(Schema.Int) })

export const Choices = Schema.Struct({ choices: nullable(list(Choice, interaction.autocompleteChoices)) })

export const Modal = Schema.Struct({
  custom_id: text(1, component.customIdMax),
  title: text(1, component.captionMax),
  components: list(ModalComponent, SURFACES.modal.max).check(Schema.isMinLength(1))
}).annotate({ identifier: "ModalBody" })

const response = <const T extends CallbackType, const F extends Schema.Struct.Fields>(
  identifier: string,
  type: T,
  data: F
) => Schema.Struct({ type: Schema.Literal(type), ...data }).annotate({ identifier })

/** What a response's `type` demands of its `data`; other callback types are refused on `type`. */
export const Callback = Schema.Union([
  response("PongResponse", CallbackType.PONG, {}),
  response("MessageResponse", CallbackType.CHANNEL_MESSAGE_WITH_SOURCE, { data: Message }),
  response("DeferredMessageResponse", CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE, { data: nullable(Deferral) }),
  response("DeferredUpdateResponse", CallbackType.DEFERRED_UPDATE_MESSAGE, {}),
  response("UpdateResponse", CallbackType.UPDATE_MESSAGE, { data: nullable(Message) }),
  response("AutocompleteResponse", CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT, { data: Choices }),
  response("ModalResponse", CallbackType.MODAL, { data: Modal }),
  response("PremiumRequiredResponse", CallbackType.PREMIUM_REQUIRED, {}),
  response("LaunchActivityResponse", CallbackType.LAUNCH_ACTIVITY, {})
]).annotate({ identifier: "InteractionResponseBody" })
