/**
 * How writes change the stored commands of one application in one scope. Contents are validated before. Order of
 * failures (decision 24): form, then counts, then the entry point. Source: service.md "States and transitions",
 * "Limits", "Versioning"; wire-rest.md §1.2; decisions 18 to 22.
 */
import { Result } from "effect"
import * as Limits from "../base/Limits.ts"
import { compare, following, type Snowflake } from "../base/Snowflake.ts"
import { EntryPointRemoval, InvalidForm, NameTaken, TooManyCommands, UnknownCommand } from "../error/ServiceError.ts"
import {
  type ApplicationCommand,
  type CommandContent,
  CommandType,
  HandlerType,
  type Scope
} from "../record/ApplicationCommand.ts"
import type { Application } from "../record/World.ts"
import { complete } from "./CommandContent.ts"
import { match } from "./CommandMatch.ts"
import type { BulkElement } from "./CommandValidation.ts"
import { compose, sameContent } from "./CommandWire.ts"

const { PRIMARY_ENTRY_POINT } = CommandType

/** The stored commands of one application in one scope, in any order. */
export type Commands = ReadonlyArray<ApplicationCommand>

/** Consecutive ids, generated before the decision: see `idsNeeded`. */
export interface Minted {
  readonly ids: ReadonlyArray<Snowflake>
}

export interface CommandEvent {
  readonly type: `command.${"created" | "updated" | "deleted"}`
  /** The new record; for `command.deleted` the last one. */
  readonly data: ApplicationCommand
}

/** The changes to the store, and the answer. */
export interface Decision<Answer> {
  /** Ids of removed commands. Delete them first: a put may take over a name. */
  readonly deletes: ReadonlyArray<Snowflake>
  /** New and changed records. Renamed commands may swap names, so free all old names before taking any. */
  readonly puts: Commands
  /** Ids of removed and renamed commands, whose permission overwrites are deleted (decision 20). */
  readonly overwritesDeleted: ReadonlyArray<Snowflake>
  /** The number of new commands, charged to the daily creates. */
  readonly created: number
  readonly answer: Answer
  readonly events: ReadonlyArray<CommandEvent>
}

/** The application and scope of a write. */
export interface Target {
  readonly application_id: Snowflake
  readonly scope: Scope
}

export interface Upserted {
  /** `created` is answered with 201, `updated` with 200, also for an identical write. */
  readonly status: "created" | "updated"
  readonly command: ApplicationCommand
}

/** How many ids a write needs: an id and a version for each command; the version is the id plus one (§1.1). */
export const idsNeeded = (commands: number): number => 2 * commands

/** The command `before` that has the type and name, or else how many commands have the type. */
export type NameLookup =
  | { readonly before: ApplicationCommand }
  | { readonly before?: undefined; readonly sameType: number }

/** POST: replaces the command of the same type and name, which keeps its id, or creates one (decision 18). */
export const upsert = (
  found: NameLookup,
  input: Target & { readonly content: CommandContent },
  minted: Minted
): Result.Result<Decision<Upserted>, TooManyCommands> => {
  const { before } = found
  const type = input.content.type
  if (found.before === undefined && found.sameType >= Limits.command.perType[type]) return Result.fail(tooMany(type))
  const after = write(before, input, input.content, minted, 0)
  return Result.succeed(decision([{ before, after }], { status: before ? "updated" : "created", command: after }))
}

/** PATCH of `before` by the merged `content` (decision 19). `named` is the stored command of its type and name. */
export const edit = (
  { before, named }: { readonly before: ApplicationCommand; readonly named: ApplicationCommand | undefined },
  content: CommandContent,
  minted: Minted
): Result.Result<Decision<ApplicationCommand>, NameTaken> => {
  if (named !== undefined && named.id !== before.id) return Result.fail(new NameTaken())
  const target = { application_id: before.application_id, scope: before.guild_id ?? "global" } as const
  const after = write(before, target, content, minted, 0)
  return Result.succeed(decision([{ before, after }], after))
}

/** DELETE. The entry point can be deleted too: only a bulk overwrite must name it. */
export const remove = (before: ApplicationCommand | undefined): Result.Result<Decision<null>, UnknownCommand> =>
  before === undefined ? Result.fail(new UnknownCommand()) : Result.succeed(decision([{ before }], null))

