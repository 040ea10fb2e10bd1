/** The flags of `serve` and `start`. Source: product.md "First minute" (table of flags). */
import { isIP } from "node:net"
import { isBlock } from "@backlot/server/http/ClientAddress"
import { Option } from "effect"
import { Flag } from "effect/cli"
import { databaseUrl, file, httpUrl, matching, oneOf, token, whole } from "../given/FlagKinds.ts"
import { flagsOf, type Values, type Variables } from "../given/Given.ts"

/** Each flag with its environment variable. */
export const serveFlags = (variables: Variables) =>
  // The variable that OpenTelemetry defines counts too.
  flagsOf({ ...variables, BACKLOT_OTLP: variables["BACKLOT_OTLP"] || variables["OTEL_EXPORTER_OTLP_ENDPOINT"] }, FLAGS)

/** The values from the command line and the environment. */
export type ServeFlags = Values<typeof serveFlags>

const HOST = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i

/** A name or an address; an IPv6 address loses its brackets. */
const hostName = (expected: string) => (name: string) =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => {
        const host = text.replace(/^\[(.*)\]$/, "$1")
        return HOST.test(host) || isIP(host) !== 0 ? Option.some(host) : Option.none()
      },
      () => expected
    )
  )

/** In the form of the name in a Host header. */
const hostHeaders = (name: string) =>
  hostName("a host name without scheme and port")(name).pipe(
    Flag.map((host) => (isIP(host) === 6 ? `[${host.toLowerCase()}]` : host.toLowerCase())),
    Flag.atLeast(1)
  )

/** Without the slash at its end, because paths follow. */
const baseUrl = (name: string) =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => {
        const url = URL.parse(text)
        const plain = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}${url.pathname}`
        return plain ? Option.some(url.href.replace(/\/$/, "")) : Option.none()
      },
      () => "an http or https URL without user, query and fragment"
    ),
    Flag.withMetavar("URL")
  )

/** Texts between commas, each an address, a block or a name of blocks. */
const blocks = (name: string) =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => {
        const all = text.split(",").map((one) => one.trim())
        return all.every(isBlock) ? Option.some(all) : Option.none()
      },
      () => "IP addresses, blocks like 10.0.0.0/8, loopback or private, separated by commas"
    )
  )

const scheme = matching(
  (text) => /^[a-z][a-z0-9+.-]{0,31}$/.test(text),
  "a small letter, then letters, digits, +, . or -"
)

const FLAGS = {
  host: [hostName("a host name or an IP address"), "Address to listen on (default 127.0.0.1)", "HOST"],
  port: [whole(0, 65_535), "Port to listen on; 0 takes any free one (default 6780)", "PORT"],
  world: [file, "World file, YAML or JSON, that fills an empty store (default: the demo world)"],
  reset: [Flag.Boolean, "Empty the store first, so that the world fills it again"],
  data: [file, "Data file, made when missing (default .backlot/backlot.db)"],
  memory: [Flag.Boolean, "Keep everything in memory instead of a data file"],
  databaseUrl: [databaseUrl, "Keep everything in this PostgreSQL database instead, which several servers may share"],
  cluster: [
    (name: string) => Flag.withNegation(Flag.Boolean(name), "no-cluster"),
    "Whether other servers may share the database; one that says no must be alone with it (default on)"
  ],
  clusterHost: [hostName("a host name or an IP address"), "Where they reach this one (default 127.0.0.1)", "HOST"],
  clusterPort: [whole(0, 65_535), "At which port; 0 takes any free one (default 0)", "PORT"],
  durable: [Flag.Boolean, "Let every write to the data file survive a power loss; slower"],
  readyFile: [file, "Write addresses and secrets to this file; it exists while the server is ready"],
  import: [file, "World file that replaces all stored data; excludes --world and --reset"],
  exportOnExit: [file, "Write the whole world to this file when the server stops: YAML or JSON by its name"],
  clock: [oneOf("real", "frozen"), "Whether time passes (default: as stored with the data, else real)", "MODE"],
  ids: [
    oneOf("wall", "clock"),
    "The time that ids carry: the computer's or the service clock's (default: clock with --clock frozen, else wall)",
    "CLOCK"
  ],
  seed: [
    whole(0, Number.MAX_SAFE_INTEGER),
    "Make tokens and keys reproducible, for tests only (default: unpredictable)",
    "N"
  ],
  limits: [
    oneOf("enforce", "observe", "off"),
    "Whether rate limits refuse requests, only count them, or are off (default enforce; observe with a frozen clock)",
    "MODE"
  ],
  strict: [
    Flag.Boolean,
    "Report request fields that the server ignores, in a response header and in the log; refuse unknown emojis"
  ],
  controlToken: [token, "Secret of the control plane (default: none on loopback, generated elsewhere)"],
  servicePrefix: [scheme, "Prefix of redirect schemes, as in P-APPLICATION_ID:/… (default discord)", "P"],
  allowedHost: [
    hostHeaders,
    "Another host name of this server; repeatable",
    "HOST",
    (text: string) => text.split(",").map((host) => host.trim())
  ],
  publicUrl: [
    baseUrl,
    "Address that clients are told, e.g. https://backlot.example behind a proxy (default: the address of the server)"
  ],
  trustProxy: [
    blocks,
    "Proxies whose X-Forwarded-For names the client, e.g. 10.0.0.0/8,::1 or loopback or private (default: none)",
    "ADDRESSES"
  ],
  otlp: [
    httpUrl,
    "Send traces and metrics to this OpenTelemetry collector, e.g. http://127.0.0.1:4318; OTEL_EXPORTER_OTLP_ENDPOINT also sets it"
  ],
  noPrivateEndpoints: [
    (name: string) => Flag.withNegation(Flag.Boolean(name), "private-endpoints"),
    "Refuse endpoint URLs at private addresses (default off on loopback, on elsewhere; --private-endpoints allows them)"
  ],
  voice: [
    (name: string) => Flag.withNegation(Flag.Boolean(name), "no-voice"),
    "Whether bots that connect to voice are told of a voice server, which carries no sound (default on with an https public URL)"
  ],
  voiceHost: [
    hostName("a host name or an IP address"),
    "Where bots send the packets of voice, e.g. behind a proxy; turns voice on (default: where they reached the server)",
    "HOST"
  ],
  voicePort: [whole(0, 65_535), "UDP port of voice; turns voice on; 0 takes any free one (default 0)", "PORT"]
} as const
