/** Rules of message flags. Source: wire-interactions.md §4.3, §4.7. */
import type { Surface } from "../component/ComponentKind.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { at, gather } from "../validation/Rule.ts"
import { MessageFlag, type MessageObject } from "./Message.ts"
import type { SentFile } from "./MessageFiles.ts"

/** The context in which a body is judged. */
export interface MessageGround {
  /** The message before the edit; absent for a new one. */
  readonly before?: Pick<MessageObject, "content" | "embeds" | "poll" | "flags" | "attachments"> | undefined
  /** The files uploaded with the body. */
  readonly files?: ReadonlyArray<SentFile>
}

/** The bits that a body may set; others are ignored. Our choice: docs/choices.md "Messages". */
export const SETTABLE =
  MessageFlag.SUPPRESS_EMBEDS |
  MessageFlag.EPHEMERAL |
  MessageFlag.SUPPRESS_NOTIFICATIONS |
  MessageFlag.IS_VOICE_MESSAGE |
  MessageFlag.IS_COMPONENTS_V2

// `&` only sees the lower 32 bits; no message flag is higher.
export const hasFlag = (flags: number, flag: number): boolean => (flags & flag) !== 0

/** False for the empty values that libraries send by default. */
export const holdsSomething = (value: unknown): boolean =>
  value != null && value !== "" && !(Array.isArray(value) && value.length === 0)

/** An edit without flags keeps IS_COMPONENTS_V2. */
export const surfaceOf = (flags: number | null | undefined, { before }: MessageGround): Surface =>
  hasFlag((flags ?? 0) | (before?.flags ?? 0), MessageFlag.IS_COMPONENTS_V2) ? "components_v2" : "message"

export const judgeFlags = (flags: number | null | undefined, { before }: MessageGround): ReadonlyArray<Fault> => {
  const removed =
    flags != null &&
    hasFlag(before?.flags ?? 0, MessageFlag.IS_COMPONENTS_V2) &&
    !hasFlag(flags, MessageFlag.IS_COMPONENTS_V2)
  return at(["flags"], removed ? FLAG_REMOVED : undefined)
}

/** Fields that IS_COMPONENTS_V2 excludes. On an edit, an existing field counts unless the edit empties it. */
export const judgeLegacyFields = (
  body: Readonly<Partial<Record<LegacyField, unknown>>>,
  { before }: MessageGround
): ReadonlyArray<Fault> =>
  gather(LEGACY, (field) => {
    const shown = body[field] === undefined ? before?.[field] : body[field]
    return at([field], holdsSomething(shown) ? legacyField(field) : undefined)
  })

export const judgeVoiceFields = (
  body: Readonly<Partial<Record<LegacyField | "components", unknown>>>
): ReadonlyArray<Fault> =>
  gather([...LEGACY, "components"] as const, (field) =>
    at([field], holdsSomething(body[field]) ? besideVoice(field) : undefined)
  )

const LEGACY = ["content", "embeds", "poll"] as const
type LegacyField = (typeof LEGACY)[number]

/** Code and text of the public platform. */
const legacyField = (field: LegacyField) =>
  FormError.of(
    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`
  )

/** The documentation has the rule but no code or text. Our choice: docs/choices.md "Messages". */
const besideVoice = (field: string) =>
  FormError.of(
    "MESSAGE_VOICE_MESSAGE_FIELD_INVALID",
    `The '${field}' field cannot be used when using MessageFlags.IS_VOICE_MESSAGE`
  )

/** Code and path as the public platform shows them; the text is our choice: docs/choices.md "Messages". */
const FLAG_REMOVED = FormError.of(
  "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
  "The flag MessageFlags.IS_COMPONENTS_V2 cannot be removed from a message"
)
