/** What a world may leave out and must not be guessable: keys, secrets, fresh ids. The caller brings the chance. */
import * as Base64Url from "effect/encoding/Base64Url"
import type { Snowflake } from "./Snowflake.ts"

/** Pure functions: the same question always has the same answer. */
export interface Mint {
  /** Ed25519 seed, 64 hex digits. */
  readonly privateKey: (applicationId: Snowflake) => string
  readonly secret: (what: "bot_token" | "client_secret", applicationId: Snowflake) => string
  /** 64 lower-case hex digits. */
  readonly sha256: (text: string) => string
  /** The n-th fresh id, from 0; `freshIds` says how many a world can need. */
  readonly snowflake: (n: number) => Snowflake
}

/** How many fresh ids decoding this input can ask for: an id and a version for each command. */
export const freshIds = (input: unknown): number => {
  if (typeof input !== "object" || input === null || !("commands" in input)) return 0
  return Array.isArray(input.commands) ? 2 * input.commands.length : 0
}

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
