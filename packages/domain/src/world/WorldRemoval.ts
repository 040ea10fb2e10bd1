/**
 * Takes an element out of a world with all that depends on it, so that the rest breaks no rule; refused where that is
 * not possible. Source: product.md "Control plane". Our choice: docs/choices.md "Control plane".
 */
import { Result } from "effect"
import type { WorldTarget } from "../element/WorldTarget.ts"
import { type Fault, fault } from "../error/Fault.ts"
import type { World } from "../record/World.ts"
import { editable } from "./element/Elements.ts"
import * as WorldEditError from "./rule/WorldEditError.ts"

/** The world without an element that it has. The fault gives the reason in words. */
export const remove = (world: World, target: WorldTarget): Result.Result<World, ReadonlyArray<Fault>> => {
  const kind = editable(target)
  const because = kind.obstacle?.(world, target)
  return because === undefined
    ? Result.succeed(kind.remove(world, target))
    : Result.fail([fault([], WorldEditError.stillNeeded(because))])
}
