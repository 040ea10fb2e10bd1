/**
 * Puts or patches one element of a world. The element is judged by its own shape, rules and references, and gets the
 * defaults of the world file. Pure: chance comes in as `mint`.
 *
 * - PUT replaces the element whole, and omitted fields take the defaults of the world file. It keeps what no one would
 *   want to lose: the lists that a guild or a user holds (a given list replaces the old one), the position of a role or
 *   channel, and the id, token, client secret and private key of an application; null makes a token, client secret or
 *   private key anew.
 * - PATCH replaces the given fields, of `bot` those inside it; null gives a field its default. The merged element is
 *   judged whole.
 * - What a list no longer holds goes with all that hangs on it, as by DELETE.
 *
 * Our choice: docs/choices.md "Control plane".
 */
import { Result } from "effect"
import { type FileElement, idsOf, isElement, type TargetKind, type WorldTarget } from "../element/WorldTarget.ts"
import { distinct, type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { World } from "../record/World.ts"
import { decoder, withoutEchoes } from "../validation/Shape.ts"
import { uniqueOf, withHeld } from "./element/Composed.ts"
import * as Element from "./element/Element.ts"
import { EDITABLE, editable } from "./element/Elements.ts"
import { judgeFields } from "./rule/Check.ts"
import { type PlacedTable, place } from "./rule/Placed.ts"
import { judgeUnique } from "./rule/Unique.ts"
import { judgeUnknown } from "./rule/Unknown.ts"
import { elementOf, withRecord } from "./WorldElement.ts"
import { without } from "./WorldRemoval.ts"

export interface Edit {
  readonly method: "put" | "patch"
  readonly target: WorldTarget
  /** In the shape of the world file. */
  readonly body: unknown
}

export interface Edited {
  readonly world: World
  /** False when the element was there before. */
  readonly created: boolean
}

/**
 * The world after an edit, or its faults from the root of the body. `world` is the whole, or a part of it that has the
 * element, what the element refers to and what can clash with it. What the target names beside the element must exist
 * (`requireAround`), for a PATCH the element too.
 */
export const edit = (
  world: World,
  { body, ...named }: Edit,
  mint: Element.Mint
): Result.Result<Edited, ReadonlyArray<Fault>> =>
  isElement(body) ? editWith(world, { ...named, body }, mint) : Result.fail([fault([], FormError.notModel)])

const editWith = (
  world: World,
  asked: Element.Edit,
  mint: Element.Mint
): Result.Result<Edited, ReadonlyArray<Fault>> => {
  const { target, body } = asked
  const { edit: kind } = editable(target)
  const before = elementOf(world, target)
  const dropped = before && kind.dropped?.(world, target, before, merge(asked, before, world))
  const gone = [...(dropped ?? []), ...(kind.ends?.(world, target) ?? [])]
  const left = gone.length > 0 ? without(world, gone) : world
  const merged = merge(asked, left === world ? before : elementOf(left, target), left)
  const { draft, faults: broken } = judge(left, target, merged, mint)
  const faults = [...misnamed(target, body), ...(kind.fixed?.(body, before) ?? []), ...broken]
  if (broken.length > 0) return Result.fail(distinct(faults))
  const put = withRecord(left, target, kind.record(target, draft, left, mint))
  const after = kind.settled?.(left, put, target, draft, mint) ?? put
  const refused = [...faults, ...(kind.refused?.(left, after, target) ?? [])]
  return refused.length > 0
    ? Result.fail(distinct(refused))
    : Result.succeed({ world: after, created: before === undefined })
}

/** Judges one element by its shape and rules, in the world around it. */
const judge = (world: World, target: WorldTarget, element: FileElement, mint: Element.Mint) => {
  const kind = editable(target)
  const { edit, places, rules, shape } = kind
  const { decode, unique } = JUDGES[target.kind]
  const { value, faults } = decode(element)
  const draft = isElement(value) ? value : {}
  const around = edit.around?.(world, target, draft) ?? Element.usual(kind, world, target)
  const guildId = target.kind !== "guild" && "guild_id" in target ? target.guild_id : ""
  const own = places([place([], draft, guildId)])
  return {
    draft,
    faults: [
      ...judgeUnknown(shape.ast, element),
      ...withoutEchoes(faults, [
        ...judgeFields(rules, joined(around.dependents, own), around.references),
        ...judgeUnique(unique, joined(around.rivals, own), mint.sha256)
      ])
    ]
  }
}

/** Stored elements come first: of two that clash, the later one is at fault. */
const joined = (others: PlacedTable = {}, own: PlacedTable): PlacedTable => {
  const lists = Object.entries(others).map(([kind, list]) => [kind, [...(list ?? []), ...(own[kind] ?? [])]])
  return lists.length === 0 ? own : { ...own, ...Object.fromEntries(lists) }
}

const judgeOf = (kind: Element.Element & Element.Editable<object, never>) => ({
  decode: decoder(kind.shape),
  unique: kind.edit.unique ?? uniqueOf(withHeld(kind))
})

// Object.fromEntries widens its keys to string.
const JUDGES = Object.fromEntries(
  Object.entries(EDITABLE).map(([kind, element]) => [kind, judgeOf(element)])
) as unknown as Readonly<Record<TargetKind, ReturnType<typeof judgeOf>>>

/** The wanted element in the shape of the world file. `before`: the element as it is; undefined when it is new. */
const merge = (asked: Element.Edit, before: FileElement | undefined, world: World): FileElement => {
  const { method, target, body } = asked
  const { edit: kind } = editable(target)
  const { key, id } = nameOf(target)
  const stays = before === undefined ? {} : method === "patch" ? before : Element.pick(before, kind.kept ?? [])
  const lists = before === undefined ? [] : (kind.lists ?? []).filter((list) => body[list] === null)
  const merged = { ...stays, ...body, ...(before && Element.pick(before, lists)), [key]: id }
  return { ...merged, ...kind.completed?.(asked, merged, before, world) }
}

/** The field by which the list of an element names it, and its value. */
const nameOf = (target: WorldTarget) => {
  const kind = editable(target)
  return { key: Element.nameIn(kind), id: idsOf(target).at(-1) ?? "" }
}

/** The path names the element; a body that names another one is a mistake. */
const misnamed = (target: WorldTarget, body: FileElement): ReadonlyArray<Fault> => {
  const { key, id } = nameOf(target)
  const otherId = { code: "ID_MISMATCH", message: `Must be ${id}, which the path names, or left out.` }
  return Element.isOther(body[key], id) ? [fault([key], otherId)] : []
}
