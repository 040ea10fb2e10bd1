/**
 * Registers application commands: each operation loads what its pure decision needs, calls it, and stores the result in
 * one transaction. Sources: service.md "Endpoints", "States and transitions"; wire-rest.md §1; decisions 18 to 24.
 */

import * as Limits from "@backlot/domain/base/Limits"
import type { Locale } from "@backlot/domain/base/Locale"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { traitsOf } from "@backlot/domain/command/ApplicationTraits"
import { bulkKeys, match } from "@backlot/domain/command/CommandMatch"
import * as Registry from "@backlot/domain/command/CommandRegistry"
import { type ValidationContext, validate, validateBulk, validateEdit } from "@backlot/domain/command/CommandValidation"
import { listed, plainText } from "@backlot/domain/command/CommandWire"
import { distinct, type Fault } from "@backlot/domain/error/Fault"
import { InvalidForm, UnknownApplication, UnknownCommand } from "@backlot/domain/error/ServiceError"
import type { ApplicationCommand, CommandType, Scope } from "@backlot/domain/record/ApplicationCommand"
import type { Application } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect, Result } from "effect"
import { requireGuild } from "../access/Access.ts"
import { valid } from "../access/Caller.ts"
import { RateLimitMode } from "../access/RateLimits.ts"
import { commit } from "../event/EventLog.ts"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { memo } from "../store/Memo.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction } from "../store/Transact.ts"
import * as DailyCreates from "./DailyCreates.ts"

/** The commands of an application in one scope. */
export interface Target {
  readonly application: Application
  readonly scope: Scope
}

/** All commands of the scope by ascending id. */
export const list = operation("Commands.list", (target: Target) => inTransaction(() => load(target)))

/** The JSON text of the list: `whole` with dictionaries, else localized for a reader of one locale. */
export const listText = operation("Commands.listText", (target: Target, view: Locale | "whole") => {
  const texts = Collections.commands.texts(scopeKey(target))
  return Effect.map(
    inTransaction(() => texts),
    (stored) =>
      view === "whole" ? `[${stored.join(",")}]` : `[${stored.map((text) => listedText(text, view)).join(",")}]`
  )
})

export const get = operation("Commands.get", (target: Target, commandId: Snowflake) =>
  inTransaction(() => existing(find(target, commandId), UnknownCommand))
)

/** POST: 201 with a new command, 200 when one of that type and name was replaced. */
export const create = operation(
  "Commands.create",
  Effect.fnUntraced(function* (target: Target, body: unknown) {
    const content = yield* Effect.fromResult(valid(validate(body, contextOf(target))))
    return yield* decide(target, 1, function* (minted) {
      const found = yield* lookUp(target, content)
      const decided = yield* Registry.upsert(found, { ...names(target), content }, minted)
      return { decided, known: found.before === undefined ? [] : [found.before] }
    })
  })
)

/** PATCH. */
export const edit = operation(
  "Commands.edit",
  Effect.fnUntraced(function* (target: Target, commandId: Snowflake, body: unknown) {
    return yield* decide(target, 1, function* (minted) {
      const before = yield* existing(find(target, commandId), UnknownCommand)
      const content = yield* valid(validateEdit(before, body, contextOf(target)))
      const named = yield* findNamed(target, content)
      return { decided: yield* Registry.edit({ before, named }, content, minted), known: [before] }
    })
  })
)

export const remove = operation(
  "Commands.remove",
  Effect.fnUntraced(function* (target: Target, commandId: Snowflake) {
    return yield* decide(target, 0, function* () {
      const before = yield* find(target, commandId)
      return { decided: yield* Registry.remove(before), known: [] }
    })
  })
)

/** PUT of the whole list. */
export const overwrite = operation(
  "Commands.overwrite",
  Effect.fnUntraced(function* (target: Target, body: unknown) {
    const elements = validateBulk(body, contextOf(target))
    if (Result.isFailure(elements)) return yield* refuseBulk(target, body, elements.failure)
    return yield* decide(target, elements.success.length, function* (minted) {
      const known = yield* load(target)
      const input = { ...names(target), elements: elements.success }
      return { decided: yield* Registry.overwrite(known, input, minted), known }
    })
  })
)

/** Reports all faults together, including those that only the stored commands reveal (wire-rest.md §3.1). */
const refuseBulk = Effect.fnUntraced(function* (target: Target, body: unknown, faults: ReadonlyArray<Fault>) {
  const revealed = match(yield* list(target), bulkKeys(body)).faults
  return yield* new InvalidForm({ faults: distinct([...faults, ...revealed]) })
})

