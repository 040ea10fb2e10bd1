/** Apps that open modals, and users who submit them. */
import type { OutboundRequest } from "@backlot/ports/Outbound"
import type { UseRefused } from "@backlot/usecases/CommandChoice"
import type * as Interactions from "@backlot/usecases/Interactions"
import * as ModalSubmits from "@backlot/usecases/ModalSubmits"
import { Effect } from "effect"
import { json } from "./Endpoint.ts"
import { ALICE } from "./Harbour.ts"
import { settled, use } from "./Using.ts"

const name = { type: 18, label: "Name", component: { type: 4, custom_id: "name", style: 1, max_length: 10 } }
export const MODAL = { custom_id: "survey", title: "Survey", components: [name] }

const opening = (modal: unknown) => json(200, { type: 9, data: modal })

/** An app that answers commands and components with a modal, and what is submitted by `submitted`. */
export const withModal =
  (modal: unknown = MODAL, submitted: unknown = { type: 4, data: { content: "Thanks" } }) =>
  ({ body }: OutboundRequest) =>
    Effect.succeed(JSON.parse(body).type === 5 ? json(200, submitted) : opening(modal))

/** A message with this button. */
export const showing = (custom_id: string) => {
  const components = [{ type: 1, components: [{ type: 2, style: 1, custom_id, label: "Go" }] }]
  return { type: 4, data: { content: "Press", components } }
}

/** An app whose messages have the button `go`, which opens the modal. */
export const withButton =
  (submitted: unknown) =>
  ({ body }: OutboundRequest) => {
    const answers: Record<number, unknown> = {
      2: showing("go"),
      3: { type: 9, data: MODAL },
      5: submitted
    }
    return Effect.succeed(json(200, answers[JSON.parse(body).type]))
  }

/** The id of an interaction whose modal is open. */
export const opened = Effect.fnUntraced(function* (asked: Partial<Interactions.Use>) {
  const { id } = yield* use(asked)
  yield* settled(id)
  return id
})

interface Submitted extends Partial<ModalSubmits.Submission> {
  readonly interaction_id: string
}

export const submit = (changes: Submitted) =>
  ModalSubmits.submit({ user_id: ALICE, filled: { name: "Rex" }, files: [], locale: undefined, ...changes })

/** The submit once it was answered or has ended. */
export const submitted = Effect.fnUntraced(function* (changes: Submitted) {
  const { id } = yield* submit(changes)
  return yield* settled(id)
})

export const refusalOf = (changes: Submitted) =>
  Effect.flatMap(Effect.flip(submit(changes)), (error) =>
    error._tag === "UseRefused" ? Effect.succeed<UseRefused>(error) : Effect.die(error)
  )

/** The payload of the last delivery. */
export const lastPayload = (received: ReadonlyArray<OutboundRequest>) => JSON.parse(received.at(-1)?.body ?? "{}")
