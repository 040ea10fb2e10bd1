/**
 * From the value of a world file to a World, or to every fault of it. Pure: chance comes in as `mint`, time as `now`.
 * Source: product.md "World file"; decision 44.
 */
import { Result } from "effect"
import { validate } from "../command/CommandValidation.ts"
import type { Fault } from "../error/Fault.ts"
import type { World } from "../record/World.ts"
import { decoder, withoutEchoes } from "../validation/Shape.ts"
import { application } from "./WorldApplication.ts"
import { build } from "./WorldBuilder.ts"
import { judgeCommands, type ValidateCommand } from "./WorldCommands.ts"
import { indexOf, placesOf } from "./WorldIndex.ts"
import type { Mint } from "./WorldMint.ts"
import { judgeFields } from "./WorldRules.ts"
import { WorldShape } from "./WorldShape.ts"
import { judgeUnique } from "./WorldUnique.ts"
import { judgeUnknown } from "./WorldUnknown.ts"

const decodeShape = decoder(WorldShape)

/**
 * A world with every default filled in, its lists in the order of ids; fails with all faults, each at its path.
 *
 * - `mint` answers for what the file leaves out: keys, secrets, ids of commands (`WorldMint.freshIds` says how many).
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
  const index = indexOf(places)
  const applications = new Map([...index.applications].map(([id, draft]) => [id, application(draft, mint)]))
  const commands = judgeCommands(places.command, applications, validateCommand, mint)
  const faults = [
    ...judgeUnknown(input),
    ...withoutEchoes(shape.faults, [
      ...judgeFields(places, index),
      ...judgeUnique(places, mint.sha256),
      ...commands.faults
    ])
  ]
  return faults.length > 0 ? Result.fail(faults) : Result.succeed(build(shape.value, commands.commands, mint, now))
}
