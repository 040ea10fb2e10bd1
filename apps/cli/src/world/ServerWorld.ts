/** Reads and replaces the world of a running server over its control plane. Source: product.md "Control plane". */

import { formatFaults } from "@backlot/document/PlacedFault"
import { http } from "@backlot/domain/base/Limits"
import { StartError } from "@backlot/server/boot/StartError"
import type { GivenWorld } from "@backlot/server/world/GivenWorld"
import { pretty, type WorldFormat } from "@backlot/server/world/WorldText"
import { Effect, Option, Schema } from "effect"
import { askControl, type ControlAnswer, causeOf, messageOf, Unanswered } from "../control/ControlAsk.ts"
import type { WorldPlace } from "./WorldPlace.ts"

type Server = Extract<WorldPlace, { readonly kind: "server" }>

export const exported = Effect.fnUntraced(function* (server: Server, format: WorldFormat) {
  const { status, text } = yield* ask(server, "GET", "/world")
  const world = status === 200 ? parse(text) : undefined
  return world === undefined ? yield* refused(server, { status, text }) : pretty(world, format)
})

export const imported = Effect.fnUntraced(function* (server: Server, { file, text }: GivenWorld) {
  const answer = yield* ask(server, "PUT", "/world", text)
  if (answer.status === 204) return
  if (answer.status === 413) {
    const bound = `${http.worldBytes / 1024 / 1024} MiB, more than a server takes over the wire`
    return yield* new StartError({ message: `${file} is larger than ${bound}; use --data, or serve --import` })
  }
  const faults = decodeFaults(parse(answer.text))
  if (Option.isNone(faults)) return yield* refused(server, answer)
  const { errors, error_count } = faults.value
  return yield* new StartError({ message: formatFaults(file, errors, error_count).join("\n") })
})

export const reset = Effect.fnUntraced(function* (server: Server) {
  const answer = yield* ask(server, "POST", "/reset")
  if (answer.status !== 204) return yield* refused(server, answer)
})

const ask = (server: Server, method: string, path: string, text?: string): Effect.Effect<ControlAnswer, StartError> =>
  Effect.mapError(
    askControl(server, method, path, text === undefined ? undefined : { type: "text/plain", text }),
    (error) => new StartError({ message: unanswered(server.url, method, error) })
  )

const unanswered = (url: string, method: string, error: unknown): string => {
  const known = method === "GET" ? "" : "; it is not known whether the world was replaced: look, or try again"
  if (error instanceof Unanswered) return `${error.message}${known}`
  const cause = causeOf(error)
  if (cause === "bad port") {
    return `${url} can not be asked: its port belongs to another protocol, so HTTP clients refuse it; use another port`
  }
  if (!BROKEN.has(cause)) return `No server answers at ${url} (${cause}); start one, or say which by --server or --data`
  return `The connection to the server at ${url} broke before it answered (${cause})${known}`
}

/** The errors of a server that disappeared or stopped answering. */
const BROKEN = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"])

const refused = ({ url }: Server, { status, text }: ControlAnswer) => {
  const message = messageOf(text)
  if (message === undefined)
    return new StartError({ message: `What answers at ${url} is no Backlot server (${status})` })
  const advice = status === 401 ? " Give it by --control-token." : ""
  return new StartError({ message: `The server at ${url} refused: ${message}${advice}` })
}

const parse = (text: string) =>
  Option.getOrUndefined(Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))(text))

const decodeFaults = Schema.decodeUnknownOption(
  Schema.Struct({
    // Absent when the server lists every fault.
    error_count: Schema.optional(Schema.Int),
    errors: Schema.Array(
      Schema.Struct({
        path: Schema.String,
        line: Schema.Int,
        column: Schema.Int,
        code: Schema.String,
        message: Schema.String
      })
    )
  })
)
