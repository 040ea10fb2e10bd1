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
import { type FileElement, isElement, nameOf, type WorldTarget } from "../element/WorldTarget.ts"
import { distinct, type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { World } from "../record/World.ts"
import * as Element from "./element/Element.ts"
import { editable } from "./element/Elements.ts"
import type { Mint } from "./rule/Mint.ts"
import * as WorldEditError from "./rule/WorldEditError.ts"

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
  mint: Mint
): Result.Result<Edited, ReadonlyArray<Fault>> =>
  isElement(body) ? editWith(world, { ...named, body }, mint) : Result.fail([fault([], FormError.notModel)])

const editWith = (world: World, asked: Element.Edit, mint: Mint): Result.Result<Edited, ReadonlyArray<Fault>> => {
  const { target, body } = asked
  const kind = editable(target)
  const before = kind.find(world, target)
  const left = before && kind.withoutDropped?.(world, target, before, merge(asked, before, world))
  const merged = left === undefined ? merge(asked, before, world) : merge(asked, kind.find(left, target), left)
  const put = kind.put(left ?? world, target, merged, mint)
  const faults = [...misnamed(target, body), ...(kind.fixed?.(body, before) ?? [])]
  if (Result.isFailure(put)) return Result.fail(distinct([...faults, ...put.failure]))
  return faults.length > 0
    ? Result.fail(distinct(faults))
    : Result.succeed({ world: put.success, created: before === undefined })
}

/** The wanted element in the shape of the world file. `before`: the element as it is; undefined when it is new. */
const merge = (asked: Element.Edit, before: FileElement | undefined, world: World): FileElement => {
  const { method, target, body } = asked
  const kind = editable(target)
  const { key, id } = nameOf(target)
  const stays = before === undefined ? {} : method === "patch" ? before : Element.pick(before, kind.kept)
  const lists = before === undefined ? [] : (kind.lists ?? []).filter((list) => body[list] === null)
  const merged = { ...stays, ...body, ...(before && Element.pick(before, lists)), [key]: id }
  return { ...merged, ...kind.completed?.(asked, merged, before, world) }
}

/** The path names the element; a body that names another one is a mistake. */
const misnamed = (target: WorldTarget, body: FileElement): ReadonlyArray<Fault> => {
  const { key, id } = nameOf(target)
  return Element.isOther(body[key], id) ? [fault([key], WorldEditError.otherId(id))] : []
}
