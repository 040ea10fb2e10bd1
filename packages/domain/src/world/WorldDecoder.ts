/**
 * Decodes the value of a world file into a World, or into all its faults. Pure: chance comes in as `mint`, time as
 * `now`. Source: product.md "World file"; decision 44.
 */
import { Result } from "effect"
import { validate } from "../command/CommandValidation.ts"
import type { Fault } from "../error/Fault.ts"
import type { World } from "../record/World.ts"
import { decoder, withoutEchoes } from "../validation/Shape.ts"
import { build as buildApplication } from "./element/ApplicationElement.ts"
import type { Mint } from "./element/Element.ts"
import { judgeFields } from "./rule/Check.ts"
import { judgeUnique } from "./rule/Unique.ts"
import { judgeUnknown, judgeUnknownCommands } from "./rule/Unknown.ts"
import { judgeCommands, type ValidateCommand } from "./WorldCommands.ts"
import { build, placesOf, RULES, UNIQUE, WorldShape } from "./WorldFile.ts"
import { byId, referencesOf } from "./WorldIndex.ts"

const decodeShape = decoder(WorldShape)

/**
 * A world with every default filled in, its lists in the order of ids; fails with all faults, each at its path.
 *
 * - `mint` makes what the file leaves out: keys, secrets, ids of commands (`WorldMint.freshIds` says how many).
 * - `now`: milliseconds; `expires_in` counts from it where the world has no `now` of its own.
 */
export const decodeWorld = (
  input: unknown,
  mint: Mint,
  now: number,
  validateCommand: ValidateCommand = validate
): Result.Result<World, ReadonlyArray<Fault>> => {
  const shape = decodeShape(input)
  const places = placesOf(shape.value)
  // Commands are judged against their application.
  const applications = new Map(
    [...byId(places.application)].map(([id, draft]) => [id, buildApplication(draft, { mint })])
  )
  const commands = judgeCommands(places.command, applications, validateCommand, mint)
  const faults = [
    ...judgeUnknown(WorldShape.ast, input),
    ...judgeUnknownCommands(input),
    ...withoutEchoes(shape.faults, [
      ...judgeFields(RULES, places, referencesOf(places)),
      ...judgeUnique(UNIQUE, places, mint.sha256),
      ...commands.faults
    ])
  ]
  return faults.length > 0 ? Result.fail(faults) : Result.succeed(build(shape.value, commands.commands, mint, now))
}
