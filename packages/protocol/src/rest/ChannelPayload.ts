/** Bodies of channels as the OpenAPI document shows them. Source: official OpenAPI document. */
import { channelMessages } from "@backlot/domain/base/Limits"
import { ARCHIVE_DURATIONS } from "@backlot/domain/record/WorldVocabulary"
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { list, nullable, Permissions, text } from "./Field.ts"
import { channelFields } from "./GuildPayload.ts"

const ignored = nullable(Schema.Unknown.annotate({ description: "Ignored." }))

const archiveDuration = nullable(
  Schema.Literals(ARCHIVE_DURATIONS).annotate({ description: "Minutes, of threads; the platform archives them then." })
)

export const ChannelEdit = Schema.Struct({
  name: nullable(text(1, 100)),
  ...channelFields,
  archived: nullable(Schema.Boolean.annotate({ description: "Of threads." })),
  locked: nullable(Schema.Boolean.annotate({ description: "Of threads." })),
  auto_archive_duration: archiveDuration,
  invitable: ignored,
  flags: ignored
}).annotate({ identifier: "ChannelEditBody" })

const threadFields = {
  name: text(1, 100),
  rate_limit_per_user: channelFields.rate_limit_per_user,
  auto_archive_duration: archiveDuration
}

export const NewThreadOfMessage = Schema.Struct(threadFields).annotate({ identifier: "NewThreadOfMessageBody" })

export const NewThread = Schema.Struct({
  ...threadFields,
  type: nullable(Schema.Literals([10, 11, 12]).annotate({ description: "Default: 12, a private thread." })),
  invitable: ignored
}).annotate({ identifier: "NewThreadBody" })

export const OverwriteEdit = Schema.Struct({
  type: nullable(Schema.Literals([0, 1]).annotate({ description: "0 role, 1 member." })),
  allow: nullable(Permissions),
  deny: nullable(Permissions)
}).annotate({ identifier: "OverwriteEditBody" })

export const Recipient = Schema.Struct({ recipient_id: SnowflakeText }).annotate({ identifier: "RecipientBody" })

export const BulkDelete = Schema.Struct({
  messages: list(SnowflakeText, channelMessages.deleteMax).check(Schema.isMinLength(channelMessages.deleteMin))
}).annotate({ identifier: "BulkDeleteBody" })
