/**
 * A server that runs already, as the stage of all scenarios. It gets the scenario's world and clock; without a world, its
 * own is played on, with its clock as it is. Source: product.md "Scenario files" (`--server URL`).
 */
import { createPrivateKey, createPublicKey } from "node:crypto"
import { StageFailed, type StageRequest, Stages } from "@backlot/simulator/play/Stage"
import { Effect, Layer } from "effect"

export interface GivenServer {
  /** Its base, or that of its control plane. */
  readonly url: string
  readonly token: string | undefined
}

export const layer = (server: GivenServer): Layer.Layer<Stages> =>
  Layer.succeed(Stages, { open: (request) => open(controlOf(server), request) })

type Control = ReturnType<typeof controlOf>

const open = Effect.fnUntraced(function* (control: Control, { world, clock, limits }: StageRequest) {
  if (limits !== undefined)
    return yield* refused("`limits` can not be set on a server that runs already: start it with --limits")
  if (world !== undefined) {
    yield* control.send("PUT", "/world", world)
    const before = yield* control.read<{ readonly mode: string }>("/clock")
    yield* control.send("POST", "/clock", { mode: clock })
    yield* Effect.addFinalizer(() => Effect.ignore(control.send("POST", "/clock", { mode: before.mode })))
  }
  const { applications = [] } = yield* control.read<Exported>("/world")
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
      public_key: publicKeyOf(private_key)
    }))
  }
  return { stage, restart: () => refused("A server that runs already is not started again by a scenario") }
})

interface Exported {
  readonly applications?: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly bot: { readonly token: string }
    readonly client_secret: string
    readonly private_key: string
  }>
}

/** RFC 8410: what stands before the 32 bytes of an Ed25519 seed. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex")

/** 64 hex digits of both; product.md "World file" (private_key). */
const publicKeyOf = (seed: string): string => {
  const der = Buffer.concat([PKCS8, Buffer.from(seed, "hex")])
  const key = createPublicKey(createPrivateKey({ key: der, format: "der", type: "pkcs8" }))
  return key.export({ format: "der", type: "spki" }).subarray(-32).toString("hex")
}

const controlOf = ({ url: given, token }: GivenServer) => {
  const url = given.replace(/\/+$/, "").replace(/\/control\/v1$/, "")
  const ask = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
    const answer = yield* Effect.tryPromise({
      try: async (signal) => {
        const response = await fetch(`${url}/control/v1${path}`, {
          method,
          signal,
          redirect: "error",
          headers: {
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(body === undefined ? {} : { "content-type": "application/json" })
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
        return { ok: response.ok, status: response.status, text: await response.text() }
      },
      catch: () => new StageFailed({ message: `No server answers at ${url}; start one, or leave --server out` })
    })
    if (!answer.ok)
      return yield* refused(`The server at ${url} refused ${method} ${path}: ${told(answer.text, answer.status)}`)
    return answer.text
  })
  return {
    url,
    token,
    send: (method: string, path: string, body: unknown) => Effect.asVoid(ask(method, path, body)),
    // The shapes are those of product.md "Control plane".
    read: <A>(path: string) =>
      Effect.flatMap(ask("GET", path), (text) =>
        Effect.try({
          try: () => JSON.parse(text) as A,
          catch: () => refusal(`What answers at ${url} is no Backlot server`)
        })
      )
  }
}

/** Of a world that is refused, a line for each fault. */
const told = (text: string, status: number): string => {
  try {
    const { message, errors } = JSON.parse(text)
    const faults = Array.isArray(errors) ? errors.map((fault) => `\n  ${fault?.path}: ${fault?.message}`) : []
    return `${message}${status === 401 ? " Give its token by --control-token." : ""}${faults.join("")}`
  } catch {
    return String(status)
  }
}

const refusal = (message: string) => new StageFailed({ message })
const refused = (message: string) => Effect.fail(refusal(message))