/** PUT of the list, all or nothing; answers it by ascending id (§1.1). Our choice: docs/choices.md "Registration". */
export const overwrite = (
  state: Commands,
  input: Target & { readonly elements: ReadonlyArray<BulkElement> },
  minted: Minted
): Result.Result<Decision<ReadonlyArray<ApplicationCommand>>, InvalidForm | TooManyCommands | EntryPointRemoval> => {
  const contents = input.elements.map((element) => element.content)
  const { matches, faults } = match(
    state,
    input.elements.map(({ id, content: { type, name } }) => ({ id, type, name }))
  )
  if (faults.length > 0) return Result.fail(new InvalidForm({ faults }))
  const excess = excessType(contents)
  if (excess !== undefined) return Result.fail(tooMany(excess))
  const kept = new Set(matches)
  const removed = state.filter((c) => !kept.has(c))
  // Guild bulk overwrites are not affected (§1.2): no guild has an entry point.
  if (removed.some((c) => c.type === PRIMARY_ENTRY_POINT)) return Result.fail(new EntryPointRemoval())
  const written = contents.map((content, i) => {
    const before = matches[i]
    return { before, after: write(before, input, content, minted, i) }
  })
  const answer = written.map(({ after }) => after).sort((a, b) => compare(a.id, b.id))
  return Result.succeed(decision([...removed.map((before) => ({ before })), ...written], answer))
}

/**
 * The entry point that is created when `EMBEDDED` turns on (decision 22; wire-interactions.md §7.2), to be upserted
 * globally. Undefined without that change, or when an entry point exists. `before` is undefined in a new world. Our
 * choice: docs/choices.md "Registration".
 */
export const automaticLaunch = (
  globals: Commands,
  before: Pick<Application, "flags"> | undefined,
  after: Pick<Application, "flags" | "integration_types">
): CommandContent | undefined => {
  const turnedOn = after.flags.includes("EMBEDDED") && before?.flags.includes("EMBEDDED") !== true
  if (!turnedOn || globals.some((c) => c.type === PRIMARY_ENTRY_POINT)) return undefined
  const draft = { type: PRIMARY_ENTRY_POINT, name: "Launch", handler: HandlerType.DISCORD_LAUNCH_ACTIVITY }
  const { integration_types } = after
  return complete(draft, { scope: "global", application: { integration_types, embedded: true, discoverable: false } })
}

/** One command of a write: new without `before`, removed without `after`, unchanged when both are the same record. */
interface Change {
  readonly before?: ApplicationCommand | undefined
  readonly after?: ApplicationCommand
}

const decision = <Answer>(all: ReadonlyArray<Change>, answer: Answer): Decision<Answer> => {
  const changes = all.filter(({ before, after }) => before !== after)
  return {
    deletes: changes.flatMap(({ before, after }) => (before && !after ? [before.id] : [])),
    puts: changes.flatMap(({ after }) => after ?? []),
    overwritesDeleted: changes.flatMap(({ before, after }) => (before && before.name !== after?.name ? before.id : [])),
    created: changes.filter(({ before }) => before === undefined).length,
    answer,
    events: changes.flatMap(event)
  }
}

const event = ({ before, after }: Change): ReadonlyArray<CommandEvent> => {
  if (after !== undefined) return [{ type: before ? "command.updated" : "command.created", data: after }]
  return before === undefined ? [] : [{ type: "command.deleted", data: before }]
}

/** The record after writing `content`: `before` itself when the content is identical (decision 21). */
const write = (
  before: ApplicationCommand | undefined,
  { application_id, scope }: Target,
  content: CommandContent,
  minted: Minted,
  position: number
): ApplicationCommand => {
  const id = mintedId(minted, 2 * position)
  const version = mintedId(minted, 2 * position + 1)
  if (before === undefined) return compose({ id, application_id, version }, scope, content)
  // Another write may have stored a newer version meanwhile, so the generated version alone is not always larger.
  const ids = { id: before.id, application_id, version: following(before.version, version) }
  const after = compose(ids, scope, content)
  return sameContent(before, after) ? before : after
}

const excessType = (contents: ReadonlyArray<CommandContent>): CommandType | undefined =>
  Object.values(CommandType).find(
    (type) => contents.filter((c) => c.type === type).length > Limits.command.perType[type]
  )

const tooMany = (type: CommandType) => new TooManyCommands({ type, max: Limits.command.perType[type] })

const mintedId = (minted: Minted, index: number): Snowflake => {
  const id = minted.ids[index]
  // A bug of the caller, which generated fewer ids than `idsNeeded`; not a failure of the request.
  if (id === undefined) throw new Error(`A write needs more than ${minted.ids.length} minted ids`)
  return id
}
