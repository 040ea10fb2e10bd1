/**
 * No write is dropped with a 200: each field of the sample of each operation that writes is written with another value, and
 * the answer or the state is another then, and what a bot hears; or the field is refused, or listed with the reason.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ENDPOINTS, type Endpoint, SAMPLES } from "./Endpoints.ts"
import { DROPPED, REFUSED, UNANSWERED, UNCHANGED, UNHEARD } from "./KeptFields.ts"
import { MORE, OTHERS, THINGS } from "./KeptValues.ts"
import { listener, SILENT } from "./Listener.ts"
import { requestOf, validDraft } from "./Mutation.ts"
import { differences, leavesOf, nameOf, othersOf, valueAt, withValue } from "./OtherValues.ts"
import { FileForm, type Sample } from "./Sample.ts"
import { NO_INTERACTIONS, partsOf, type Scene, sceneWith } from "./Scene.ts"
import { exchange } from "./Wire.ts"

const sampleOf = ({ name }: Endpoint, interactions = NO_INTERACTIONS): Sample | undefined =>
  SAMPLES[name]?.(interactions)

const hasFields = (endpoint: Endpoint): boolean => {
  const body = sampleOf(endpoint)?.body
  return typeof body === "object" && body !== null && !(body instanceof URLSearchParams || body instanceof FileForm)
}

const WRITING = ENDPOINTS.filter(
  (endpoint) => endpoint.surface === "rest" && endpoint.method !== "GET" && hasFields(endpoint)
).filter(({ name }) => UNCHANGED[name] === undefined)

const json = (text: string): unknown => (text === "" ? null : JSON.parse(text))

const worldOf = ({ control }: Scene) =>
  Effect.flatMap(control("/world"), (answer) => Effect.promise(() => answer.text()))

/** Writes to the world as it was at first. */
const writerOf = Effect.fnUntraced(function* (endpoint: Endpoint) {
  const played = yield* sceneWith(partsOf((interactions) => SAMPLES[endpoint.name]?.(interactions)))
  const sample = sampleOf(endpoint, played.interactions)
  if (sample === undefined) throw new Error(`no sample for ${endpoint.name}`)
  for (const [path, body, method] of THINGS) {
    const { status } = yield* played.control(path, { method, body: JSON.stringify(body) })
    if (status >= 300) throw new Error(`${method} ${path}: ${status}`)
  }
  const first = yield* worldOf(played)
  const isMute = Object.keys(UNHEARD).some((name) => name.endsWith(" .*") && fits(`${endpoint.name} `, name))
  const { beginAgain, heard } = isMute ? SILENT : yield* listener(played.url)
  const write = Effect.fnUntraced(function* (sample: Sample, body: unknown) {
    yield* played.control("/world", { method: "PUT", body: first })
    yield* beginAgain
    const { bytes, method } = requestOf(validDraft(endpoint, { ...sample, body }))
    const [answer] = (yield* exchange(played.port, bytes, [method])).answers
    const { status = 999, body: text = "" } = answer ?? {}
    if (status >= 300) return { status, answer: text, state: undefined, events: [] }
    const state = json(yield* worldOf(played))
    return { status, answer: json(text), state, events: yield* heard }
  })
  const more = (MORE[endpoint.name] ?? []).map((other): Sample => ({ ...sample, ...other }))
  return { samples: [sample, ...more], write }
})

type Written = { readonly answer: unknown; readonly state: unknown; readonly events: unknown }

const changesOf = (one: Written, other: Written, part: keyof Written) => new Set(differences(one[part], other[part]))

/** What becomes of each field: `kept`, `unheard` of in any event, `unanswered`, `dropped`, or `refused` whatever it is. */
const fatesOf = Effect.fnUntraced(function* (endpoint: Endpoint) {
  const { samples, write: writeTo } = yield* writerOf(endpoint)
  const found = new Map<string, string>()
  for (const sample of samples) yield* judge(endpoint, sample, (body) => writeTo(sample, body), found)
  return found
})

type Write = Effect.Success<ReturnType<typeof writerOf>>["write"]

const judge = Effect.fnUntraced(function* (
  endpoint: Endpoint,
  { body }: Sample,
  write: (body: unknown) => ReturnType<Write>,
  found: Map<string, string>
) {
  const usual = yield* write(body)
  if (usual.status >= 300) throw new Error(`${endpoint.name}: ${usual.status} ${usual.answer}`)
  const again = yield* write(body)
  const differs = (written: Written, part: keyof Written) => {
    const noise = changesOf(usual, again, part)
    return [...changesOf(usual, written, part)].some((place) => !noise.has(place))
  }
  for (const path of leavesOf(body)) {
    const field = `${endpoint.name} ${nameOf(path)}`
    let fate = "refused"
    for (const other of [...othersFor(field), ...othersOf(valueAt(body, path))]) {
      const written = yield* write(withValue(body, path, other))
      if (written.status >= 300) continue
      const [isKept, isHeard] = [differs(written, "state"), differs(written, "events")]
      const isAnswered = differs(written, "answer") || (usual.answer === null && (isKept || isHeard))
      fate = better(fate, isAnswered ? (isHeard ? "kept" : "unheard") : isKept ? "unanswered" : "dropped")
      if (fate === "kept" || fate === "unheard") break
    }
    found.set(field, better(found.get(field) ?? fate, fate))
  }
})

const othersFor = (field: string) =>
  Object.entries(OTHERS).flatMap(([name, others]) => (fits(field, name) ? others : []))

const fits = (field: string, name: string) => new RegExp(`^${name}$`).test(field)

const RANK = ["refused", "dropped", "unanswered", "unheard", "kept"]

const better = (one: string, other: string) => (RANK.indexOf(one) < RANK.indexOf(other) ? other : one)

describe("a field of a body", () => {
  it.live.each(WRITING)(
    "of $name is kept, answered and dispatched, or refused, or listed",
    (endpoint) =>
      Effect.gen(function* () {
        const found = [...(yield* fatesOf(endpoint))]
        const unlisted = (fate: string, table: ReadonlyArray<string>) =>
          found
            .filter(([field, other]) => other === fate && !table.some((name) => fits(field, name)))
            .map(([field]) => `${field} is ${fate}`)
        assert.deepStrictEqual(
          [
            ...unlisted("dropped", Object.keys(DROPPED)),
            ...unlisted("unanswered", Object.keys(UNANSWERED)),
            ...unlisted("unheard", Object.keys(UNHEARD)),
            ...unlisted("refused", Object.keys(REFUSED))
          ],
          []
        )
      }),
    240_000
  )
})
