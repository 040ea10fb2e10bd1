/**
 * Commands by application and scope, and the effect of each write. Source: service.md "States and transitions", "Naming
 * rules", "Limits"; wire-rest.md §1.2; decisions 7, 18 to 21, 24, 26. Ids and versions are texts such as `${c12}`: the
 * capture of the step that makes them.
 */
import { isSame } from "@backlot/scenario/match/MatchOperators"
import { formFaults } from "./ModelForm.ts"
import type { Json, Path } from "./ModelJson.ts"
import * as Limits from "./ModelLimits.ts"
import { recordOf } from "./ModelRecord.ts"
import { DailyBudget } from "./ModelWindows.ts"
import type { ModelApplication } from "./ModelWorld.ts"

export interface ModelCommand {
  readonly id: string
  readonly version: string
  readonly type: number
  readonly record: Json
}

export interface Scope {
  readonly application: ModelApplication
  readonly guild_id: string | undefined
}

/** The reason for refusing a write. */
export type Refusal =
  | { readonly kind: "unknown" }
  | { readonly kind: "form"; readonly paths: ReadonlyArray<Path> }
  | { readonly kind: "taken" }
  | { readonly kind: "count"; readonly max: number }
  | { readonly kind: "daily" }
  | { readonly kind: "entry_point" }

/** `before` is undefined for a new command; `after.version` differs from `before`'s if it changed. */
export interface Written {
  readonly kind: "written"
  readonly before: ModelCommand | undefined
  readonly after: ModelCommand
  /** Commands that lost their overwrites: removed or renamed. */
  readonly forgotten: ReadonlyArray<string>
}

export interface Overwritten {
  readonly kind: "overwritten"
  /** In the order of the answer: ascending ids, then new ones in the order of the elements. */
  readonly commands: ReadonlyArray<Pick<Written, "before" | "after"> & { readonly element: number }>
  readonly forgotten: ReadonlyArray<string>
  readonly created: number
}

/**
 * Names the capture of an id (`c`) or version (`v`) that a step makes: of the n-th element of a bulk overwrite, or of a
 * single write (0). The first element, and a single write, have no suffix.
 */
export const captureOf = (what: "c" | "v", step: number, element: number): string =>
  `${what}${step}${element === 0 ? "" : `_${element}`}`

export class ModelCommands {
  private readonly scopes = new Map<string, ReadonlyArray<ModelCommand>>()
  private readonly daily = new DailyBudget()

  /** In ascending order of ids, which is the order of creation. */
  list(scope: Scope): ReadonlyArray<ModelCommand> {
    return this.scopes.get(keyOf(scope)) ?? []
  }

  find(scope: Scope, id: string): ModelCommand | undefined {
    return this.list(scope).find((command) => command.id === id)
  }

  /** How many commands can be created in the scope now, if limits apply. */
  room(scope: Scope, now_ms: number): number {
    return this.daily.room(keyOf(scope), now_ms)
  }

  /** Adds a command. */
  place(scope: Scope, command: ModelCommand): void {
    this.scopes.set(keyOf(scope), [...this.list(scope), command])
  }

  create(scope: Scope, body: Json, step: number, charge: Charge): Written | Refusal {
    const type = typeOf(body)
    const paths = formFaults(body, { ...scope, type })
    if (paths.length > 0) return { kind: "form", paths }
    const record = recordOf(body, type, scope.application, scope.guild_id)
    const ofType = this.list(scope).filter((command) => command.type === type)
    const before = ofType.find((command) => command.record["name"] === record["name"])
    if (before !== undefined) return this.replace(scope, before, record, step)
    const max = maxOf(type)
    if (ofType.length >= max) return { kind: "count", max }
    if (!this.daily.charge(keyOf(scope), 1, charge)) return { kind: "daily" }
    const after = { ...identity(undefined, record, step, 0), type, record }
    this.place(scope, after)
    return { kind: "written", before: undefined, after, forgotten: [] }
  }

  edit(scope: Scope, id: string, body: Json, step: number): Written | Refusal {
    const before = this.find(scope, id)
    if (before === undefined) return { kind: "unknown" }
    const { type } = before
    const merged = { ...before.record, dm_permission: keptDms(before.record), ...body }
    const paths = formFaults(merged, { ...scope, type })
    if (paths.length > 0) return { kind: "form", paths }
    const record = recordOf(merged, type, scope.application, scope.guild_id)
    const taken = this.list(scope).some((c) => c !== before && c.type === type && c.record["name"] === record["name"])
    return taken ? { kind: "taken" } : this.replace(scope, before, record, step)
  }

