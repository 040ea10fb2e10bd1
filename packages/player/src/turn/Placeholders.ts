/** `{user:bob}`, `{application}`, `{token}` … in calls of applications. Source: product.md "Scenario files" (app). */
import type { Path } from "@backlot/domain/error/Fault"
import { fieldsOf } from "@backlot/scenario/Fields"
import * as PathPlaceholder from "@backlot/scenario/variable/PathPlaceholder"
import { Effect, Result } from "effect"
import { type Around, idNamed, type Names } from "../name/Names.ts"
import { look } from "./Interacting.ts"
import { type Playing, unplayable } from "./Playing.ts"

/** Values of the last interaction, or of the player. */
export interface Lasting {
  readonly application: string
  readonly token?: string | undefined
  readonly interaction?: string | undefined
  readonly lobby?: string | undefined
}

const KINDS = PathPlaceholder.NAMED.join("|")
const NAMED = new RegExp(`\\{(${KINDS}):([^{}]+)\\}`, "g")
/** Without the flag `g`, which would keep a position between tests. */
const SOME_NAMED = new RegExp(`\\{(?:${KINDS}):`)
const LASTING = new RegExp(`\\{(${PathPlaceholder.LASTING.join("|")})\\}`, "g")
const WHOLE_LASTING = new RegExp(`^${LASTING.source}$`)

/** Whether a value has such placeholders: their values are read only if needed. */
export const needsInteraction = (value: unknown): boolean => /\{(?:application|token|interaction)\}/.test(textOf(value))

export const needsNames = (value: unknown): boolean => SOME_NAMED.test(textOf(value))

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""))

/** Replaces placeholders: in a path all of them; in a body, `{token}` and its like only if they are the whole text. */
export const replace = Effect.fnUntraced(function* (
  playing: Playing,
  value: unknown,
  lasting: Lasting,
  around: Around,
  path: Path,
  place: "path" | "body"
) {
  const unknown = place === "path" && typeof value === "string" ? PathPlaceholder.unknownPlaceholder(value) : undefined
  if (unknown !== undefined) return yield* unplayable(path, unknown)
  const missing: Array<string> = []
  const lastingOf = (name: string): string => {
    // `LASTING` has the keys of `Lasting`.
    const found = lasting[name as keyof Lasting]
    if (found === undefined) missing.push(name)
    return found ?? ""
  }
  const run = (names: Names): Result.Result<unknown, string> => {
    const faults: Array<string> = []
    const named = (_: string, kind: PathPlaceholder.Named, name: string): string => {
      const found = idNamed(names, kind, name, around)
      if (Result.isFailure(found)) faults.push(found.failure)
      return Result.getOrElse(found, () => "")
    }
    const text = (one: string): string => {
      const ids = one.replaceAll(NAMED, named)
      if (place === "path") return ids.replaceAll(LASTING, (_, name: string) => lastingOf(name))
      const whole = WHOLE_LASTING.exec(ids)?.[1]
      return whole === undefined ? ids : lastingOf(whole)
    }
    const replaced = mapTexts(value, text)
    return faults[0] === undefined ? Result.succeed(replaced) : Result.fail(faults[0])
  }
  const replaced = yield* needsNames(value)
    ? playing.names.find(run, path)
    : Effect.succeed(Result.getOrElse(run(playing.names.known()), () => value))
  const [first] = missing
  if (first !== undefined) return yield* unplayable(path, `there is no {${first}}: ${ABSENT[first] ?? "none was made"}`)
  return replaced
})

const ABSENT: Readonly<Record<string, string>> = {
  token: "no interaction was played, or its delivery is not in its trace",
  interaction: "no interaction was played",
  lobby: "no lobby was joined"
}

const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === "string") return change(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), mapTexts(one, change)]))
}

/** Token and application of an interaction, from its delivery in the trace; undefined before the delivery. */
export const credentialsOf = Effect.fnUntraced(function* (playing: Playing, interactionId: string) {
  const { credentials } = playing.memory
  const kept = credentials.get(interactionId)
  if (kept !== undefined) return kept
  const { trace = [] } = yield* look(playing, interactionId)
  for (const { detail } of trace) {
    const { body } = fieldsOf(detail)
    if (typeof body !== "string") continue
    // The text may be cut off after its beginning, which has both (InteractionPayload).
    const token = /"token":"([^"]+)"/.exec(body)?.[1]
    const application_id = /"application_id":"(\d+)"/.exec(body)?.[1]
    if (token === undefined) continue
    credentials.set(interactionId, { token, application_id })
    return { token, application_id }
  }
  return undefined
})
