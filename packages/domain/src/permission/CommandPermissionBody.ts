/**
 * The body that replaces the overwrites of a command. The shape and a table of rules report into one list of faults.
 * Sources: service.md "Edit command permissions", "Application command permission", "Limits"; decision 31.
 */
import { Result, Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { CommandPermission } from "../record/World.ts"
import { choiceError, countError } from "../validation/Given.ts"
import { at, gather, judgeEach, repetition, rules } from "../validation/Rule.ts"
import { Bool, type Decoded, decoder, Id, Int, models, needed, withoutEchoes } from "../validation/Shape.ts"
import { oneOf } from "../validation/ShapeLimits.ts"
import { type Known, lacking, TARGET_TYPES, type Target, targetKey } from "./CommandPermissionTarget.ts"
import { OverwriteType } from "./OverwriteLookup.ts"

export const OverwriteEntry = Schema.Struct({
  id: needed(Id),
  type: needed(oneOf(Int, TARGET_TYPES)),
  permission: needed(Bool)
}).annotate({
  identifier: "ApplicationCommandPermission",
  description: "For a role (1), user (2) or channel (3); the guild id is @everyone, the id before it all channels."
})

export const Overwrites = Schema.Struct({
  permissions: needed(models(OverwriteEntry, Limits.command.overwrites))
}).annotate({
  identifier: "CommandPermissionsBody",
  description: "Replaces all overwrites; an empty list removes them."
})

export type OverwritesDraft = typeof Overwrites.Type

/** The valid part of a body; `validate` judges the rest, which depends on the guild. */
export const decodeOverwrites: (body: unknown) => Decoded<OverwritesDraft> = decoder(Overwrites)

/** Ids of the channels in a body, for look-ups; at most one more than a body may have. */
export const channelsNamed = ({ permissions }: OverwritesDraft): ReadonlyArray<Snowflake> =>
  (permissions ?? []).flatMap(({ type, id }) => (type === OverwriteType.CHANNEL && typeof id === "string" ? [id] : []))

/** The overwrites of a body, or every fault (at least one) with paths from the body. */
export const validate = (
  { value, faults }: Decoded<OverwritesDraft>,
  known: Known
): Result.Result<ReadonlyArray<CommandPermission>, ReadonlyArray<Fault>> => {
  // A value that is not a list is faulty, not missing.
  const permissions = value.permissions ?? (faults.length > 0 ? [] : undefined)
  const all = withoutEchoes(faults, judgeOverwrites({ permissions, known }))
  return all.length === 0 ? Result.succeed((value.permissions ?? []).flatMap(overwriteOf)) : Result.fail(all)
}

interface Subject {
  readonly permissions: ReadonlyArray<EntryDraft> | undefined
  readonly known: Known
}

type EntryDraft = typeof OverwriteEntry.Type

const judgeOverwrites = rules<Subject>({
  "permissions are required": ({ permissions }) => at(["permissions"], FormError.presence(permissions)),
  "a command has at most 100 permission overwrites": ({ permissions }) =>
    at(["permissions"], countError(permissions, Limits.command.overwrites)),
  "an overwrite has an id, a type and a permission": ({ permissions = [] }) =>
    judgeEach("permissions", permissions, (entry) =>
      gather(["id", "type", "permission"] as const, (name) => at([name], FormError.presence(entry[name])))
    ),
  "the type is ROLE, USER or CHANNEL": ({ permissions = [] }) =>
    judgeEach("permissions", permissions, ({ type }) => at(["type"], choiceError(type, TARGET_TYPES))),
  // Of equal targets only the later ones are faults.
  "a target is listed once": ({ permissions = [] }) => {
    const isRepeated = repetition()
    return judgeEach("permissions", permissions, (entry) => {
      const target = targetOf(entry)
      return at([], isRepeated(target && targetKey(target)) ? FormError.targetRepeated : undefined)
    })
  },
  "a role or channel is one of the guild": ({ permissions = [], known }) =>
    judgeEach("permissions", permissions, (entry) => {
      const target = targetOf(entry)
      const what = target && lacking(target, known)
      return at(["id"], what && FormError.unknownTarget(what, String(entry.id)))
    })
})

/** The overwrite as stored and answered; empty when the entry is incomplete. */
const overwriteOf = (entry: EntryDraft): ReadonlyArray<CommandPermission> => {
  const target = targetOf(entry)
  return target === undefined || entry.permission == null ? [] : [{ ...target, permission: entry.permission }]
}

const targetOf = ({ id, type }: EntryDraft): Target | undefined => {
  const known = TARGET_TYPES.find((one) => one === type)
  return known === undefined || id == null ? undefined : { id, type: known }
}