/** A decision, and the stored commands that it changes. */
interface Judged<A> {
  readonly decided: Registry.Decision<A>
  readonly known: Registry.Commands
}

/** Makes one decision inside a transaction and stores it. Draws ids for `writes` commands first. */
const decide = Effect.fnUntraced(function* <A, Y extends Body.Step>(
  target: Target,
  writes: number,
  judge: (minted: Registry.Minted) => Iterable<Y, Judged<A>, unknown>
) {
  const ids = writes === 0 ? [] : yield* (yield* Ids).many(Registry.idsNeeded(writes))
  const mode = (yield* RateLimitMode).current()
  return yield* commit(function* (now) {
    const application = yield* existing(Collections.applications.get(target.application.id), UnknownApplication)
    // The world may have been replaced since the access check.
    if (target.scope !== "global") yield* requireGuild(application, target.scope)
    const { decided, known } = yield* judge({ ids })
    yield* DailyCreates.charge(target, decided.created, now, mode)
    yield* keep(target, decided, known)
    return { value: decided.answer, events: decided.events }
  })
})

/** Stores a decision that changes only `known` commands and creates new ones. Inside a transaction. */
const keep = function* (target: Target, decided: Registry.Decision<unknown>, known: Registry.Commands) {
  const scope = scopeKey(target)
  const before = new Map(known.map((command) => [command.id, command]))
  for (const id of decided.deletes) yield* Collections.commands.delete(...scope, id)
  for (const command of decided.puts) yield* Collections.commands.put(command, before.get(command.id) ?? null)
  for (const id of decided.overwritesDeleted) yield* Collections.deletePermissionsOf(target.application.id, id)
}

const load = (target: Target) => Collections.commands.list(scopeKey(target))

const find = (target: Target, commandId: Snowflake) => Collections.commands.get(...scopeKey(target), commandId)

type Named = Pick<ApplicationCommand, "type" | "name">

const findNamed = (target: Target, { type, name }: Named) =>
  Body.map(Collections.commands.by("name", ...typeKey(target, type), Collection.text(name)), ([command]) => command)

const lookUp = (target: Target, content: Named): Body.Body<Registry.NameLookup> =>
  Body.flatMap(
    findNamed(target, content),
    (before): Body.Body<Registry.NameLookup> =>
      before === undefined
        ? Body.map(Collections.commands.count("name", ...typeKey(target, content.type)), (sameType) => ({ sameType }))
        : Body.succeed({ before })
  )

const scopeKey = ({ application, scope }: Target) => Collections.commandScope(application.id, scope)

const typeKey = ({ application, scope }: Target, type: CommandType) =>
  Collections.commandsOfType(application.id, scope, type)

/** The text of one command in a list without dictionaries, from its stored text. */
const listedText = (stored: string, locale: Locale): string => plainText(stored) ?? localized(`${locale}${stored}`)

const localized = memo((key) => {
  const start = key.indexOf("{")
  // The key is a locale and a stored text, joined by `listedText`; the text was stored by `keep` or a world.
  const [locale, command] = [key.slice(0, start) as Locale, JSON.parse(key.slice(start)) as ApplicationCommand]
  return JSON.stringify(listed(command, locale))
}, Limits.ready.localized)

const names = ({ application, scope }: Target) => ({ application_id: application.id, scope })

const contextOf = ({ application, scope }: Target): ValidationContext => ({
  scope: scope === "global" ? "global" : "guild",
  application: traitsOf(application)
})

// The automatic entry point of an application with an Activity. Source: decision 22; wire-interactions.md §7.2.

/** How many ids to draw for the entry point of one application. */
export const LAUNCH_IDS = Registry.idsNeeded(1)

/** Creates the entry point when EMBEDDED was turned on and there is none. Gives the events. In a transaction. */
export const launch = function* (
  application: Application,
  before: Application | undefined,
  ids: ReadonlyArray<Snowflake>
) {
  const target = { application, scope: "global" as const }
  const content = Registry.automaticLaunch(yield* load(target), before, application)
  if (content === undefined) return []
  const decided = Result.getOrThrow(Registry.upsert({ sameType: 0 }, { ...names(target), content }, { ids }))
  yield* keep(target, decided, [])
  return decided.events
}
