/** The log of a server on which something always happens. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { keptAfter } from "../src/prompt/LoggedEvents.ts"

const frame = (seq: number) =>
  `id: ${seq}\nevent: message.created\ndata: {"seq":${seq},"type":"message.created","at":0}\n\n`

/** It has the events up to `last`; each stream has another one as soon as one was sent. */
const busy = Effect.fnUntraced(function* (last: number) {
  const server = createServer(({ url = "" }, response) => {
    if (!url.startsWith("/control/v1/events")) return response.end("{}")
    const { searchParams } = new URL(url, "http://127.0.0.1")
    const after = Number(searchParams.get("after") ?? last)
    response.write(`: connected\n\nid: ${Math.min(after, last)}\n\n`)
    let seq = after
    while (seq < last) response.write(frame(++seq))
    const next = () => void (response.destroyed || response.write(frame(++seq), () => setImmediate(next)))
    return next()
  })
  yield* Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
  )
  // A TCP listener has an address with a port.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: undefined }
})

it.live.each([
  [0, [1, 2, 3]],
  [2, [3]],
  [3, []],
  [9, []]
] as const)("ends after %i with what had happened when it began", ([after, seqs]) =>
  Effect.gen(function* () {
    const events = yield* keptAfter(yield* busy(3), after)
    const found = yield* Stream.runCollect(events)
    expect(found.map(({ seq }) => seq)).toEqual(seqs)
  })
)
