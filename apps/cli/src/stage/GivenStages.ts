/**
 * Runs all scenarios on a running server. The server gets the world and clock of the scenario; a scenario without a
 * world runs on the server's own, with its clock unchanged. Source: product.md "Scenario files" (`--server URL`).
 */
import { parseKeyPair } from "@backlot/adapters-memory/Secrets"
import { StageFailed, type StageRequest, Stages } from "@backlot/player/stage/Stage"
import type { ExportedWorld } from "@backlot/simulator/run/StageWorld"
import { Effect, Layer, Option, Schema } from "effect"
import {
  askControl,
  baseOf,
  type ControlAnswer,
  type ControlServer,
  messageOf,
  Unanswered
} from "../control/ControlAsk.ts"

/** The `url` of the server: its base, or that of its control plane. `seed`: that of the run, for who asks for no other. */
export const layer = (server: ControlServer, { seed }: Pick<StageRequest, "seed">): Layer.Layer<Stages> =>
  Layer.succeed(Stages, {
    open: (request) => open(controlOf(server), { ...request, seed: request.seed === seed ? undefined : request.seed })
  })

type Control = ReturnType<typeof controlOf>

const open = Effect.fnUntraced(function* (control: Control, request: StageRequest) {
  const { world, clock } = request
  for (const name of ["limits", "ids", "seed"] as const) {
    if (request[name] === undefined) continue
    return yield* refused(`\`${name}\` can not be set on a server that runs already: start it with --${name}`)
  }
  if (world !== undefined) {
    yield* control.send("PUT", "/world", world)
    const before = yield* control.read<{ readonly mode: string }>("/clock")
    yield* control.send("POST", "/clock", { mode: clock })
    yield* Effect.addFinalizer(() => Effect.ignore(control.send("POST", "/clock", { mode: before.mode })))
  }
  const { applications = [] } = yield* control.read<ExportedWorld>("/world")
  const { url, token } = control
  const stage = {
    url,
    rest_url: `${url}/api`,
    gateway_url: `${url.replace(/^http/, "ws")}/gateway`,
    control_url: `${url}/control/v1`,
    control_token: token,
    applications: applications.map(({ id, name, bot, client_secret, private_key }) => ({
      id,
      name,
      bot_token: bot.token,
      client_secret,
      public_key: parseKeyPair(private_key).publicKey
    }))
  }
  return { stage, restart: () => refused("A server that runs already is not started again by a scenario") }
})

const controlOf = ({ url: given, token }: ControlServer) => {
  const url = baseOf(given)
  const ask = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
    const json = body === undefined ? undefined : ({ type: "application/json", text: JSON.stringify(body) } as const)
    const answer = yield* Effect.mapError(askControl({ url, token }, method, path, json), (error) =>
      refusal(
        error instanceof Unanswered ? error.message : `No server answers at ${url}; start one, or leave --server out`
      )
    )
    if (answer.status < 200 || answer.status > 299)
      return yield* refusedBy(`The server at ${url} refused ${method} ${path}:`, answer)
    return answer.text
  })
  return {
    url,
    token,
    send: (method: string, path: string, body: unknown) => Effect.asVoid(ask(method, path, body)),
    // product.md "Control plane" defines the shapes.
    read: <A>(path: string) =>
      Effect.flatMap(ask("GET", path), (text) =>
        Effect.try({
          try: () => JSON.parse(text) as A,
          catch: () => refusal(`What answers at ${url} is no Backlot server`)
        })
      )
  }
}

/** The failure of a refused world has a line for each fault. */
const refusedBy = (what: string, { status, text }: ControlAnswer): StageFailed => {
  const message = messageOf(text) ?? String(status)
  const faults = Option.getOrUndefined(decodeFaults(text))?.errors
  const advice = status === 401 ? " Give its token by --control-token." : ""
  const lines = (faults ?? []).map(({ path, message }) => `\n  ${path}: ${message}`)
  return new StageFailed({ message: `${what} ${message}${advice}${lines.join("")}`, faults })
}

const decodeFaults = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      errors: Schema.Array(Schema.Struct({ path: Schema.String, code: Schema.String, message: Schema.String }))
    })
  )
)

const refusal = (message: string) => new StageFailed({ message })
const refused = (message: string) => Effect.fail(refusal(message))
