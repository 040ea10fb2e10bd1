/**
 * Edits the running world, one element at a time. Each edit is one transaction: the element, what goes with it, and the
 * events of both. Source: product.md "Control plane"; `WorldEdit` in the domain has our choices.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { elementsOf, type FileElement, type TargetKind, type WorldTarget } from "@backlot/domain/element/WorldTarget"
import { type Fault, type Path, under } from "@backlot/domain/error/Fault"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import type { UploadedPicture } from "@backlot/domain/record/UploadedPicture"
import type { World } from "@backlot/domain/record/World"
import { withoutEchoes } from "@backlot/domain/validation/Shape"
import type { Mint } from "@backlot/domain/world/element/Element"
import { editable, unknownElement } from "@backlot/domain/world/element/Elements"
import { changesBetween } from "@backlot/domain/world/WorldChange"
import { type Edit, edit } from "@backlot/domain/world/WorldEdit"
import { elementOf, requireAround } from "@backlot/domain/world/WorldElement"
import { eventsOf } from "@backlot/domain/world/WorldEvent"
import { fromSeed, largestMinted } from "@backlot/domain/world/WorldMint"
import { remove as removeFrom } from "@backlot/domain/world/WorldRemoval"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect, Result } from "effect"
import * as AuditLog from "../audit/AuditLog.ts"
import * as Commands from "../command/Commands.ts"
import { committed, type NewEvent } from "../event/EventLog.ts"
import { Deadlines } from "../store/Deadlines.ts"
import * as KeptPictures from "../store/KeptPictures.ts"
import { operation } from "../store/Operation.ts"
import { clockTime, transacting } from "../store/Transact.ts"
import * as FormerMembers from "./FormerMembers.ts"
import * as Joins from "./Joins.ts"
import * as Profiles from "./Profiles.ts"
import * as ThreadEvents from "./ThreadEvents.ts"
import { judgeTitle } from "./Titles.ts"
import * as VoiceEvents from "./VoiceEvents.ts"
import * as WorldChanges from "./WorldChanges.ts"
import * as WorldParts from "./WorldParts.ts"
import * as WorldRemovalParts from "./WorldRemovalParts.ts"

/** An element in the shape of the world file, secrets in clear. */
export interface Put {
  readonly element: FileElement
  /** False when it was there before. */
  readonly created: boolean
}

export const get = operation(
  "WorldEdits.get",
  transacting(function* (target: WorldTarget) {
    return yield* there(yield* WorldParts.forEdit({ target }), target)
  })
)

/** Creates the element, or replaces it. */
export const put = (target: WorldTarget, body: unknown) => change({ method: "put", target, body })

/** The element with the fields of the body merged in. */
export const patch = (target: WorldTarget, body: unknown) =>
  Effect.map(change({ method: "patch", target, body }), ({ element }) => element)

/**
 * Removes the element with all that depends on it. `guard` runs first in the same transaction and fails when the caller
 * may not remove it.
 */
export const remove = operation(
  "WorldEdits.remove",
  Effect.fnUntraced(function* <Y extends Body.Step = never>(
    target: WorldTarget,
    guard?: () => Iterable<Y, unknown, unknown>
  ) {
    yield* committed(function* () {
      if (guard !== undefined) yield* guard()
      return { value: undefined, events: yield* removal(target) }
    })
    // A lobby may have lost the last member who was connected.
    yield* (yield* Deadlines).wake
  })
)

/** Removes an element inside a caller's transaction; the caller logs the events, and wakes `Deadlines` after it. */
export const removal = function* (target: WorldTarget) {
  const before = yield* WorldRemovalParts.forRemoval(target)
  yield* there(before, target)
  const after = removeFrom(before, target)
  if (Result.isFailure(after)) return yield* new ServiceError.InvalidForm({ faults: after.failure })
  return yield* write(before, after.success, [])
}

const SEED_BYTES = 32

