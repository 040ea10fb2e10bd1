/** Bodies of invites. Source: official OpenAPI document, `CreateGuildInviteRequest`, `target_users_file`. */
import { Schema } from "effect"
import { guild } from "../base/Limits.ts"
import { isSnowflake, type Snowflake } from "../base/Snowflake.ts"
import { type ElementBody, said } from "../element/ElementBody.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { choiceError, countError } from "../validation/Given.ts"
import { rangeError } from "../validation/NumberRules.ts"
import { at, repetition } from "../validation/Rule.ts"
import { Any, Bool, decoder, field, Id, Int, list, Text } from "../validation/Shape.ts"
import { described, oneOf, whole } from "../validation/ShapeLimits.ts"

/** The field of the form that has the file. */
export const TARGETS_FILE = "target_users_file"

const { ageSeconds, usualAgeSeconds, uses, targets } = guild.invites
const TARGETS = [1, 2]

export const NewInvite = Schema.Struct({
  max_age: field(described(whole(0, ageSeconds), `Seconds; 0 for ever. Default: ${usualAgeSeconds}.`)),
  max_uses: field(described(whole(0, uses), "0 for any number.")),
  temporary: field(Bool),
  unique: field(described(Bool, "False: an invite that is alike is given again.")),
  target_type: field(described(oneOf(Int, TARGETS), "1: a user's stream. 2: an application's Activity.")),
  target_user_id: field(Id),
  target_application_id: field(Id),
  [TARGETS_FILE]: field(described(Text, "Of a form: the only users that can accept it, an id on each line.")),
  role_ids: field(described(Any, "A list of ids, or a text of ids with commas between them."))
}).annotate({ identifier: "NewInviteBody" })

const decode = decoder(NewInvite)
const decodeRoles = decoder(Schema.Struct({ role_ids: field(list(Id, guild.roles)) }))

export interface InviteBody extends ElementBody {
  readonly unique: boolean
  readonly role_ids: ReadonlyArray<Snowflake>
  /** The users that can accept it, in the form of a file. */
  readonly targets: string | undefined
}

/** Null is the default of each field. */
export const inviteBody = (sent: unknown): InviteBody => {
  const { value, faults } = decode(sent)
  const { max_age, max_uses, target_type } = value
  const given = value.role_ids ?? null
  const roles = decodeRoles({
    role_ids: typeof given === "string" ? given.split(",").filter((id) => id !== "") : given
  })
  const role_ids = roles.value.role_ids ?? []
  return {
    body: said({
      max_age: max_age ?? usualAgeSeconds,
      max_uses: max_uses ?? 0,
      temporary: value.temporary ?? false,
      target_type: target_type ?? undefined,
      target_user_id: value.target_user_id ?? undefined,
      target_application_id: value.target_application_id ?? undefined,
      role_ids: role_ids.length === 0 ? undefined : role_ids
    }),
    unique: value.unique ?? false,
    role_ids,
    targets: value.target_users_file ?? undefined,
    faults: [
      ...faults,
      ...roles.faults,
      ...at(["max_age"], rangeError(max_age, 0, ageSeconds)),
      ...at(["max_uses"], rangeError(max_uses, 0, uses)),
      ...at(["target_type"], choiceError(target_type, TARGETS)),
      ...at(["role_ids"], countError(role_ids, guild.roles))
    ],
    places: {}
  }
}

/** Users that may accept an invite, of a file with an id on each line and perhaps a title above them. */
export const targetUsers = (
  text: string
): { readonly ids: ReadonlyArray<Snowflake>; readonly faults: ReadonlyArray<Fault> } => {
  // A title, and an empty line at the end.
  const most = targets + 2
  const lines = text.split("\n", most + 1).map((line) => line.replaceAll('"', "").trim())
  const [first = "", ...rest] = lines
  const all = isSnowflake(first) ? lines : rest
  const isAgain = repetition()
  const ids = all.filter((line) => line !== "" && !isAgain(line))
  const wrong = ids.filter((id) => !isSnowflake(id))
  const errors = [
    ...wrong.slice(0, SHOWN).map(FormError.notSnowflake),
    ...(ids.length > targets || lines.length > most ? [FormError.maxLength(targets)] : [])
  ]
  return { ids, faults: errors.map((error) => fault([TARGETS_FILE], error)) }
}

/** Faulty lines that an answer names. */
const SHOWN = 10
