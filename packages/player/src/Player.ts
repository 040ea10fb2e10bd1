/** Plays steps on a stage, one after the other, on Node. `PlayerOn.ts` plays them anywhere. */
import { Effect, type Scope } from "effect"
import { on, type Player } from "./PlayerOn.ts"
import { openPlaying, type PlayerOptions } from "./PlayerOpen.ts"

export { on, type PlayedStep, type Player } from "./PlayerOn.ts"

/** Makes a player that lasts until the scope closes. It sends nothing to the server before the first step. */
export const make = (options: PlayerOptions): Effect.Effect<Player, never, Scope.Scope> =>
  Effect.flatMap(openPlaying(options), (playing) => on(playing, options))
