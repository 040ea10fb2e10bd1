/** A server inside another process: what `@backlot/testkit` may import of this package. */
import type { Effect, Scope } from "effect"
import { type RunningServer, type ServerOptions, type StartError, start } from "./Server.ts"

/** Everything but the world is optional: a free port on loopback, memory, an open control plane, real time. */
export interface EmbedOptions extends Partial<Omit<ServerOptions, "world">> {
  /** A value in the shape of a world file, or a `WorldDocument`. */
  readonly world: unknown
}

/** The text of a world file, YAML or JSON; faults are told with its lines. */
export class WorldDocument {
  readonly file: string
  readonly text: string
  constructor(file: string, text: string) {
    this.file = file
    this.text = text
  }
}

export type EmbeddedServer = RunningServer

/** Fails like `serve` does: `message` has one line for each fault of the world. The server stops with the scope. */
export const embed = ({ world, ...options }: EmbedOptions): Effect.Effect<EmbeddedServer, StartError, Scope.Scope> =>
  start({ ...DEFAULTS, ...options, world: { ...given(world), chosen: false } })

const given = (world: unknown): WorldDocument =>
  world instanceof WorldDocument ? world : new WorldDocument("world", JSON.stringify(world, null, 2))

/** What whoever uses a server needs to know of it. Source: product.md "First minute" (ready file). */
export const contactOf = ({ addresses, controlToken, applications }: RunningServer) => ({
  ...addresses,
  control_token: controlToken,
  applications: applications.map(({ application: { id, name, bot, client_secret }, publicKey }) => ({
    id,
    name,
    bot_token: bot.token,
    client_secret,
    public_key: publicKey
  }))
})

/** What a server in a test starts with. */
export const DEFAULTS: Omit<ServerOptions, "world"> = {
  version: "embedded",
  host: "127.0.0.1",
  port: 0,
  allowedHosts: [],
  reset: false,
  clock: undefined,
  controlToken: undefined,
  limits: undefined,
  servicePrefix: "discord",
  strict: false,
  imported: undefined,
  exportOnExit: undefined,
  otlp: undefined,
  storage: { kind: "memory" },
  ids: "wall",
  seed: undefined,
  noPrivateEndpoints: false
}
