/** Form-body error codes with their texts, as data. Source: wire-rest.md §3.2; entries that it lacks follow its style. */

/** The code and text of one violated rule. */
export type FormError = { readonly code: string; readonly message: string }

export const of = (code: string, message: string): FormError => ({ code, message })

/** A value as a message shows it: its text, or its JSON, at most 100 characters. */
export const shorten = (value: unknown): string => {
  const text = typeof value === "string" ? value : describe(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** JSON text; for a value that JSON cannot express (a cycle, too deep) its kind, and for a bigint its digits. */
const describe = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return typeof value === "bigint" ? String(value) : Object.prototype.toString.call(value)
  }
}

export const required = of("BASE_TYPE_REQUIRED", "This field is required")
/** The error of a missing value. */
export const presence = (value: unknown) => (value == null ? required : undefined)
export const badLength = (min: number, max: number) =>
  of("BASE_TYPE_BAD_LENGTH", `Must be between ${min} and ${max} in length.`)
export const maxLength = (max: number) => of("BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`)
export const minLength = (min: number) => of("BASE_TYPE_MIN_LENGTH", `Must be ${min} or more in length.`)
export const choices = (values: ReadonlyArray<string | number>) =>
  of("BASE_TYPE_CHOICES", `Value must be one of (${values.join(", ")}).`)
export const notInt = (value: unknown) => of("NUMBER_TYPE_COERCE", `Value "${shorten(value)}" is not int.`)
export const notFloat = (value: unknown) => of("NUMBER_TYPE_COERCE", `Value "${shorten(value)}" is not float.`)
export const notSnowflake = (value: unknown) => of("NUMBER_TYPE_COERCE", `Value "${shorten(value)}" is not snowflake.`)
/** Neither an id nor a name. `what`: one of what is named. `near`: names that may be meant. */
export const notNamed = (what: string, value: unknown, near: ReadonlyArray<string> = []) => {
  const hint = near.length === 0 ? "" : ` Did you mean ${near.map(shorten).join(", ")}?`
  return of("NUMBER_TYPE_COERCE", `Value "${shorten(value)}" is not snowflake, and no ${what} is called so.${hint}`)
}
export const numberMin = (min: number | bigint) =>
  of("NUMBER_TYPE_MIN", `Value should be greater than or equal to ${min}.`)
export const numberMax = (max: number | bigint) =>
  of("NUMBER_TYPE_MAX", `Value should be less than or equal to ${max}.`)
export const notText = (value: unknown) =>
  of("STRING_TYPE_CONVERT", `Could not interpret "${shorten(value)}" as string.`)
export const notBoolean = of("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
export const notList = of("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
export const notDict = of("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
export const notModel = of("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
/** The platform documents neither text nor code. Our choice: docs/choices.md "Registration". */
export const notUrl = of("URL_TYPE_INVALID_URL", "Not a well formed URL.")
/** Seen on the platform. For the texts that it reads see IsoTime. Our choice: docs/choices.md "Storage and time". */
export const notTime = (value: unknown) =>
  of("DATE_TIME_TYPE_PARSE", `Could not parse ${shorten(value)}. Should be ISO8601.`)
export const tagMissing = (field: string) =>
  of("TAG_FIELD_MISSING", `Field "${field}" is required to determine the model type.`)
export const notMatching = of("STRING_TYPE_REGEX", "String value did not match validation regex.")
export const notDataUri = of("BINARY_TYPE_INVALID_DATA_URI", "Only data uri strings can be used.")
export const binaryTooLarge = (kibibytes: number) =>
  of("BINARY_TYPE_MAX_SIZE", `File cannot be larger than ${kibibytes.toFixed(1)} kb.`)
/** Our choice: docs/choices.md "Emojis". */
export const notPicture = of("IMAGE_INVALID", "Must be a picture as PNG, JPEG, GIF, WebP or AVIF.")
/** Our choice: docs/choices.md "Stickers". */
export const notSticker = of("STICKER_INVALID", "Must be a sticker as PNG, APNG, GIF or Lottie.")
/** Our choice: docs/choices.md "Soundboard". */
export const notSound = of("SOUND_INVALID", "Must be a sound as MP3 or Ogg of at most 5.2 seconds.")
/** Seen on the platform; the text is our choice: docs/choices.md "Emojis". */
export const emojiNameTaken = of(
  "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
  "The names of the emojis of an application must be unique."
)
/** Our choice: docs/choices.md "Emojis". */
export const emojisTooLarge = of(
  "APPLICATION_EMOJIS_TOO_LARGE",
  "The pictures of the emojis of this application are too large together."
)
/** Our choice: docs/choices.md "Control plane". */
export const notAPost = of(
  "THREAD_NOT_A_POST",
  "Only a post in a forum or media channel has this. Say it in the thread."
)
export const notUnique = of("SET_TYPE_CONTAINS_DUPLICATE", "The values in this set must be unique.")

/** Of a webhook's name. */
export const reservedWord = (word: string | undefined) =>
  word === undefined ? undefined : of("USERNAME_INVALID_CONTAINS", `Username cannot contain "${word}"`)
export const invalidName = of("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
export const duplicateCommand = of("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
export const menuDescription = of(
  "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID",
  "Context menu commands cannot have description"
)
export const tooLarge = (max: number) => of("APPLICATION_COMMAND_TOO_LARGE", `Command exceeds maximum size (${max})`)
export const requiredAfterOptional = of(
  "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
  "Required options must be placed before non-required options"
)
export const mixedOptions = of(
  "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
  "Sub-command and sub-command group option types are mutually exclusive to all other types"
)
export const optionNameTaken = (name: string) =>
  of("APPLICATION_COMMAND_OPTIONS_NAME_INVALID", `Option name ${shorten(name)} is already used in these options`)
/** Decision 12. Our choice: docs/choices.md "Registration". */
export const choiceNameTaken = (name: string) =>
  of(
    "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
    `Choice name ${shorten(name)} is already used in these choices`
  )
/**
 * Decision 3: a field on a type that does not allow it. Seen for `required` of options
 * (APPLICATION_COMMAND_REQUIRED_INVALID, `Required cannot be configured for this type of option`). For other fields
 * code and text are our choice: docs/choices.md "Registration".
 */
export const notConfigurable = (field: string, owner: "command" | "option") => {
  const words = field.replaceAll("_", " ")
  return of(
    `APPLICATION_COMMAND_${field.toUpperCase()}_INVALID`,
    `${words.charAt(0).toUpperCase()}${words.slice(1)} cannot be configured for this type of ${owner}`
  )
}
/** Our choice: docs/choices.md "Registration". */
export const autocompleteWithChoices = of(
  "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID",
  "Autocomplete cannot be true when choices are present"
)
/** Decision 5. Our choice: docs/choices.md "Registration". */
export const integrationTypeUnsupported = of(
  "APPLICATION_COMMAND_INTEGRATION_TYPE_INVALID",
  "This application does not support this integration type"
)
/** Decision 31. Our choice: docs/choices.md "Permissions". */
export const targetRepeated = of(
  "APPLICATION_COMMAND_PERMISSIONS_DUPLICATE_TARGET",
  "Each role, user or channel may stand only once in these permissions"
)
/** Decision 31. Our choice: docs/choices.md "Permissions". */
export const unknownTarget = (what: "role" | "channel", id: string) =>
  of("APPLICATION_COMMAND_PERMISSIONS_UNKNOWN_TARGET", `There is no ${what} "${shorten(id)}" in this guild`)
/** service.md "Age restriction". Our choice: docs/choices.md "Registration". */
export const nsfwRefused = of(
  "APPLICATION_COMMAND_NSFW_INVALID",
  "Applications with discovery enabled cannot contain age-restricted commands"
)
/** Our choice: docs/choices.md "Guilds and members". */
export const unknownUser = (id: string) => of("UNKNOWN_USER", `There is no user "${shorten(id)}"`)
/** Our choice: docs/choices.md "Guilds and members". */
export const notEmbedded = of("GUILD_INVITE_TARGET_NOT_EMBEDDED", "This application has no Activity")
/** Our choice: docs/choices.md "Lobbies". */
export const lobbyMemberRepeated = of(
  "LOBBY_MEMBERS_DUPLICATE_MEMBER",
  "Each user may stand only once in these members"
)
