/** Draws one kind of operation. */
import type { Chance } from "../model/Chance.ts"
import type { Model } from "../model/Model.ts"
import type { Act } from "../model/Operation.ts"

/** Returns undefined when the world currently has nothing to apply it to. */
export type Draw = (model: Model, chance: Chance) => Act | undefined
