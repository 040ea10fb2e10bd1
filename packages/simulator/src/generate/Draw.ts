/** How one kind of operation is drawn. */
import type { Chance } from "../model/Chance.ts"
import type { Model } from "../model/Model.ts"
import type { Act } from "../model/Operation.ts"

/** Draws an act; undefined where there is nothing to do it with now. */
export type Draw = (model: Model, chance: Chance) => Act | undefined
