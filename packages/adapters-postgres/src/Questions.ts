/**
 * Questions between the processes on one database: one more call on the sockets of `effect/cluster`. Source:
 * docs/decisions.md "What the engines of many machines are trusted with".
 */
import { type Answering, type Sharing, Unreached } from "@backlot/ports/Servers"
import { Context, Effect, Layer, RcMap, Schema, Stream } from "effect"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import * as RunnerServer from "effect/cluster/RunnerServer"
import * as Runners from "effect/cluster/Runners"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcClient from "effect/rpc/RpcClient"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcServer from "effect/rpc/RpcServer"

class Calls extends RpcGroup.make(
  Rpc.make("Ask", {
    payload: { topic: Schema.String, question: Schema.String },
    success: Schema.String,
    stream: true
  })
) {}

export class Questions extends Context.Service<Questions, Pick<Sharing, "ask" | "answer">>()("./Questions.ts") {}

/** Who answers here, by topic. */
class Answerers extends Context.Service<Answerers, Map<string, Answering>>()("./Questions.ts/Answerers") {}

/** A connection that nobody uses is closed. */
const IDLE = "30 seconds"

const asking = Effect.gen(function* () {
  const protocol = yield* Runners.RpcClientProtocol
  const answerers = yield* Answerers
  const clients = yield* RcMap.make({
    lookup: (address: string) =>
      Effect.flatMap(protocol.make(runnerAt(address)), (one) =>
        Effect.provideService(RpcClient.make(Calls, { disableTracing: true }), RpcClient.Protocol, one)
      ),
    idleTimeToLive: IDLE
  })
  return {
    ask: (address, topic, question) =>
      Stream.unwrap(Effect.map(RcMap.get(clients, address), ({ Ask }) => Ask({ topic, question }))).pipe(
        // A process of an earlier release does not know the call.
        Stream.catchCause((cause) =>
          Stream.fromEffect(
            Effect.andThen(RcMap.invalidate(clients, address), Effect.fail(new Unreached({ address, cause })))
          )
        )
      ),
    answer: (topic, by) =>
      Effect.acquireRelease(
        Effect.sync(() => void answerers.set(topic, by)),
        () => Effect.sync(() => answerers.delete(topic))
      )
  } satisfies Questions["Service"]
})

const runnerAt = (address: string) => {
  const colon = address.lastIndexOf(":")
  return RunnerAddress.make(address.slice(0, colon), Number(address.slice(colon + 1)))
}

const answers = Calls.toLayer(
  Effect.map(Answerers, (answerers) => ({
    Ask: ({ topic, question }) => answerers.get(topic)?.(question) ?? Stream.empty
  }))
)

/** Serves the calls of `effect/cluster` and the questions. */
const served = RpcServer.layer(Runners.Rpcs.merge(Calls), {
  disableTracing: true,
  disableFatalDefects: true
}).pipe(Layer.provide([RunnerServer.layerHandlers, answers]))

export const layer = Layer.merge(served, Layer.effect(Questions, asking)).pipe(
  Layer.provide(Layer.sync(Answerers, () => new Map()))
)