  remove(scope: Scope, id: string): ModelCommand | Refusal {
    const gone = this.find(scope, id)
    if (gone === undefined) return { kind: "unknown" }
    const rest = this.list(scope).filter((command) => command !== gone)
    this.scopes.set(keyOf(scope), rest)
    return gone
  }

  overwrite(scope: Scope, elements: ReadonlyArray<Json>, step: number, charge: Charge): Overwritten | Refusal {
    const stored = this.list(scope)
    const paths = bulkFaults(scope, elements, stored)
    if (paths.length > 0) return { kind: "form", paths }
    const matched = matchElements(elements, stored)
    const commands = elements.map((element, i) => {
      const type = typeOf(element)
      const before = matched[i]
      const record = recordOf(element, type, scope.application, scope.guild_id)
      return { element: i, before, after: { ...identity(before, record, step, i), type, record } }
    })
    for (const [type, max] of Limits.command.perType) {
      if (commands.filter(({ after }) => after.type === type).length > max) return { kind: "count", max }
    }
    const gone = stored.filter((command) => !matched.includes(command))
    if (scope.guild_id === undefined && gone.some(({ type }) => type === 4)) return { kind: "entry_point" }
    const created = commands.filter(({ before }) => before === undefined)
    if (!this.daily.charge(keyOf(scope), created.length, charge)) return { kind: "daily" }
    const kept = stored.flatMap((command) => commands.filter(({ before }) => before === command))
    const answer = [...kept, ...created]
    const after = answer.map((one) => one.after)
    this.scopes.set(keyOf(scope), after)
    const renamed = kept.filter(({ before, after }) => before?.record["name"] !== after.record["name"])
    const forgotten = [...gone.map(({ id }) => id), ...renamed.map(({ after }) => after.id)]
    return { kind: "overwritten", commands: answer, forgotten, created: created.length }
  }

  private replace(scope: Scope, before: ModelCommand, record: Json, step: number): Written {
    const after = { ...identity(before, record, step, 0), type: before.type, record }
    const list = this.list(scope).map((command) => (command === before ? after : command))
    this.scopes.set(keyOf(scope), list)
    const forgotten = before.record["name"] === record["name"] ? [] : [before.id]
    return { kind: "written", before, after, forgotten }
  }
}

/** Undefined if limits are lifted, otherwise the service's time. */
export type Charge = { readonly now_ms: number } | undefined

const keyOf = ({ application, guild_id }: Scope) => `${application.id}/${guild_id ?? ""}`

const typeOf = (element: Json): number => (typeof element["type"] === "number" ? element["type"] : 1)

const maxOf = (type: number): number => Limits.command.perType.get(type) ?? 0

/**
 * A `false` that follows from the contexts does not stay when the contexts change. Our choice: docs/choices.md
 * "Registration".
 */
const keptDms = ({ dm_permission, contexts }: Json): unknown =>
  Array.isArray(contexts) && !contexts.includes(1) ? true : dm_permission

/** Decision 21: an identical write keeps the version. */
const identity = (before: ModelCommand | undefined, record: Json, step: number, element: number) => {
  const version = `\${${captureOf("v", step, element)}}`
  if (before === undefined) return { id: `\${${captureOf("c", step, element)}}`, version }
  return { id: before.id, version: isSame(before.record, record) ? before.version : version }
}

/** Decision 20: matched by id, otherwise by type and name; each stored command once. */
const matchElements = (elements: ReadonlyArray<Json>, stored: ReadonlyArray<ModelCommand>) => {
  const byId = elements.map((element) => stored.find(({ id }) => id === element["id"]))
  return elements.map(
    (element, i) =>
      byId[i] ??
      stored.find(
        (command) =>
          !byId.includes(command) && command.type === typeOf(element) && command.record["name"] === element["name"]
      )
  )
}

const bulkFaults = (scope: Scope, elements: ReadonlyArray<Json>, stored: ReadonlyArray<ModelCommand>) => {
  if (elements.length > Limits.command.bulk) return [[]]
  return elements.flatMap((element, i) => {
    const type = typeOf(element)
    const named = stored.find(({ id }) => id === element["id"])
    const same = (other: Json) => typeOf(other) === type && other["name"] === element["name"]
    const isTwice = elements.findIndex((other) => other["id"] === element["id"]) < i
    return [
      ...formFaults(element, { ...scope, type }).map((path) => [i, ...path]),
      ...(elements.findIndex(same) < i ? [[i]] : []),
      ...(named !== undefined && named.type !== type ? [[i]] : []),
      ...(element["id"] !== undefined && isTwice ? [[i]] : [])
    ]
  })
}
