/** Several processes on one database: who waits for whom. */
import { Servers } from "@backlot/ports/Servers"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import * as Cluster from "../src/Cluster.ts"
import { databaseIn, newSchema, url } from "./Server.ts"

const process = (schema: string) => {
  const cluster = Cluster.layer({ url: Redacted.make(url), schema, cluster: { host: "127.0.0.1", port: 0 } })
  return Effect.map(Layer.build(Layer.fresh(Layer.provide(cluster, databaseIn(schema)))), (built) =>
    Context.get(built, Servers)
  )
}

it.live("a process that follows the log no longer is waited for by nobody, itself included", () =>
  Effect.gen(function* () {
    const schema = yield* newSchema
    const [stays, leaves] = [yield* process(schema), yield* process(schema)]
    for (const one of [stays, leaves]) yield* one.reached(1)
    const isWaiting = Effect.map(Effect.timeoutOption(leaves.everywhere(2), "300 millis"), Option.isNone)
    yield* stays.reached(2)
    assert.isTrue(yield* isWaiting)
    yield* leaves.left
    assert.isFalse(yield* isWaiting)
    // What it was about to say when it left.
    yield* leaves.reached(1)
    yield* stays.everywhere(2)
  }).pipe(Effect.scoped)
)
