/** Checks of the values that only a world has: permissions, dates, addresses, secrets, references. */
import { Result } from "effect"
import { isPlatformActivity } from "../../application/PlatformActivity.ts"
import { emoji } from "../../base/EmojiLimits.ts"
import { parseTime } from "../../base/IsoTime.ts"
import { clock, command } from "../../base/Limits.ts"
import { isLocale, LOCALES, type Locale } from "../../base/Locale.ts"
import { bytesOf, pictureOf } from "../../base/Picture.ts"
import { isSnowflake } from "../../base/Snowflake.ts"
import { soundOf } from "../../base/SoundFile.ts"
import { sound as soundLimits } from "../../base/SoundLimits.ts"
import { stickerOf } from "../../base/StickerFile.ts"
import { sticker } from "../../base/StickerLimits.ts"
import { isUnicodeEmoji } from "../../base/UnicodeEmoji.ts"
import {
  binaryTooLarge,
  choices,
  notDataUri,
  notPicture,
  notSnowflake,
  notSound,
  notSticker,
  notText
} from "../../error/FormError.ts"
import * as Permission from "../../permission/Permission.ts"
import { limits as uploaded } from "../../record/UploadedPicture.ts"
import { type At, between, type Check, matches, type Problem, present } from "./Check.ts"
import * as WorldError from "./WorldError.ts"

const DECIMAL = /^\d{1,20}$/

/** A permission set as decimal text, number or list of names, as decimal text. */
export const parsePermissions = (value: unknown): Result.Result<string, ReadonlyArray<Problem>> => {
  if (Array.isArray(value)) return parseNames(value)
  const digits = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value
  if (typeof digits !== "string" || !DECIMAL.test(digits)) return Result.fail([WorldError.badPermissions])
  const set = BigInt(digits)
  return set > command.permissionsMax ? Result.fail([WorldError.badPermissions]) : Result.succeed(set.toString())
}

const parseNames = (names: ReadonlyArray<unknown>): Result.Result<string, ReadonlyArray<Problem>> => {
  const problems = names.flatMap((name, i) =>
    Permission.isPermissionName(name) ? [] : [{ ...WorldError.unknownPermission(name), path: [i] }]
  )
  if (problems.length > 0) return Result.fail(problems)
  const set = names.filter(Permission.isPermissionName).reduce((bits, name) => bits | Permission.BITS[name], 0n)
  return Result.succeed(set.toString())
}

/** The texts of a list that the rules have accepted. */
export const texts = (values: ReadonlyArray<unknown> | null | undefined): ReadonlyArray<string> =>
  (values ?? []).filter((v) => typeof v === "string")

export const localeOr = (text: string | null | undefined, otherwise: Locale): Locale =>
  isLocale(text) ? text : otherwise

/** Permissions that the rules have accepted, as decimal text. */
export const permissionsOr = (value: unknown, otherwise: string): string =>
  value === null || value === undefined ? otherwise : Result.getOrElse(parsePermissions(value), () => otherwise)

export const permissions: Check = {
  judge: (value) =>
    value === undefined ? [] : Result.match(parsePermissions(value), { onFailure: (p) => p, onSuccess: () => [] }),
  schema: {
    anyOf: [
      { type: "string", pattern: DECIMAL.source },
      { type: "integer", minimum: 0 },
      { type: "array", items: { enum: Object.keys(Permission.BITS) } }
    ]
  }
}

export const time: Check = present(
  (value) => (typeof value === "string" && parseTime(value) !== undefined ? undefined : WorldError.badTime),
  { type: "string" }
)

/** A time that the service clock can be set to. */
export const clockTime: Check = present((value) =>
  typeof value === "string" && (parseTime(value) ?? 0) > clock.latestMs ? WorldError.lateTime : undefined
)

export const locale: Check = present((value) => (isLocale(value) ? undefined : choices(LOCALES)), {
  enum: [...LOCALES]
})

export const text: Check = present((value) => (typeof value === "string" ? undefined : notText(value)), {
  type: "string"
})

