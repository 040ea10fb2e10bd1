import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { describe, expect, test } from "vitest"
import * as Answer from "../../src/http/Answer.ts"
import { edge } from "../../src/http/Edge.ts"
import type { Call, Route } from "../../src/http/Route.ts"

const route = (path: string): Route<never, never> => ({
  method: "GET",
  path,
  name: path,
  handler: ({ params, query }: Call) => Effect.succeed(Answer.json(200, { path, params, q: query("q") ?? null }))
})

const answer = edge(["/users/@me", "/messages/:message_id"].map(route), { hosts: undefined })

const get = async (path: string) => {
  const request = HttpServerRequest.fromWeb(new Request(`http://127.0.0.1${path}`))
  const response = await Effect.runPromise(Effect.provideService(answer, HttpServerRequest.HttpServerRequest, request))
  const web = HttpServerResponse.toWeb(response)
  return { status: web.status, body: await web.json() }
}

describe("a path with @, which clients may encode", () => {
  test.each(["/users/@me", "/users/%40me"])("%s is the same endpoint", async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, body: { path: "/users/@me" } })
  })

  test.each(["/messages/@original", "/messages/%40original"])("%s has the same parameter", async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, body: { params: { message_id: "@original" } } })
  })

  test("an encoded percent sign before 40 stays a percent sign", async () => {
    expect(await get("/messages/%2540original")).toMatchObject({ body: { params: { message_id: "%40original" } } })
    expect(await get("/users/%2540me")).toEqual({ status: 404, body: { message: "404: Not Found", code: 0 } })
  })

  test("a query keeps its meaning", async () => {
    expect(await get("/users/@me?q=a%40b")).toMatchObject({ body: { q: "a@b" } })
  })
})

describe("a path with ; or #, which end it for the router", () => {
  test.each([";", "#", ";a=b"])("%s is part of the parameter", async (tail) => {
    expect(await get(`/messages/1${tail}`)).toMatchObject({
      status: 200,
      body: { params: { message_id: `1${tail}` } }
    })
  })

  test.each(["/messages/1;/more", "/messages/1#/more"])("%s is not the endpoint of the shorter path", async (path) => {
    expect(await get(path)).toMatchObject({ status: 404 })
  })

  test("a query keeps its meaning", async () => {
    expect(await get("/users/@me?q=a;b")).toMatchObject({ body: { q: "a;b" } })
  })
})
