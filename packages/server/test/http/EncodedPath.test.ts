import type { IncomingMessage } from "node:http"
import { describe, expect, it } from "@effect/vitest"
import { Context, Effect } from "effect"
import * as Answer from "../../src/http/Answer.ts"
import { edge } from "../../src/http/Edge.ts"
import { type Call, type Route, routeAt } from "../../src/http/Route.ts"
import { sentOf } from "../../src/http/Sent.ts"

const route = (path: string): Route<never, never> =>
  routeAt("GET", path, path, ({ params, query }: Call) =>
    Effect.succeed(Answer.json(200, { path, params, q: query("q") ?? null }))
  )

const answer = edge(["/users/@me", "/messages/:message_id"].map(route), { hosts: undefined })(Context.empty())

const sent = (url: string) => {
  const head = { url, method: "GET", headers: {}, rawHeaders: ["Host", "127.0.0.1"], httpVersion: "1.1" }
  // The edge reads no more of a request without a body.
  return sentOf(head as unknown as IncomingMessage)
}

const get = Effect.fnUntraced(function* (path: string) {
  const { status, body } = yield* answer(sent(path))
  return { status, body: JSON.parse(String(body)) as unknown }
})

describe("a path with @, which clients may encode", () => {
  it.effect.each(["/users/@me", "/users/%40me"])("%s is the same endpoint", (path) =>
    Effect.gen(function* () {
      expect(yield* get(path)).toMatchObject({ status: 200, body: { path: "/users/@me" } })
    })
  )

  it.effect.each(["/messages/@original", "/messages/%40original"])("%s has the same parameter", (path) =>
    Effect.gen(function* () {
      expect(yield* get(path)).toMatchObject({ status: 200, body: { params: { message_id: "@original" } } })
    })
  )

  it.effect("an encoded percent sign before 40 stays a percent sign", () =>
    Effect.gen(function* () {
      expect(yield* get("/messages/%2540original")).toMatchObject({ body: { params: { message_id: "%40original" } } })
      expect(yield* get("/users/%2540me")).toEqual({ status: 404, body: { message: "404: Not Found", code: 0 } })
    })
  )

  it.effect("a query keeps its meaning", () =>
    Effect.gen(function* () {
      expect(yield* get("/users/@me?q=a%40b")).toMatchObject({ body: { q: "a@b" } })
    })
  )
})

describe("a path with ; or #, which end it for the router", () => {
  it.effect.each([";", "#", ";a=b"])("%s is part of the parameter", (tail) =>
    Effect.gen(function* () {
      expect(yield* get(`/messages/1${tail}`)).toMatchObject({
        status: 200,
        body: { params: { message_id: `1${tail}` } }
      })
    })
  )

  it.effect.each(["/messages/1;/more", "/messages/1#/more"])("%s is not the endpoint of the shorter path", (path) =>
    Effect.gen(function* () {
      expect(yield* get(path)).toMatchObject({ status: 404 })
    })
  )

  it.effect("a query keeps its meaning", () =>
    Effect.gen(function* () {
      expect(yield* get("/users/@me?q=a;b")).toMatchObject({ body: { q: "a;b" } })
    })
  )
})

describe("a path with several slashes in a row, which base URLs with a slash at their end make", () => {
  it.effect.each(["//users/@me", "/users//@me", "///users////@me//", "//users/@me?q=a//b"])(
    "%s is the path with one",
    (path) =>
      Effect.gen(function* () {
        const q = path.includes("?") ? "a//b" : null
        expect(yield* get(path)).toEqual({ status: 200, body: { path: "/users/@me", params: {}, q } })
      })
  )

  it.effect("an encoded slash stays in its parameter", () =>
    Effect.gen(function* () {
      expect(yield* get("//messages/1%2F%2F2")).toMatchObject({ body: { params: { message_id: "1//2" } } })
    })
  )

  it.effect("a parameter is not left out", () =>
    Effect.gen(function* () {
      expect(yield* get("/messages//")).toMatchObject({ status: 404 })
    })
  )

  it.effect("what handlers and reports see is the merged path", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const unknown = ({ request }: Call) => Effect.sync(() => void seen.push(request.url))
      yield* edge([route("/users/@me")], { hosts: undefined, unknown })(Context.empty())(sent("/a//b?c//d"))
      expect(seen).toEqual(["/a/b?c//d"])
    })
  )
})
