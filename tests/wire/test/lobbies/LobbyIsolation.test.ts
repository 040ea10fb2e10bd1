/**
 * Lobby data of one application never reaches another: random requests of two applications with each other's ids,
 * compared with a naive second model of the data of each.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { ALICE, APP, BOB, LODGER, STRANGER, ZOE } from "../Harbour.ts"
import { CAP, parameters } from "../hostile/Runs.ts"
import type { Call, Reply } from "../Stage.ts"
import { lobbyOf, started } from "./Lobbying.ts"

interface Step {
  readonly who: 0 | 1
  readonly what: "create" | "get" | "edit" | "replace" | "delete" | "put" | "remove" | "bulk"
  /** Index into all lobbies of both applications so far, modulo their number. */
  readonly lobby: number
  readonly users: ReadonlyArray<string>
}

interface Member {
  readonly id: string
  readonly metadata: object | null
  readonly flags: number
}

interface Model {
  readonly owner: 0 | 1
  readonly members: Map<string, Member>
  metadata: object | null
  gone: boolean
}

const OWNERS = [APP, STRANGER] as const
/** Part of every text that an application writes. */
const MARKS = [{ mark: "of the pet shop" }, { mark: "of a stranger" }] as const

const steps = fc.array(
  fc.record<Step>({
    who: fc.constantFrom(0 as const, 1 as const),
    what: fc.constantFrom("create", "create", "get", "edit", "replace", "delete", "put", "remove", "bulk"),
    lobby: fc.nat(7),
    users: fc.subarray([ALICE, BOB, ZOE, LODGER], { minLength: 1 })
  }),
  { minLength: 5, maxLength: 40 }
)

const memberOf = (id: string, who: 0 | 1): Member => ({ id, metadata: MARKS[who], flags: 0 })
const listed = (step: Step) => step.users.map((id) => ({ id, metadata: MARKS[step.who] }))

/** The request of a step to the lobby `id`. */
const requestOf = (step: Step, id: string): readonly [path: string, call: Call] => {
  const metadata = MARKS[step.who]
  const [user = ALICE] = step.users
  switch (step.what) {
    case "create":
      return ["/lobbies", { json: { metadata, members: listed(step) } }]
    case "get":
      return [`/lobbies/${id}`, {}]
    case "edit":
      return [`/lobbies/${id}`, { method: "PATCH", json: { metadata } }]
    case "replace":
      return [`/lobbies/${id}`, { method: "PATCH", json: { members: listed(step) } }]
    case "delete":
      return [`/lobbies/${id}`, { method: "DELETE" }]
    case "put":
      return [`/lobbies/${id}/members/${user}`, { method: "PUT", json: { metadata } }]
    case "remove":
      return [`/lobbies/${id}/members/${user}`, { method: "DELETE" }]
    case "bulk":
      return [`/lobbies/${id}/members/bulk`, { json: listed(step) }]
  }
}

/** Applies an owner's step to the model. */
const follow = (model: Model, step: Step): void => {
  const [user = ALICE] = step.users
  if (step.what === "edit") model.metadata = MARKS[step.who]
  if (step.what === "delete") model.gone = true
  if (step.what === "remove") model.members.delete(user)
  if (step.what === "replace") model.members.clear()
  const put = step.what === "put" ? [user] : step.what === "replace" || step.what === "bulk" ? step.users : []
  for (const id of put) model.members.set(id, memberOf(id, step.who))
}

const shown = (id: string, { owner, metadata, members }: Model) => ({
  id,
  application_id: OWNERS[owner],
  metadata,
  members: [...members.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  flags: 0
})

describe("lobbies of two applications", () => {
  it.live(
    "lobby data of one application never reaches another",
    () =>
      Effect.gen(function* () {
        const { mine, theirs, control } = yield* started({ limits: "off" })
        const ask = [mine, theirs] as const
        const run = Effect.runPromiseWith(yield* Effect.context<never>())
        const play = Effect.fnUntraced(function* (all: ReadonlyArray<Step>) {
          const models = new Map<string, Model>()
          for (const step of all) {
            const ids = [...models.keys()]
            const id = ids[step.lobby % Math.max(1, ids.length)] ?? "1"
            const reply = yield* ask[step.who](...requestOf(step, id))
            assert.notInclude(reply.text, MARKS[step.who === 0 ? 1 : 0].mark)
            if (step.what === "create") {
              models.set(lobbyOf(reply).id, {
                owner: step.who,
                members: new Map(step.users.map((user) => [user, memberOf(user, step.who)])),
                metadata: MARKS[step.who],
                gone: false
              })
              continue
            }
            const model = models.get(id)
            if (model === undefined || model.gone || model.owner !== step.who) assertUnknown(reply, step)
            else {
              follow(model, step)
              assert.isBelow(reply.status, 300, reply.text)
            }
          }
          for (const [id, model] of models) {
            for (const who of [0, 1] as const) {
              const reply = yield* ask[who](`/lobbies/${id}`)
              if (model.gone || model.owner !== who) assert.strictEqual(reply.status, 404)
              else assert.deepStrictEqual(lobbyOf(reply) as unknown, shown(id, model))
            }
          }
          yield* control("/reset", { method: "POST" })
        })
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(steps, (all) => run(play(all))),
            parameters(15)
          )
        )
      }),
    CAP
  )
})

/** The answer equals that for a lobby that never existed. */
const assertUnknown = ({ status, text }: Reply, { what }: Step): void => {
  if (what === "delete") assert.deepStrictEqual([status, text], [204, ""])
  else assert.deepStrictEqual([status, text], [404, '{"message":"Unknown Lobby","code":10031}'])
}
