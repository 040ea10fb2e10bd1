/** The server that a command of the prompt asks. Failures are one line that says what to do. */
import { Effect } from "effect"
import { askControl, baseOf, type ControlAnswer, type ControlServer, messageOf } from "../control/ControlAsk.ts"
import { Unusable } from "../process/Ended.ts"
import { silent } from "../process/NoServer.ts"
import { DEFAULT_SERVER } from "../world/WorldPlace.ts"
import type { PromptFlags } from "./PromptFlags.ts"

export const serverOf = ({ server, controlToken }: PromptFlags): ControlServer => ({
  url: baseOf(server?.value ?? DEFAULT_SERVER),
  token: controlToken?.value
})

/** Reads a path of the control plane. `missing` is the failure if there is nothing. */
export const read = Effect.fnUntraced(function* <E = never>(
  server: ControlServer,
  path: string,
  missing?: Effect.Effect<never, E>
) {
  const answer = yield* Effect.mapError(askControl(server, "GET", path), (error) => silent(server.url, error))
  if (answer.status === 404 && missing !== undefined) return yield* missing
  const body = answer.status === 200 ? parsed(answer.text) : undefined
  return body === undefined ? yield* refused(server, answer) : body
})

const refused = ({ url }: ControlServer, { status, text }: ControlAnswer) => {
  const message = messageOf(text)
  if (message === undefined) return new Unusable({ message: `What answers at ${url} is no Backlot server (${status})` })
  const advice = status === 401 ? " Give it by --control-token." : ""
  return new Unusable({ message: `The server at ${url} refused: ${message}${advice}` })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
