/** The flags of `serve` and `start`. Source: product.md "First minute" (table of flags). */
import { Option } from "effect"
import { Flag } from "effect/cli"
import { given, type Variables } from "./Given.ts"

/** Each flag, and the same from the environment. */
export const serveFlags = (variables: Variables) => ({
  host: given(
    variables,
    "host",
    Flag.String("host").pipe(
      Flag.filter((host) => HOST.test(host), () => "a host name or an IP address"),
      Flag.withMetavar("HOST"),
      Flag.withDescription("Address to listen on (default 127.0.0.1)")
    )
  ),
  port: given(
    variables,
    "port",
    whole("port", 65_535).pipe(
      Flag.withMetavar("PORT"),
      Flag.withDescription("Port to listen on; 0 takes any free one (default 6780)")
    )
  ),
  world: given(
    variables,
    "world",
    Flag.Path("world").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("World file, YAML or JSON, that fills an empty store (default: the demo world)")
    )
  ),
  reset: given(
    variables,
    "reset",
    Flag.Boolean("reset").pipe(Flag.withDescription("Empty the store first, so that the world fills it again"))
  ),
  data: given(
    variables,
    "data",
    Flag.Path("data").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("Data file, made when missing (default .backlot/backlot.db)")
    )
  ),
  memory: given(
    variables,
    "memory",
    Flag.Boolean("memory").pipe(Flag.withDescription("Keep everything in memory instead of a data file"))
  ),
  durable: given(
    variables,
    "durable",
    Flag.Boolean("durable").pipe(Flag.withDescription("Let every write to the data file survive a power loss; slower"))
  ),
  readyFile: given(
    variables,
    "ready-file",
    Flag.Path("ready-file").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("File that says where the server is, there from when it is ready until it ends")
    )
  ),
  clock: given(
    variables,
    "clock",
    Flag.Literals("clock", ["real", "frozen"]).pipe(
      Flag.withMetavar("real|frozen"),
      Flag.withDescription("Whether time passes by itself (default real, then as stored with the data)")
    )
  ),
  ids: given(
    variables,
    "ids",
    Flag.Literals("ids", ["wall", "clock"]).pipe(
      Flag.withMetavar("wall|clock"),
      Flag.withDescription("Mint ids from the wall clock or from the service's clock (default wall)")
    )
  ),
  seed: given(
    variables,
    "seed",
    whole("seed", Number.MAX_SAFE_INTEGER).pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Make tokens and keys reproducible, for tests only (default: unpredictable)")
    )
  ),
  controlToken: given(
    variables,
    "control-token",
    Flag.String("control-token").pipe(
      Flag.filter((token) => TOKEN.test(token), () => "visible ASCII characters without spaces"),
      Flag.withMetavar("TOKEN"),
      Flag.withDescription("Guard the control plane (default: none on loopback, made up elsewhere)")
    )
  ),
  allowedHosts: given(
    variables,
    "allowed-host",
    Flag.String("allowed-host").pipe(
      Flag.filter((host) => HOST.test(host), () => "a host name without scheme and port"),
      Flag.map((host) => host.toLowerCase()),
      Flag.withMetavar("HOST"),
      Flag.withDescription("A further name this server may be called by; may be given again"),
      Flag.atLeast(1)
    ),
    (text) => text.split(",").map((host) => host.trim())
  ),
  noPrivateEndpoints: given(
    variables,
    "no-private-endpoints",
    Flag.Boolean("no-private-endpoints").pipe(
      Flag.withNegation("private-endpoints"),
      Flag.withDescription("Refuse endpoint URLs at private addresses (for hosted use)")
    )
  )
})

/** What the command line and the environment gave. */
export type ServeFlags = {
  readonly [K in keyof ReturnType<typeof serveFlags>]: ReturnType<typeof serveFlags>[K] extends Flag.Flag<infer A>
    ? A
    : never
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|\[?[0-9a-f:]*:[0-9a-f:.]*\]?)$/i

/** What fits in an Authorization header. */
const TOKEN = /^[\x21-\x7e]+$/

const whole = (name: string, max: number) =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => (/^\d{1,16}$/.test(text) && Number(text) <= max ? Option.some(Number(text)) : Option.none()),
      () => `a whole number from 0 to ${max}`
    )
  )
