import { once } from "node:events"
import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { socketAcceptor } from "../../src/gateway/AcceptSocket.ts"
import type { Connection } from "../../src/gateway/Connection.ts"
import { controlFrame, payload } from "../../src/gateway/Frame.ts"
import { makeSendTo } from "../../src/gateway/SendDispatch.ts"
import { Session } from "../../src/gateway/Session.ts"
import { SessionRegistry } from "../../src/gateway/SessionRegistry.ts"
import { takeUpgrades } from "../../src/gateway/Upgrade.ts"
import { APP } from "../fixture/Running.ts"
import { connectTo } from "./Bot.ts"
import { fakeConnection } from "./FakeConnection.ts"

/** A gateway that echoes every frame, and has a defect on request. */
const faulty = Effect.gen(function* () {
  const server = createServer()
  const registry = new SessionRegistry(() => 0)
  const echo = (connection: Connection, message: Uint8Array) => {
    const word = Buffer.from(message).toString()
    if (word === "throw") throw new Error("a defect on purpose")
    if (word === "die") return Effect.die(new Error("a defect on purpose"))
    connection.write(controlFrame(0, word))
    return undefined
  }
  const accept = socketAcceptor({
    registry,
    tap: { sent: () => {}, received: () => {}, ended: () => {} },
    frameHandler: { receive: echo, handle: () => undefined },
    // These tasks need no services.
    run: (effect) => void Effect.runFork(effect as Effect.Effect<void>)
  })
  const leave = takeUpgrades({ server, hosts: undefined, isOpen: () => true, accept, voice: NO_VOICE })
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      leave()
      server.close()
      for (const connection of registry.connections) connection.cut("the test ends")
    })
  )
  yield* Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening"))
  // It listens on TCP.
  const { port } = server.address() as { readonly port: number }
  return { registry, url: `ws://127.0.0.1:${port}/gateway` }
})

const NO_VOICE = { accept: () => {}, hasRoom: () => false }

describe("a defect", () => {
  it.live.each(["throw", "die"])("in handling a frame (%s) closes that connection with 4000 and no other", (word) =>
    Effect.gen(function* () {
      const { registry, url } = yield* faulty
      const bot = yield* connectTo(url)
      const other = yield* connectTo(url)
      bot.sendRaw(word)
      assert.strictEqual((yield* bot.closed).code, 4000)
      yield* other.next
      other.sendRaw("hello")
      assert.strictEqual((yield* other.next).d, "hello")
      assert.strictEqual(registry.connections.size, 1)
    }).pipe(Effect.scoped)
  )

  it("in sending to one session ends its connection, and the next one has its event", () => {
    const registry = new SessionRegistry(() => 0)
    const told: Array<string> = []
    const sessionWith = (id: string, write: () => void) => {
      const session = new Session({
        id,
        application_id: APP,
        token_hash: "h",
        intents: 0,
        gets_content: false,
        shard: [0, 1]
      })
      const connection = fakeConnection({ writer: { write, close: (code) => told.push(`${id} closed with ${code}`) } })
      registry.add(session)
      registry.attach(session, connection)
      return session
    }
    const bad = sessionWith("bad", () => {
      throw new Error("a defect on purpose")
    })
    const good = sessionWith("good", () => told.push("good has it"))
    const failed = (defect: unknown) => told.push(String(defect))
    const sendTo = makeSendTo({ registry, plannedAct: () => undefined, sent: () => {}, failed })
    for (const session of [bad, good]) sendTo(session, payload("EVENT", "{}"))
    assert.deepStrictEqual(told, ["bad closed with 4000", "Error: a defect on purpose", "good has it"])
  })
})