/** An edit that was read from a body of another shape than the element's. */
export interface Wish extends Edit {
  /** The path of the body in the request. */
  readonly at?: Path
  /** Faults of that body itself: they hide faults of rules at the same places. */
  readonly faults?: ReadonlyArray<Fault>
  /** Paths of the fields that have another name in the body. */
  readonly places?: Readonly<Record<string, Path>>
  /** Somebody does it, although no entry of the audit log says so: automatic moderation judges it. */
  readonly act?: true
  /** Events beside those of the edit. */
  readonly events?: ReadonlyArray<NewEvent>
  /** What it uploads. */
  readonly pictures?: ReadonlyArray<UploadedPicture>
}

/**
 * Carries out edits in one transaction, all or none. `wishes` runs first in it: it fails when the caller may not edit, and
 * reads the edits from the current state. `answer` runs last in it.
 */
export const carryOut = operation(
  "WorldEdits.carryOut",
  Effect.fnUntraced(function* <Y1 extends Body.Step, Y2 extends Body.Step, A>(
    wishes: () => Iterable<Y1, ReadonlyArray<Wish>, unknown>,
    answer: (done: ReadonlyArray<Put>) => Iterable<Y2, A, unknown>,
    /** For entry points, where applications are edited; for messages of who joins (`Joins.draw`). */
    ids: ReadonlyArray<Snowflake> = []
  ) {
    const drawn = yield* mint()
    const { value, fresh, timed } = yield* committed(function* () {
      const asked = yield* wishes()
      const { done, events } = yield* apply(asked, drawn, ids)
      const fresh = asked.flatMap(({ target }, i) => (done[i]?.created ? [target] : []))
      // Invites expire, events begin, subscriptions renew or end, threads are archived.
      const timed = asked.some(({ target }) => editable(target).edit.timed === true)
      return { value: { value: yield* answer(done), fresh, timed }, events }
    })
    for (const target of fresh) if (target.kind === "direct_channel") yield* passId(target.channel_id)
    if (timed) yield* (yield* Deadlines).wake
    return value
  })
)

/** Randomness for secrets, drawn before the transaction, with ids for elements of a world without an id. */
export const mint = Effect.fnUntraced(function* (ids: ReadonlyArray<Snowflake> = []) {
  const { hex, sha256 } = yield* Secrets
  return fromSeed({ seed: yield* hex(SEED_BYTES), sha256, ids })
})

/** Carries out edits inside a caller's transaction, all or none; the caller logs the events. Not for direct channels. */
export const apply = function* (asked: ReadonlyArray<Wish>, drawn: Mint, ids: ReadonlyArray<Snowflake>) {
  const edits = yield* Body.forEach(asked, (wish) => editOne(wish, drawn, ids))
  const faults = edits.flatMap((edited) => edited.faults)
  if (faults.length > 0) return yield* new ServiceError.InvalidForm({ faults })
  for (const { pictures } of asked) if (pictures !== undefined) yield* KeptPictures.keep(pictures)
  const done = edits.flatMap((edited) => (edited.done === undefined ? [] : [edited.done]))
  return { done, events: edits.flatMap((edited, i) => [...edited.events, ...(asked[i]?.events ?? [])]) }
}

/** The result of an edit: the element and its events, or faults. A failure of a later edit rolls it back. */
interface EditedOne {
  readonly done?: Put
  readonly events: ReadonlyArray<NewEvent>
  readonly faults: ReadonlyArray<Fault>
}

