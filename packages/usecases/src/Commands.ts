/**
 * Registering application commands: each operation loads the scope, calls one pure decision, and stores what it says
 * in one transaction. Sources: service.md "Endpoints", "States and transitions"; wire-rest.md §1; decisions 18 to 24.
 */
import type { ApplicationCommand, Scope } from "@backlot/domain/ApplicationCommand"
import { traitsOf } from "@backlot/domain/ApplicationTraits"
import { bulkKeys, match } from "@backlot/domain/CommandMatch"
import * as Registry from "@backlot/domain/CommandRegistry"
import { type ValidationContext, validate, validateBulk, validateEdit } from "@backlot/domain/CommandValidation"
import { distinct, type Fault } from "@backlot/domain/Fault"
import { InvalidForm, type NameTaken, UnknownApplication, UnknownCommand } from "@backlot/domain/ServiceError"
import type { Snowflake } from "@backlot/domain/Snowflake"
import type { Application } from "@backlot/domain/World"
import { Ids } from "@backlot/ports/Ids"
import { Storage } from "@backlot/ports/Storage"
import { Effect, Result } from "effect"
import { requireGuild } from "./Access.ts"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import { EventLog } from "./EventLog.ts"

/** Whose commands, and in which scope. */
export interface Target {
  readonly application: Application
  readonly scope: Scope
}

/** All commands of the scope by ascending id. */
export const list = Effect.fnUntraced(function* (target: Target) {
  const storage = yield* Storage
  return yield* storage.transaction(load(target))
})

export const get = Effect.fnUntraced(function* (target: Target, commandId: Snowflake) {
  const storage = yield* Storage
  const key = [...Collections.commandScope(target.application.id, target.scope), Collection.id(commandId)]
  const command = yield* storage.transaction(Collections.commands.get(...key))
  return command === undefined ? yield* new UnknownCommand() : command
})

/** POST: 201 with a new command, 200 when one of that type and name was replaced. */
export const create = Effect.fnUntraced(function* (target: Target, body: unknown) {
  const content = yield* valid(validate(body, contextOf(target)))
  return yield* decide(target, 1, (state, minted) => Registry.upsert(state, { ...names(target), content }, minted))
})

/** PATCH. */
export const edit = Effect.fnUntraced(function* (target: Target, commandId: Snowflake, body: unknown) {
  return yield* decide(target, 1, (state, minted): Result.Result<Registry.Decision<ApplicationCommand>, EditError> => {
    const before = state.find((command) => command.id === commandId)
    if (before === undefined) return Result.fail(new UnknownCommand())
    const content = validateEdit(before, body, contextOf(target))
    return Result.isFailure(content)
      ? Result.fail(new InvalidForm({ faults: content.failure }))
      : Registry.edit(state, { command_id: commandId, content: content.success }, minted)
  })
})

type EditError = UnknownCommand | InvalidForm | NameTaken

export const remove = Effect.fnUntraced(function* (target: Target, commandId: Snowflake) {
  return yield* decide(target, 0, (state) => Registry.remove(state, { command_id: commandId }))
})

/** PUT of the whole list. */
export const overwrite = Effect.fnUntraced(function* (target: Target, body: unknown) {
  const elements = validateBulk(body, contextOf(target))
  if (Result.isFailure(elements)) return yield* refuseBulk(target, body, elements.failure)
  return yield* decide(target, elements.success.length, (state, minted) =>
    Registry.overwrite(state, { ...names(target), elements: elements.success }, minted)
  )
})

/** All violations are reported together: those that only the stored commands reveal too (wire-rest.md §3.1). */
const refuseBulk = Effect.fnUntraced(function* (target: Target, body: unknown, faults: ReadonlyArray<Fault>) {
  const revealed = match(yield* list(target), bulkKeys(body)).faults
  return yield* new InvalidForm({ faults: distinct([...faults, ...revealed]) })
})

/** Runs one decision over the commands of a scope and keeps what it says. Draws ids for `writes` commands first. */
const decide = Effect.fnUntraced(function* <A, E>(
  target: Target,
  writes: number,
  decision: (state: Registry.Commands, minted: Registry.Minted) => Result.Result<Registry.Decision<A>, E>
) {
  const ids = writes === 0 ? [] : yield* (yield* Ids).many(Registry.idsNeeded(writes))
  const log = yield* EventLog
  return yield* log.commit(
    Effect.gen(function* () {
      const application = yield* Collections.applications.get(Collection.id(target.application.id))
      if (application === undefined) return yield* new UnknownApplication()
      // A world may have been replaced since the caller was let in.
      if (target.scope !== "global") yield* requireGuild(application, target.scope)
      const decided = yield* Effect.fromResult(decision(yield* load(target), { ids }))
      yield* keep(target, decided)
      return { value: decided.answer, events: decided.events }
    })
  )
})

/** Stores a decision. Inside a transaction. */
export const keep = Effect.fnUntraced(function* (target: Target, decided: Registry.Decision<unknown>) {
  const scope = Collections.commandScope(target.application.id, target.scope)
  for (const id of decided.deletes) yield* Collections.commands.delete(...scope, Collection.id(id))
  for (const command of decided.puts) yield* Collections.commands.put(command)
  for (const id of decided.overwritesDeleted) yield* Collections.deletePermissionsOf(target.application.id, id)
})

const load = (target: Target) =>
  Collections.commands.list(Collections.commandScope(target.application.id, target.scope))

const names = ({ application, scope }: Target) => ({ application_id: application.id, scope })

const contextOf = ({ application, scope }: Target): ValidationContext => ({
  scope: scope === "global" ? "global" : "guild",
  application: traitsOf(application)
})

const valid = <A>(result: Result.Result<A, ReadonlyArray<Fault>>): Effect.Effect<A, InvalidForm> =>
  Result.isSuccess(result) ? Effect.succeed(result.success) : Effect.fail(new InvalidForm({ faults: result.failure }))
