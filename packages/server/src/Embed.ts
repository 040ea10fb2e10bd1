/** Starts a server inside another process. `@backlot/testkit` imports only this file of the package. */
import type { Effect, Scope } from "effect"
import type { StartError } from "./boot/StartError.ts"
import { type RunningServer, type ServerOptions, start } from "./Server.ts"

/** Everything but the world is optional: a free port on loopback, memory, an open control plane, real time. */
export interface EmbedOptions extends Partial<Omit<ServerOptions, "world">> {
  /** A value in the shape of a world file, or a `WorldDocument`. */
  readonly world: unknown
}

/** The text of a world file, YAML or JSON. Faults are reported with its lines. */
export class WorldDocument {
  readonly file: string
  readonly text: string
  constructor(file: string, text: string) {
    this.file = file
    this.text = text
  }
}

export type EmbeddedServer = RunningServer

/** Fails like `serve`: `message` has one line per fault of the world. The server stops with the scope. */
export const embed = ({ world, ...options }: EmbedOptions): Effect.Effect<EmbeddedServer, StartError, Scope.Scope> =>
  start({ ...DEFAULTS, ...options, world: { ...given(world), chosen: false } })

const given = (world: unknown): WorldDocument =>
  world instanceof WorldDocument ? world : new WorldDocument("world", JSON.stringify(world, null, 2))

/** Addresses and credentials for the users of a server. Source: product.md "First minute" (ready file). */
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

/** The options of a server in a test. */
export const DEFAULTS: Omit<ServerOptions, "world"> = {
  version: "embedded",
  host: "127.0.0.1",
  port: 0,
  allowedHosts: [],
  publicUrl: undefined,
  trustedProxies: [],
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
  ids: undefined,
  seed: undefined,
  noPrivateEndpoints: undefined
}
