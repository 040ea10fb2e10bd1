/** Requests about one interaction at the same time: one of them is first, and what follows is as if they came in turn. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import * as Play from "../Harbour.ts"
import { call, payloadOf, type Reply, stage } from "../Stage.ts"
import { CAP, parameters } from "./Runs.ts"

const DOG = { command_id: Play.ADOPT, options: [{ name: "animal", value: "dog" }] }

/** The kinds of requests; the number of a request is part of its content. */
const ACTS = ["answer", "defer", "edit", "read", "follow", "delete"] as const
type Act = (typeof ACTS)[number]

interface Done {
  readonly act: Act
  readonly content: string
  readonly reply: Reply
}

/** A player of one server: uses the command, and sends these requests about it all at once. */
const playing = Effect.gen(function* () {
  const { app, server, use, messages } = yield* stage(() => Effect.succeed({ status: 202 }), {
    limits: "off",
    clock: "frozen"
  })
  const { rest_url } = server.addresses

  const request = (act: Act, content: string, id: string, token: string) => {
    const original = `${rest_url}/webhooks/${Play.APP}/${token}/messages/@original`
    const callback = `${rest_url}/interactions/${id}/${token}/callback`
    if (act === "answer") return call(callback, { json: { type: 4, data: { content } } })
    if (act === "defer") return call(callback, { json: { type: 5 } })
    if (act === "edit") return call(original, { method: "PATCH", json: { content } })
    if (act === "follow") return call(`${rest_url}/webhooks/${Play.APP}/${token}`, { json: { content } })
    return call(original, { method: act === "read" ? "GET" : "DELETE" })
  }

  return Effect.fnUntraced(function* (acts: ReadonlyArray<Act>) {
    yield* use(Play.ALICE, Play.GENERAL, DOG, "?wait=false")
    const { id, token } = payloadOf(yield* app.take)
    const done = yield* Effect.forEach(
      acts,
      (act, i) => {
        const content = `${id} ${act} ${i}`
        return Effect.map(request(act, content, id, token), (reply): Done => ({ act, content, reply }))
      },
      { concurrency: "unbounded" }
    )
    const shown = (yield* messages(Play.ALICE, Play.GENERAL, "?limit=100")).body.messages
    return { done, contents: shown.map(({ content }) => content).filter((content) => content.startsWith(id)) }
  })
})

/** An interaction as a user sees it: `original` is null while it is only deferred. */
interface Model {
  readonly begun: boolean
  readonly original: string | null | "deleted"
  readonly follows: ReadonlyArray<string>
}

const BEFORE: Model = { begun: false, original: null, follows: [] }

/** What one request does alone; undefined when it is refused. */
const step = (model: Model, { act, content }: Done): Model | undefined => {
  const { begun, original, follows } = model
  if (act === "answer" || act === "defer") {
    return begun ? undefined : { ...model, begun: true, original: act === "answer" ? content : null }
  }
  if (!begun) return undefined
  // The first follow-up of a deferral is its answer.
  if (act === "follow")
    return original === null ? { ...model, original: content } : { ...model, follows: [...follows, content] }
  if (original === "deleted") return undefined
  if (act === "edit") return { ...model, original: content }
  return act === "delete" ? { ...model, original: "deleted" } : model
}

/** Whether the model, with this request done, gave this reply. */
const explains = (before: Model, after: Model | undefined, { act, reply }: Done): boolean => {
  if (after === undefined || reply.status >= 300) return after === undefined && reply.status >= 400
  return act !== "read" || reply.body.content === (before.original ?? "")
}

/** Whether some order of the requests, one after the other, gives every reply and this end. */
const isInTurn = (done: ReadonlyArray<Done>, contents: ReadonlyArray<string>): boolean => {
  const tried = new Set<string>()
  const from = (model: Model, rest: ReadonlyArray<Done>): boolean => {
    if (rest.length === 0) {
      const { original, follows } = model
      const end = original === null || original === "deleted" ? follows : [original, ...follows]
      return JSON.stringify(end.toSorted()) === JSON.stringify(contents.toSorted())
    }
    const key = JSON.stringify([model, rest.map(({ content }) => content)])
    if (tried.has(key)) return false
    tried.add(key)
    return rest.some((each) => {
      const after = step(model, each)
      return (
        explains(model, after, each) &&
        from(
          after ?? model,
          rest.filter((other) => other !== each)
        )
      )
    })
  }
  return from(BEFORE, done)
}

const judge = (done: ReadonlyArray<Done>, contents: ReadonlyArray<string>) => {
  for (const { act, reply } of done) {
    assert.isBelow(reply.status, 500, reply.text)
    const isCallback = act === "answer" || act === "defer"
    if (isCallback && reply.status >= 300) assert.deepStrictEqual([reply.status, reply.body.code], [400, 40060])
  }
  const story = done.map(({ content, reply }) => `${content}: ${reply.status} ${reply.body.content ?? ""}`)
  assert.isTrue(isInTurn(done, contents), `no order explains\n${story.join("\n")}\nand then ${contents.join(", ")}`)
}

describe("requests about one interaction at once", () => {
  it.live(
    "are answered, and end, as if they had come one after the other in some order",
    () =>
      Effect.gen(function* () {
        const play = yield* playing
        const run = Effect.runPromiseWith(yield* Effect.context<never>())
        const property = fc.asyncProperty(fc.array(fc.constantFrom(...ACTS), { minLength: 2, maxLength: 9 }), (acts) =>
          run(Effect.map(play(acts), ({ done, contents }) => judge(done, contents)))
        )
        yield* Effect.promise(() => fc.assert(property, parameters(40)))
      }),
    CAP
  )
})
