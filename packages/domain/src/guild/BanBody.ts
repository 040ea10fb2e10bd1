/** Bodies that ban. Source: official OpenAPI document, `BanUserFromGuildRequest`, `BulkBanUsersRequest`. */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { countError } from "../validation/Given.ts"
import { rangeError } from "../validation/NumberRules.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field, Id, list, needed } from "../validation/Shape.ts"
import { whole } from "../validation/ShapeLimits.ts"

const { deleteSeconds, deleteDays, atOnce } = Limits.guild.bans

const seconds = field(whole(0, deleteSeconds))

export const Ban = Schema.Struct({
  delete_message_seconds: seconds,
  delete_message_days: field(whole(0, deleteDays))
}).annotate({ identifier: "BanBody" })

export const BulkBan = Schema.Struct({ user_ids: needed(list(Id, atOnce)), delete_message_seconds: seconds }).annotate({
  identifier: "BulkBanBody"
})

const decodeOne = decoder(Ban)
const decodeMany = decoder(BulkBan)

export interface BanBody {
  /** Messages that are younger than this go with their author, in milliseconds; 0 keeps all. */
  readonly delete_ms: number
  readonly faults: ReadonlyArray<Fault>
}

/** The days are the older form; the seconds win. */
export const banBody = (sent: unknown): BanBody => {
  const { value, faults } = decodeOne(sent)
  const { delete_message_seconds, delete_message_days } = value
  return {
    delete_ms: (delete_message_seconds ?? (delete_message_days ?? 0) * 86_400) * 1000,
    faults: [
      ...faults,
      ...secondsFaults(delete_message_seconds),
      ...at(["delete_message_days"], rangeError(delete_message_days, 0, deleteDays))
    ]
  }
}

/** Each user once. */
export const bulkBanBody = (sent: unknown): BanBody & { readonly user_ids: ReadonlyArray<Snowflake> } => {
  const { value, faults } = decodeMany(sent)
  const given = value.user_ids
  return {
    user_ids: [...new Set(given ?? [])],
    delete_ms: (value.delete_message_seconds ?? 0) * 1000,
    faults: [
      ...faults,
      ...at(["user_ids"], countError(given ?? undefined, atOnce)),
      ...secondsFaults(value.delete_message_seconds),
      ...(given == null && faults.length === 0 ? [fault(["user_ids"], FormError.required)] : [])
    ]
  }
}

const secondsFaults = (given: number | null | undefined) =>
  at(["delete_message_seconds"], rangeError(given, 0, deleteSeconds))
