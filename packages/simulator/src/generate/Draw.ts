/** Draws one kind of operation. */
import type { Chance } from "../model/Chance.ts"
import type { Model } from "../model/Model.ts"
import type { Act } from "../model/Operation.ts"

/** Returns undefined when the world currently has nothing to apply it to. */
type Draw = (model: Model, chance: Chance) => Act | undefined

/** A draw and its weight among the others. */
export type Row = readonly [weight: number, draw: Draw]

export const row = (weight: number, draw: Draw): Row => [weight, draw]
