/** Plans faults over the control plane and reads their events. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Call, Reply } from "../Stage.ts"

export interface Planned {
  readonly id: string
  readonly hits: number
  readonly remaining: number | null
}

export const planning = ({ control }: { readonly control: (path: string, call?: Call) => Effect.Effect<Reply> }) => ({
  plan: (json: unknown) =>
    Effect.map(control("/faults", { json }), ({ status, text }): Planned => {
      assert.strictEqual(status, 201, text)
      return JSON.parse(text)
    }),
  faults: Effect.map(control("/faults"), ({ text }): ReadonlyArray<Planned> => JSON.parse(text).faults)
})

/** The data of the first `count` events of a type, earlier ones included; waits for them. */
export const eventsOf = (url: string, type: string, count: number) =>
  Effect.promise(async (signal): Promise<ReadonlyArray<unknown>> => {
    const stream = await fetch(`${url}/control/v1/events`, { headers: { "last-event-id": "0" }, signal })
    const decoder = new TextDecoder()
    let text = ""
    for await (const chunk of stream.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const told = [...text.matchAll(/^event: (.*)\ndata: (.*)$/gm)].filter(([, name]) => name === type)
      if (told.length >= count) return told.slice(0, count).map(([, , data = ""]) => JSON.parse(data).data)
    }
    return []
  })
