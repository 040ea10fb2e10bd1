/** The flags of `serve` and `start`. Source: product.md "First minute" (table of flags). */
import { isIP } from "node:net"
import { Option } from "effect"
import { Flag } from "effect/cli"
import { file, httpUrl, token } from "../given/FlagKinds.ts"
import { given, type Variables } from "../given/Given.ts"

/** Each flag with its environment variable. */
export const serveFlags = (variables: Variables) => ({
  host: given(
    variables,
    "host",
    Flag.String("host").pipe(
      hostName("a host name or an IP address"),
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
    file("world").pipe(
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
    file("data").pipe(Flag.withDescription("Data file, made when missing (default .backlot/backlot.db)"))
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
    file("ready-file").pipe(
      Flag.withDescription("File that says where the server is, there from when it is ready until it ends")
    )
  ),
  import: given(
    variables,
    "import",
    file("import").pipe(
      Flag.withDescription("World file that replaces whatever the store holds, not beside --world or --reset")
    )
  ),
  exportOnExit: given(
    variables,
    "export-on-exit",
    file("export-on-exit").pipe(
      Flag.withDescription("File that the whole world is written to when the server ends: YAML or JSON by its name")
    )
  ),
  clock: given(
    variables,
    "clock",
    Flag.Literals("clock", ["real", "frozen"]).pipe(
      Flag.withMetavar("MODE"),
      Flag.withDescription("Whether time passes by itself (default real, then as stored with the data)")
    )
  ),
  ids: given(
    variables,
    "ids",
    Flag.Literals("ids", ["wall", "clock"]).pipe(
      Flag.withMetavar("CLOCK"),
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
  limits: given(
    variables,
    "limits",
    Flag.Literals("limits", ["enforce", "observe", "off"]).pipe(
      Flag.withMetavar("MODE"),
      Flag.withDescription("Whether rate limits refuse, only count, or rest (default enforce; observe when frozen)")
    )
  ),
  strict: given(
    variables,
    "strict",
    Flag.Boolean("strict").pipe(Flag.withDescription("Name unknown request fields in a response header and in the log"))
  ),
  controlToken: given(
    variables,
    "control-token",
    token("control-token").pipe(
      Flag.withDescription("Guard the control plane (default: none on loopback, made up elsewhere)")
    )
  ),
  servicePrefix: given(
    variables,
    "service-prefix",
    Flag.String("service-prefix").pipe(
      Flag.filter(
        (text) => /^[a-z][a-z0-9+.-]{0,31}$/.test(text),
        () => "a small letter, then letters, digits, +, . or -"
      ),
      Flag.withMetavar("P"),
      Flag.withDescription("What the redirect scheme of apps begins with, as in P-APPLICATION_ID:/… (default discord)")
    )
  ),
  allowedHosts: given(
    variables,
    "allowed-host",
    Flag.String("allowed-host").pipe(
      hostName("a host name without scheme and port"),
      // The form of the name in a Host header.
      Flag.map((host) => (isIP(host) === 6 ? `[${host.toLowerCase()}]` : host.toLowerCase())),
      Flag.withMetavar("HOST"),
      Flag.withDescription("A further name this server may be called by; may be given again"),
      Flag.atLeast(1)
    ),
    (text) => text.split(",").map((host) => host.trim())
  ),
  otlp: given(
    // The variable that OpenTelemetry defines counts too.
    { ...variables, BACKLOT_OTLP: variables["BACKLOT_OTLP"] || variables["OTEL_EXPORTER_OTLP_ENDPOINT"] },
    "otlp",
    httpUrl("otlp").pipe(
      Flag.withDescription(
        "Send traces and metrics to this OpenTelemetry collector, e.g. http://127.0.0.1:4318; OTEL_EXPORTER_OTLP_ENDPOINT too"
      )
    )
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

/** The values from the command line and the environment. */
export type ServeFlags = {
  readonly [K in keyof ReturnType<typeof serveFlags>]: ReturnType<typeof serveFlags>[K] extends Flag.Flag<infer A>
    ? A
    : never
}

const HOST = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i

/** A name or an address; an IPv6 address loses its brackets. */
const hostName = (expected: string) =>
  Flag.filterMap(
    (text: string) => {
      const host = text.replace(/^\[(.*)\]$/, "$1")
      return HOST.test(host) || isIP(host) !== 0 ? Option.some(host) : Option.none()
    },
    () => expected
  )

const whole = (name: string, max: number) =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => (/^\d{1,16}$/.test(text) && Number(text) <= max ? Option.some(Number(text)) : Option.none()),
      () => `a whole number from 0 to ${max}`
    )
  )
