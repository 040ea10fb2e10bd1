/** How one kind of operation is drawn. */
import type { Chance } from "./Chance.ts"
import type { Model } from "./Model.ts"
import type { Act } from "./Operation.ts"

/** Draws an act; undefined where there is nothing to do it with now. */
export type Draw = (model: Model, chance: Chance) => Act | undefined
