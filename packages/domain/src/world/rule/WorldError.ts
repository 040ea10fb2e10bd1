/**
 * Codes and texts of the faults that only a world can have, as data; forms of values use FormError. Our choice:
 * docs/choices.md "World file".
 */
import { shorten } from "../../error/FormError.ts"

const error = (code: string, message: string) => ({ code, message })

export const unknownField = (known: ReadonlyArray<string>) =>
  error("UNKNOWN_FIELD", `This field does not exist here. Fields: ${known.join(", ")}.`)
export const unknownReference = (what: string, id: unknown) =>
  error("UNKNOWN_REFERENCE", `There is no ${what} "${shorten(id)}".`)
export const duplicateId = (what: string) => error("DUPLICATE_ID", `The id of each ${what} must be unique.`)
export const duplicateName = (rule: string) => error("DUPLICATE_NAME", rule)
export const duplicateEntry = (rule: string) => error("DUPLICATE_ENTRY", rule)
export const duplicateSecret = error(
  "DUPLICATE_SECRET",
  "Each bot token, bearer token and client secret must be unique, because it alone tells who calls."
)
export const badTime = error(
  "BAD_TIME",
  "Must be an ISO 8601 date, e.g. 2026-01-01T00:00:00Z (the offset is needed when a time is given)."
)
export const lateTime = error("LATE_TIME", "The clock goes no further than 2090-01-01T00:00:00Z.")
export const badUrl = (form: string) => error("BAD_URL", `Must be ${form}.`)
export const badHex = error("BAD_HEX", "Must be 64 hexadecimal digits.")
export const badSecret = error("BAD_SECRET", "Must be 1 to 200 visible ASCII characters without spaces.")
export const badPermissions = error(
  "BAD_PERMISSIONS",
  "Must be a bit set as decimal text or number, or a list of permission names."
)
export const unknownPermission = (name: unknown) =>
  error("UNKNOWN_PERMISSION", `There is no permission named "${shorten(name)}".`)
export const everyoneHeld = error("EVERYONE_ROLE", "Every member holds the @everyone role; it is not listed.")
export const everyoneBoosts = error("EVERYONE_ROLE", "The @everyone role is not the role of those who boost.")
export const unlinked = (address: string) =>
  error("BAD_LINK", `No message has a link that ends like this: write it as ${JSON.stringify(address)}.`)
export const botMember = error("BOT_MEMBER", "A bot boosts no guild, and is never pending.")
export const everyonePosition = error("EVERYONE_ROLE", "The @everyone role has position 0.")
export const bannedMember = error(
  "BANNED",
  "A member of a guild is not banned from it, and who is banned is no member."
)
export const badInviteCode = error("BAD_CODE", "The code of an invite has eight letters and digits.")
export const badVanityCode = error("BAD_CODE", "A vanity URL has 2 to 25 letters, digits and hyphens.")
export const inviteChannel = error(
  "WRONG_CHANNEL",
  "An invite leads to a channel of its guild that is no category and no thread."
)
export const usedUp = error("USED_UP", "An invite has fewer uses than its max_uses; a used up invite is gone.")
export const inviteTarget = error(
  "WRONG_TARGET",
  "An invite has target_user_id with target_type 1, target_application_id with target_type 2, and no others."
)
export const badWebhookToken = error("BAD_WEBHOOK_TOKEN", "Must be 1 to 100 letters, digits, hyphens or underscores.")
export const badAvatar = error("BAD_AVATAR", "Must be the hash of a picture: 32 hexadecimal digits.")
export const badUnicodeEmoji = error("BAD_EMOJI", "Must be one standard emoji.")
export const noWebhooks = error(
  "WRONG_CHANNEL_TYPE",
  "Only text, announcement, voice, stage, forum and media channels have webhooks."
)
export const noParent = error("WRONG_PARENT", "A category has no parent; leave parent_id out.")
export const notCategory = error("WRONG_PARENT", "The parent of a channel is a category (type 4) of its guild.")
export const wrongThreadParent = (types: ReadonlyArray<number>) =>
  error("WRONG_PARENT", `The parent of a thread of this type is a channel of type ${types.join(" or ")} of its guild.`)
export const threadOnly = error("THREADS_ONLY", "Only a thread (types 10, 11, 12) has this field.")
export const forumOnly = error("FORUMS_ONLY", "Only a forum or media channel (types 15, 16) has this field.")
export const groupOnly = error("GROUPS_ONLY", "Only a group (type 3) has this field.")
export const notRecipient = error("NOT_A_RECIPIENT", "This must be one of the recipients of the group.")
export const channelFlags = error(
  "CHANNEL_FLAGS",
  "A thread can have the flag 2, a forum or media channel 16 and 32768, and other channels none."
)
export const notOnThread = error("NOT_ON_THREADS", "A thread takes this from its parent channel; leave it out.")
export const userInstallBot = error("NO_BOT_ON_USER", "An installation on a user cannot hold the bot scope.")
export const unsupportedType = error(
  "UNSUPPORTED_INTEGRATION_TYPE",
  "The application's integration_types do not list this installation context."
)
export const recipientCount = (form: string) => error("WRONG_RECIPIENTS", form)
export const oneOf = (fields: ReadonlyArray<string>) => error("ONE_OF", `Give exactly one of ${fields.join(", ")}.`)
export const notBoth = (fields: ReadonlyArray<string>) => error("NOT_BOTH", `Give only one of ${fields.join(", ")}.`)
export const tooManyCommands = (type: number, max: number) =>
  error("TOO_MANY_COMMANDS", `An application has at most ${max} commands of type ${type} in one scope.`)
export const wrongRuleEvent = error(
  "WRONG_EVENT_TYPE",
  "A rule about profiles (trigger_type 6) has event_type 2, any other rule event_type 1."
)
export const notOfTrigger = (type: number) =>
  error("WRONG_TRIGGER_METADATA", `A rule with trigger_type ${type} does not have this field.`)
export const tooManyAllowed = (max: number) => error("BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`)
export const wrongRuleAction = (type: number) =>
  error("AUTO_MODERATION_INVALID_ACTION_TYPE", `A rule with trigger_type ${type} cannot have this action.`)
export const notOfAction = error("WRONG_ACTION_METADATA", "An action of this type does not have this field.")
export const alertChannel = error("BASE_TYPE_REQUIRED", "This field is required")
export const badPattern = error(
  "AUTO_MODERATION_INVALID_REGEX",
  "This is no regular expression of the kind that Rust has, or it has too many steps."
)
export const tooManyRules = (type: number, max: number) =>
  error("AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED", `Maximum number of rules with trigger type ${type} is ${max}`)
export const badTemplateCode = error("BAD_CODE", "The code of a template has 2 to 25 letters and digits.")
export const badSnapshot = error("BAD_SNAPSHOT", "Must be the guild as it was, as an object.")
export const snapshotTooLarge = error("BASE_TYPE_MAX_LENGTH", "The guild is too large for a template.")
export const guildChannel = (name: string) =>
  error("WRONG_CHANNEL_TYPE", `The guild names this channel in ${name}, where a channel of this type cannot stand.`)
