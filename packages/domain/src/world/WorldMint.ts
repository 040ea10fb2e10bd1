/** Makes the keys, secrets and fresh ids that a world leaves out. The caller provides the randomness. */
import * as Base64Url from "effect/encoding/Base64Url"
import { clock } from "../base/Limits.ts"
import { compare, fromMs, isSnowflake, type Snowflake, toMs } from "../base/Snowflake.ts"
import { isElement } from "../element/WorldTarget.ts"
import type { Element, Mint } from "./element/Element.ts"
import { ROOTS } from "./element/Elements.ts"

/**
 * How many fresh ids decoding this input can need: an id and a version for each command, or none when every command has
 * its own, as in an export. A value that is not an id counts as left out, because decoding goes on without it.
 */
export const freshIds = (input: unknown): number => {
  const commands = elements(input, "commands")
  return commands.every(({ id, version }) => isSnowflake(id) && isSnowflake(version)) ? 0 : 2 * commands.length
}

/**
 * The largest id that the service itself may have made for a world or a world file: new ids continue behind it. It
 * ignores ids later than the clock can go, because libraries could not read the next one. Our choice: docs/choices.md
 * "World file".
 */
export const largestMinted = (world: unknown): Snowflake | undefined =>
  MINTED.flatMap((list) => elements(world, list).flatMap(({ id, version }) => [id, version]))
    .filter(isSnowflake)
    .filter((id) => compare(id, LATEST) < 0)
    .reduce((largest: Snowflake | undefined, id) => (largest && compare(largest, id) > 0 ? largest : id), undefined)

/** Lists of a world whose elements can have an id from the service. */
const MINTED = Object.values<Element>(ROOTS).flatMap(({ list, minted }) => (minted ? [list] : []))

const LATEST = String(fromMs(clock.latestMs))

const elements = (input: unknown, field: string): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const list = isElement(input) ? input[field] : undefined
  return Array.isArray(list) ? list.map((item: unknown) => (isElement(item) ? item : {})) : []
}

/**
 * Derives everything from one random seed and ids that were drawn before. Bot tokens have the three parts that libraries
 * look for (wire-rest.md §5.3): id, time, secret. Our choice: docs/choices.md "World file".
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
      if (what === "webhook_token") return text
      return what === "client_secret" ? text.slice(0, 32) : `${Base64Url.encode(id)}.${timeOf(id)}.${text.slice(6, 44)}`
    },
    sha256: options.sha256,
    snowflake: (n) => {
      const id = options.ids[n]
      if (id === undefined) throw new RangeError(`A world asked for fresh id ${n}, of ${options.ids.length} drawn`)
      return id
    }
  }
}

/** The time of an id in seconds, as four bytes. The clock's time would make another token in each run of a seed. */
const timeOf = (id: Snowflake): string => {
  const bytes = new DataView(new ArrayBuffer(4))
  bytes.setUint32(0, isSnowflake(id) ? Math.floor(toMs(id) / 1_000) : 0)
  return Base64Url.encode(new Uint8Array(bytes.buffer))
}
