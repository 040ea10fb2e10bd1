/** An app whose commands are answered with components, and users who press them. */

import type { OutboundRequest, OutboundResponse } from "@backlot/ports/Outbound"
import * as ComponentUses from "@backlot/usecases/ComponentUses"
import { Effect } from "effect"
import { json } from "./Endpoint.ts"
import { ALICE } from "./Harbour.ts"
import { ACCEPTED, open, settled, use } from "./Using.ts"

export const row = (...components: ReadonlyArray<unknown>) => ({ type: 1, components })
export const MORE = { type: 2, style: 1, label: "More", custom_id: "more" }

/** Answers commands with these components, and their uses by `answer`. */
export const asking =
  (answer: OutboundResponse = ACCEPTED, data: object = {}) =>
  ({ body }: OutboundRequest) =>
    Effect.succeed(
      JSON.parse(body).type === 3
        ? answer
        : json(200, { type: 4, data: { content: "hi", components: [row(MORE)], ...data } })
    )

/** A message of Pet Shop with those components, by a command that alice used. */
export const shown = Effect.fnUntraced(function* (changes: object = {}) {
  const command = yield* open({}, changes)
  const { id } = yield* use({ command_id: command.id })
  const { record, message } = yield* settled(id)
  return message === undefined ? yield* Effect.die(new Error("the answer made no message")) : { record, message }
})

export const press = (message_id: string, changes: Partial<ComponentUses.ComponentUse> = {}) =>
  ComponentUses.use({ user_id: ALICE, message_id, custom_id: "more", values: [], locale: undefined, ...changes })
