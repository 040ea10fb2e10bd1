/** Watches the wire at a server. */
import { Effect } from "effect"
import type { Node } from "./Nodes.ts"

export interface Seen {
  readonly id: string
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

export const isPath = (path: string) => (entry: Seen) => entry.data["path"] === `/api/v10${path}`

/** Until the scope closes, or `leave`. */
export const watching = Effect.fnUntraced(function* ({ url }: Node, query = "", last?: string) {
  const abort = yield* Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (one) => Effect.sync(() => one.abort())
  )
  const headers = last === undefined ? {} : { "last-event-id": last }
  const answer = yield* Effect.promise(() => fetch(`${url}/control/v1/wire${query}`, { signal: abort.signal, headers }))
  const chunks = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  const more = async () => {
    const { value, done } = await chunks.read()
    if (done) throw new Error(`The stream ended; so far: ${text}`)
    text += value
  }
  const entries = (): ReadonlyArray<Seen> =>
    [...text.matchAll(/(?:id: (.+)\n)?event: (.+)\ndata: (.+)\n\n/g)].map(([, id = "", event = "", data = ""]) => ({
      id,
      event,
      data: JSON.parse(data)
    }))
  const untilCount = (isWanted: (entry: Seen) => boolean, count: number) =>
    Effect.promise(async () => {
      while (entries().filter(isWanted).length < count) await more()
      return entries()
    })
  yield* Effect.promise(async () => {
    while (!/: connected\n\nid: .+\n\n/.test(text)) await more()
  })
  return {
    leave: () => abort.abort(),
    untilCount,
    /** All entries, once a wanted one is there. */
    until: (isWanted: (entry: Seen) => boolean) => untilCount(isWanted, 1)
  }
})
