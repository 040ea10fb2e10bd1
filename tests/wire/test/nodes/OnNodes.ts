/**
 * A setup file: each server of the tests is three on one database behind one address, and each request goes to the next of
 * them.
 */
import type {} from "@backlot/postgres/GlobalSetup"
import { startBalancer } from "@backlot/test-judges/nodes/Balancer"
import { onNodes, startBy } from "@backlot/testkit/EmbeddedServer"
import { Effect } from "effect"
import { inject } from "vitest"

const NODES = 3

const { fetch: plain } = globalThis

/** A connection for each request: a connection leads to one server. */
globalThis.fetch = (to, init) => {
  const headers = new Headers(init?.headers ?? (to instanceof Request ? to.headers : {}))
  headers.set("connection", "close")
  return plain(to, { ...init, headers })
}

startBy((options) =>
  Effect.gen(function* () {
    const balancer = yield* Effect.acquireRelease(
      Effect.promise(() => startBalancer()),
      ({ stop }) => Effect.promise(stop)
    )
    const nodes = yield* onNodes(inject("postgresUrl"), { publicUrl: balancer.url, ...options }, NODES)
    balancer.lead(nodes.map(({ addresses }) => Number(new URL(addresses.url).port)))
    const [first] = nodes
    if (first === undefined) return yield* Effect.die("no server")
    const { url: own } = first.addresses
    const addresses = JSON.parse(
      JSON.stringify(first.addresses).replaceAll(own.replace("http", ""), balancer.url.replace("http", ""))
    )
    return {
      ...first,
      addresses,
      drain: Effect.all(
        nodes.map(({ drain }) => drain),
        { concurrency: "unbounded", discard: true }
      )
    }
  })
)