const editOne = function* (wish: Wish, mint: Mint, ids: ReadonlyArray<Snowflake>) {
  const { target, body, method, at = [], faults = [], places = {} } = wish
  const around = yield* WorldParts.forEdit({ method, target, body })
  // What is new has a time of its own, and a thread that is archived or opened.
  const isTimed = method === "put" || target.kind === "channel"
  const before = isTimed ? { ...around, now: yield* clockTime } : around
  yield* requireAround(before, target)
  if (method === "patch") yield* there(before, target)
  const edited = edit(before, { method, target, body }, mint)
  const broken = Result.isFailure(edited) ? edited.failure.map((f) => ({ ...f, path: placed(f.path, places) })) : []
  const all = under(at, withoutEchoes(faults, broken))
  if (Result.isFailure(edited) || all.length > 0) return { events: [], faults: all } satisfies EditedOne
  const { world: wished, created } = edited.success
  // What somebody does is judged; an edit of the world alone says what is.
  const isAct = ACTED.has(target.kind) && (wish.act ?? (yield* Body.use(AuditLog.ChangedBy)) !== undefined)
  const come = isAct && created ? yield* FormerMembers.marked(before, wished) : wished
  const { world, events: judged } =
    isAct && target.kind === "member" ? yield* Profiles.judged(before, come, target) : { world: come, events: [] }
  const events = [...(yield* write(before, world, ids)), ...judged]
  return { done: { element: yield* there(world, target), created }, events, faults: [] } satisfies EditedOne
}

/** What brings members. */
const ACTED: ReadonlySet<TargetKind> = new Set(["member", "guild_install"])

const placed = ([field, ...rest]: Path, places: Readonly<Record<string, Path>>): Path => {
  if (field === undefined) return []
  // Field names come from outside and may be `constructor`.
  const place = Object.hasOwn(places, field) ? places[field] : undefined
  return [...(place ?? [field]), ...rest]
}

const change = Effect.fnUntraced(function* (asked: Edit) {
  const { kind } = asked.target
  if (kind === "channel") yield* judgeTitle(asked)
  const ids =
    kind === "application"
      ? yield* (yield* Ids).many(Commands.LAUNCH_IDS)
      : asked.method === "put"
        ? yield* Joins.draw(asked.target)
        : []
  return yield* carryOut(
    () => Body.succeed([asked]),
    ([done]) => shown(asked.target, done),
    ids
  )
})

/** The element with the files of what it holds, which most edits leave unread. */
const shown = function* (target: WorldTarget, done: Put | undefined) {
  if (done === undefined) throw new Error("an edit without faults gave no element")
  const filed = Object.entries(editable(target).holds ?? {}).filter(([, { file }]) => file !== undefined)
  if (filed.every(([list]) => elementsOf(done.element, list).length === 0)) return done
  return { ...done, element: yield* there(yield* WorldParts.forEdit({ target }), target) } satisfies Put
}

/** New ids continue behind the id of a new direct channel, as behind the ids of a world. */
const passId = Effect.fnUntraced(function* (id: Snowflake) {
  const largest = largestMinted({ direct_channels: [{ id }] })
  if (largest !== undefined) yield* (yield* Ids).goBehind(largest)
})

const write = function* (before: World, after: World, ids: ReadonlyArray<string>) {
  const changes = changesBetween(before, after)
  const followed = yield* WorldChanges.write(changes, ids)
  const greetings = ids.length === 0 ? [] : yield* Joins.greet(changes, ids)
  const made = changes.channels.length === 0 ? eventsOf(changes) : yield* tellOfChannels(changes)
  const told = changes.voice_states.length === 0 ? made : yield* VoiceEvents.marked(made)
  return [...told, ...followed, ...(yield* AuditLog.recordChanges(changes, before, after)), ...greetings]
}

const tellOfChannels = (changes: ReturnType<typeof changesBetween>) => {
  const removed = changes.channels.flatMap(({ before, after }) => (before && after === undefined ? [before] : []))
  return ThreadEvents.shortened(ThreadEvents.placed(eventsOf(changes), removed))
}

/** The element; fails when it or what its path names beside it does not exist. */
const there = function* (world: World, target: WorldTarget) {
  yield* requireAround(world, target)
  return elementOf(world, target) ?? (yield* unknownElement(target))
}