export const httpUrl: Check = matches(
  /^[hH][tT]{2}[pP][sS]?:\/\/[^\s/?#]+/,
  WorldError.badUrl("an address that starts with http:// or https://")
)

export const redirectUri: Check = matches(
  /^[a-zA-Z][a-zA-Z0-9+.-]*:\S+$/,
  WorldError.badUrl("an absolute address, e.g. http://127.0.0.1/callback")
)

export const route: Check = matches(
  /^\/\S*$/,
  WorldError.badUrl("a route below /api/v10, e.g. /applications/{application_id}/commands")
)

export const hex64: Check = matches(/^[0-9a-fA-F]{64}$/, WorldError.badHex)

export const secret: Check = matches(/^[\x21-\x7e]{1,200}$/, WorldError.badSecret)

export const webhookToken: Check = matches(/^[\w-]{1,100}$/, WorldError.badWebhookToken)

export const avatar: Check = matches(/^(?:a_)?[0-9a-f]{32}$/, WorldError.badAvatar)

/** Bits of a user (`UserFlag`). */
export const userFlags: Check = between(0, Number.MAX_SAFE_INTEGER)

export const unicodeEmoji: Check = present((value) =>
  typeof value === "string" && value !== "" && !isUnicodeEmoji(value) ? WorldError.badUnicodeEmoji : undefined
)

export const id: Check = present((value) => (isSnowflake(value) ? undefined : notSnowflake(value)), {
  type: "string",
  pattern: "^\\d{1,20}$"
})

/** The bytes of a data URI, of a kind that `is` knows. `kinds`: the problem of others. */
const binary = (maxBytes: number, is: (bytes: Uint8Array) => boolean, kinds: Problem): Check =>
  present((value) => (typeof value === "string" ? binaryError(value, maxBytes, is, kinds) : undefined), {
    type: "string",
    pattern: "^data:"
  })

const binaryError = (uri: string, maxBytes: number, is: (bytes: Uint8Array) => boolean, kinds: Problem) => {
  if (!uri.startsWith("data:")) return notDataUri
  // Four characters for three bytes, and the type before them.
  const isLong = uri.length > (maxBytes * 4) / 3 + 200
  const bytes = isLong ? undefined : bytesOf(uri)
  if (isLong || (bytes !== undefined && bytes.length > maxBytes)) return binaryTooLarge(maxBytes / 1024)
  if (bytes === undefined) return notDataUri
  return is(bytes) ? undefined : kinds
}

/** A picture as a data URI. */
export const picture = binary(emoji.pictureBytes, (bytes) => pictureOf(bytes) !== undefined, notPicture)

/** A picture of a user, a guild or another element, which name it by its hash. */
export const uploadedPicture = binary(uploaded.pictureBytes, (bytes) => pictureOf(bytes) !== undefined, notPicture)

export const stickerPicture = binary(sticker.pictureBytes, (bytes) => stickerOf(bytes) !== undefined, notSticker)

/** A sound as a data URI. */
export const sound = binary(
  soundLimits.soundBytes,
  (bytes) => (soundOf(bytes)?.seconds ?? Number.POSITIVE_INFINITY) <= soundLimits.maxSeconds,
  notSound
)

export const inviteCode: Check = matches(/^[A-Za-z0-9]{8}$/, WorldError.badInviteCode)

export const vanityCode: Check = matches(/^[A-Za-z0-9-]{2,25}$/, WorldError.badVanityCode)

/** An id of an element that must exist. */
export const refersTo = (what: string, exists: (id: string, at: At) => boolean): Check =>
  present(
    (value, at) =>
      typeof value === "string" && isSnowflake(value) && !exists(value, at)
        ? WorldError.unknownReference(what, value)
        : undefined,
    { type: "string" }
  )

export const application = refersTo("application", (id, { references }) => references.application(id))
/** Or one of the platform's own Activities. */
export const activity = refersTo("application", (id, at) => isPlatformActivity(id) || at.references.application(id))
export const user = refersTo("user", (id, { references }) => references.user(id))
export const account = refersTo("user or bot", (id, { references }) => references.user(id) || references.bot(id))
export const guild = refersTo("guild", (id, { references }) => references.guild(id) !== undefined)

/** The keys of a dictionary name applications. */
export const keyedByApplication: Check = {
  judge: (value, { references }) =>
    Object.keys(typeof value === "object" && value !== null ? value : {}).flatMap((key) =>
      references.application(key) ? [] : [{ ...WorldError.unknownReference("application", key), path: [key] }]
    )
}

/** True when an installation makes the bot user a member; one that leaves its scopes to the default does too. */
export const hasBotScope = (scopes: ReadonlyArray<unknown> | null | undefined): boolean =>
  scopes === null || scopes === undefined || scopes.includes("bot")

/** Milliseconds of a time that the rules have accepted; null when there is none. */
export const timeOr = (text: string | null | undefined): number | null => (text ? (parseTime(text) ?? null) : null)
