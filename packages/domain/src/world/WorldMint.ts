/** What a world may leave out and must not be guessable: keys, secrets, fresh ids. The caller brings the chance. */
import * as Base64Url from "effect/encoding/Base64Url"
import { clock } from "../base/Limits.ts"
import { compare, fromMs, isSnowflake, type Snowflake } from "../base/Snowflake.ts"
import type { Mint } from "./rule/Mint.ts"

/**
 * How many fresh ids decoding this input can ask for: an id and a version for each command, or none when every command
 * has its own, as in an export. What is no id counts as left out: decoding takes it away and goes on.
 */
export const freshIds = (input: unknown): number => {
  const commands = elements(input, "commands")
  return commands.every(({ id, version }) => isSnowflake(id) && isSnowflake(version)) ? 0 : 2 * commands.length
}

/**
 * The largest id among those that the service itself may have minted for a world or a world file: new ones go on behind
 * it. Ours: ids later than the clock can ever stand are no one's example, because libraries could not take the next one.
 */
export const largestMinted = (world: unknown): Snowflake | undefined =>
  MINTED.flatMap((list) => elements(world, list).flatMap(({ id, version }) => [id, version]))
    .filter(isSnowflake)
    .filter((id) => compare(id, LATEST) < 0)
    .reduce((largest: Snowflake | undefined, id) => (largest && compare(largest, id) > 0 ? largest : id), undefined)

/** Lists of a world whose elements can have an id from the service. */
const MINTED = ["direct_channels", "commands", "lobbies", "messages"]

const LATEST = String(fromMs(clock.latestMs))

const elements = (input: unknown, field: string): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const list = isRecord(input) ? input[field] : undefined
  return Array.isArray(list) ? list.map((item: unknown) => (isRecord(item) ? item : {})) : []
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/**
 * Everything from one random seed and ids drawn before. Bot tokens have the three parts that libraries look for
 * (wire-rest.md §5.3).
 */
export const fromSeed = (options: {
  readonly seed: string
  readonly sha256: (text: string) => string
  readonly ids: ReadonlyArray<Snowflake>
}): Mint => {
  const draw = (what: string, id: Snowflake) => options.sha256(`${options.seed}/${what}/${id}`)
  return {
    privateKey: (id) => draw("private_key", id),
    secret: (what, id) => {
      const text = draw(what, id)
      return what === "client_secret"
        ? text.slice(0, 32)
        : `${Base64Url.encode(id)}.${text.slice(0, 6)}.${text.slice(6, 44)}`
    },
    sha256: options.sha256,
    snowflake: (n) => {
      const id = options.ids[n]
      if (id === undefined) throw new RangeError(`A world asked for fresh id ${n}, of ${options.ids.length} drawn`)
      return id
    }
  }
}
