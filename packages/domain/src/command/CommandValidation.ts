/** Validates command bodies; no Effect runtime needed. Source: service.md "Endpoints"; decisions 10, 19, 20. */
import { Result } from "effect"
import * as Limits from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type Fault, fault, under } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { type ApplicationCommand, type CommandContent, ContextType } from "../record/ApplicationCommand.ts"
import { at, gather, repetition } from "../validation/Rule.ts"
import { withoutEchoes } from "../validation/Shape.ts"
import { type CommandDraft, commandType, decodeCommand, decodeElement, type ElementDraft } from "./CommandBody.ts"
import { complete } from "./CommandContent.ts"
import { withoutIgnored } from "./CommandFields.ts"
import { nameKey } from "./CommandMatch.ts"
import { judgeCommand, size, type ValidationContext } from "./CommandRules.ts"

export type { ValidationContext } from "./CommandRules.ts"

type Faults = ReadonlyArray<Fault>

/** The body of a create: the complete content, or every fault (at least one) with paths from the body. */
export const validate = (body: unknown, context: ValidationContext): Result.Result<CommandContent, Faults> => {
  const { draft, faults } = judge(decodeCommand[context.scope](body), body, context)
  return faults.length === 0 ? Result.succeed(complete(draft, context)) : Result.fail(faults)
}

/** How many of `Limits.command.totalCharacters` a body uses; what cannot be read counts as nothing. */
export const charactersOf = (body: unknown, { scope }: ValidationContext): number =>
  size(decodeElement[scope](body).value)

/**
 * The body of an edit. The merged command is judged as a whole; faults are reported at the sent fields (decision 19). A
 * sent field replaces the existing one entirely, null sets its default. An edit has no `type`, so a sent one is ignored
 * (wire-rest.md §1.3, decision 23). A field that was not sent never has a fault, even when the application has changed
 * since it was stored.
 */
export const validateEdit = (
  existing: ApplicationCommand,
  body: unknown,
  context: ValidationContext
): Result.Result<CommandContent, Faults> => {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return Result.fail([fault([], FormError.notModel)])
  const sent = Object.fromEntries(
    Object.entries(body).filter(([field, value]) => field !== "type" && value !== undefined)
  )
  const merged = { ...kept(existing), ...sent, type: existing.type }
  const judged = judge(decodeCommand[context.scope](merged), merged, context)
  const faults = judged.faults.filter(({ path: [field] }) => field === undefined || Object.hasOwn(sent, field))
  return faults.length === 0 ? Result.succeed(complete(judged.draft, context)) : Result.fail(faults)
}

/** One command of a bulk body. */
export interface BulkElement {
  /** The id in the element, if any. */
  readonly id?: Snowflake
  readonly content: CommandContent
}

/** The body of a bulk overwrite: every element's content, or every fault with paths that begin with the index. */
export const validateBulk = (
  body: unknown,
  context: ValidationContext
): Result.Result<ReadonlyArray<BulkElement>, Faults> => {
  if (!Array.isArray(body)) return Result.fail([fault([], FormError.notList)])
  // Elements beyond the limit are not read.
  const bodies: ReadonlyArray<unknown> = body.slice(0, Limits.command.bulk)
  const judged = bodies.map((element) => judge(decodeElement[context.scope](element), element, context))
  const faults = [
    ...(body.length > bodies.length ? [fault([], FormError.maxLength(Limits.command.bulk))] : []),
    ...judged.flatMap((one, index) => (one.faults.length === 0 ? [] : under([index], one.faults))),
    ...repeated(judged.map(({ draft }) => draft))
  ]
  return faults.length === 0 ? Result.succeed(judged.map(({ draft }) => element(draft, context))) : Result.fail(faults)
}

const element = (draft: ElementDraft, context: ValidationContext): BulkElement => {
  const content = complete(draft, context)
  return typeof draft.id === "string" ? { id: draft.id, content } : { content }
}

const judge = <Draft extends CommandDraft>(
  decoded: { readonly value: Draft; readonly faults: Faults },
  body: unknown,
  context: ValidationContext
) => {
  const shape = decoded.faults.length === 0 ? decoded.faults : withoutIgnored(body, decoded.faults)
  return { draft: decoded.value, faults: withoutEchoes(shape, judgeCommand(decoded.value, context)) }
}

/**
 * The fields of a command that an edit keeps. A `dm_permission` of false beside contexts without BOT_DM is dropped: the
 * record cannot tell whether it was sent or derived, and a command that gets all contexts back must run in direct
 * messages again. Our choice: docs/choices.md "Registration".
 */
const kept = (existing: ApplicationCommand): Partial<ApplicationCommand> => {
  if (existing.contexts?.includes(ContextType.BOT_DM) !== false) return existing
  const { dm_permission: _, ...rest } = existing
  return rest
}

/** Command names are unique per type, and an id names one element: repeated ones are faults. */
const repeated = (drafts: ReadonlyArray<ElementDraft>): Faults => {
  const [isRepeatedName, isRepeatedId] = [repetition(), repetition()]
  return gather(drafts, (draft, index) => {
    const { id, name } = draft
    const type = commandType(draft)
    const key = name == null || type === undefined ? undefined : nameKey({ type, name })
    const faults = at([index], isRepeatedName(key) ? FormError.duplicateCommand : undefined)
    return isRepeatedId(id) ? [...faults, fault([index, "id"], FormError.notUnique)] : faults
  })
}
