import { resolve } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { type CliError, CliOutput, Command } from "effect/cli"
import type { Variables } from "../src/given/Given.ts"
import { usageLine } from "../src/given/UsageLine.ts"
import { type ServeFlags, serveFlags } from "../src/serve/ServeFlags.ts"
import { storageChoice, voiceChoice } from "../src/serve/ServeOptions.ts"

/** What the flags give, or the line about what is wrong with them. */
const parse = <A>(
  args: string,
  variables: Variables,
  read: (flags: ServeFlags) => Effect.Effect<A, CliError.CliError>
) => {
  const seen: Array<A> = []
  const serve = Command.make("serve", serveFlags(variables), (flags) =>
    Effect.map(read(flags), (value) => void seen.push(value))
  )
  return Command.runWith(serve, { version: "0" })(args.split(" ").filter((word) => word !== "")).pipe(
    Effect.map(() => seen[0]),
    Effect.catch((error) => {
      const [first] = error._tag === "ShowHelp" ? error.errors : [error]
      return first === undefined ? Effect.die("no error") : Effect.succeed(usageLine(first))
    }),
    Effect.provideService(CliOutput.Presenter, { present: () => Effect.void }),
    Effect.provide(NodeServices.layer)
  )
}

const given = (args: string, variables: Variables, name: keyof ServeFlags) =>
  parse(args, variables, (flags) => Effect.succeed(flags[name]))

describe("a flag of serve", () => {
  it.effect.each<[args: string, name: keyof ServeFlags, value: unknown]>([
    ["--host ::1", "host", "::1"],
    ["--host [::1]", "host", "::1"],
    ["--port 0", "port", 0],
    ["--port=65535", "port", 65_535],
    ["--world w.yaml", "world", resolve("w.yaml")],
    ["--reset", "reset", true],
    ["--data d.db", "data", resolve("d.db")],
    ["--memory", "memory", true],
    ["--memory=false", "memory", false],
    ["--durable", "durable", true],
    ["--ready-file r.json", "readyFile", resolve("r.json")],
    ["--import w.yaml", "import", resolve("w.yaml")],
    ["--export-on-exit e.yaml", "exportOnExit", resolve("e.yaml")],
    ["--clock frozen", "clock", "frozen"],
    ["--ids clock", "ids", "clock"],
    ["--seed 7", "seed", 7],
    ["--control-token s3cret", "controlToken", "s3cret"],
    ["--allowed-host Backlot.test --allowed-host ::1", "allowedHost", ["backlot.test", "[::1]"]],
    ["--public-url https://backlot.test/bots/", "publicUrl", "https://backlot.test/bots"],
    ["--trust-proxy 10.0.0.0/8,::1", "trustProxy", ["10.0.0.0/8", "::1"]],
    ["--service-prefix acme", "servicePrefix", "acme"],
    ["--no-private-endpoints", "noPrivateEndpoints", true],
    ["--private-endpoints", "noPrivateEndpoints", false],
    ["--voice-host [::1]", "voiceHost", "::1"],
    ["--voice-port 50000", "voicePort", 50_000]
  ])("%s is %s", ([args, name, value]) =>
    Effect.gen(function* () {
      expect(yield* given(args, {}, name)).toEqual({ value, by: "flag" })
    })
  )

  it.effect.each<[variable: string, text: string, name: keyof ServeFlags, value: unknown]>([
    ["BACKLOT_HOST", "localhost", "host", "localhost"],
    ["BACKLOT_PORT", "7000", "port", 7000],
    ["BACKLOT_WORLD", "w.yaml", "world", resolve("w.yaml")],
    ["BACKLOT_RESET", "1", "reset", true],
    ["BACKLOT_DATA", "d.db", "data", resolve("d.db")],
    ["BACKLOT_MEMORY", "true", "memory", true],
    ["BACKLOT_DURABLE", "yes", "durable", true],
    ["BACKLOT_READY_FILE", "r.json", "readyFile", resolve("r.json")],
    ["BACKLOT_CLOCK", "frozen", "clock", "frozen"],
    ["BACKLOT_IDS", "wall", "ids", "wall"],
    ["BACKLOT_SEED", "0", "seed", 0],
    ["BACKLOT_CONTROL_TOKEN", "t", "controlToken", "t"],
    ["BACKLOT_ALLOWED_HOST", "a.test, b.test", "allowedHost", ["a.test", "b.test"]],
    ["BACKLOT_PUBLIC_URL", "http://backlot.test:80", "publicUrl", "http://backlot.test"],
    ["BACKLOT_TRUST_PROXY", "loopback, 10.0.0.1", "trustProxy", ["loopback", "10.0.0.1"]],
    ["BACKLOT_NO_PRIVATE_ENDPOINTS", "false", "noPrivateEndpoints", false]
  ])("can be given as %s=%s", ([variable, text, name, value]) =>
    Effect.gen(function* () {
      expect(yield* given("", { [variable]: text }, name)).toEqual({ value, by: "environment" })
    })
  )

  it.effect("wins over its variable", () =>
    Effect.gen(function* () {
      expect(yield* given("--port 1", { BACKLOT_PORT: "2" }, "port")).toEqual({ value: 1, by: "flag" })
    })
  )

  it.effect("keeps a wrong value of its variable from being looked at", () =>
    Effect.gen(function* () {
      expect(yield* given("--port 1", { BACKLOT_PORT: "x" }, "port")).toEqual({ value: 1, by: "flag" })
    })
  )

  it.effect("is not given by an empty variable", () =>
    Effect.gen(function* () {
      expect(yield* given("", { BACKLOT_PORT: "" }, "port")).toBeUndefined()
    })
  )
})

describe("a wrong flag or value gives one line that says which, and what to do", () => {
  const proxies = "IP addresses, blocks like 10.0.0.0/8, loopback or private, separated by commas"
  const boolean = '"true" | "yes" | "on" | "1" | "y" | "false" | "no" | "off" | "0" | "n"'
  it.effect.each<[args: string, variables: Variables, line: string]>([
    ["--prot 1", {}, '--prot is no flag of "serve"; did you mean --port?'],
    ["--lenient", {}, '--lenient is no flag of "serve"; "serve --help" lists what there is'],
    ["--limits on", {}, '--limits cannot be "on": it takes "enforce" | "observe" | "off"'],
    ["--otlp collector:4318", {}, '--otlp cannot be "<redacted>": it takes an http or https URL'],
    ["world.yaml", {}, 'unexpected "world.yaml"; "backlot --help" lists what there is'],
    ["--port", {}, "--port needs a value: PORT"],
    ["--port 65536", {}, '--port cannot be "65536": it takes a whole number from 0 to 65535'],
    ["--port 1e3", {}, '--port cannot be "1e3": it takes a whole number from 0 to 65535'],
    ["--port -1", {}, '--port cannot be "-1": it takes a whole number from 0 to 65535'],
    ["--port 1 --port 2", {}, "--port was given more than once; give it once"],
    ["--host http://x", {}, '--host cannot be "http://x": it takes a host name or an IP address'],
    ["--clock slow", {}, '--clock cannot be "slow": it takes "real" | "frozen"'],
    ["--ids 7", {}, '--ids cannot be "7": it takes "wall" | "clock"'],
    ["--seed 1.5", {}, '--seed cannot be "1.5": it takes a whole number from 0 to 9007199254740991'],
    ["--memory=maybe", {}, `--memory cannot be "maybe": it takes ${boolean}`],
    [
      "--control-token=ä",
      {},
      '--control-token cannot be "<redacted>": it takes visible ASCII characters without spaces'
    ],
    ["--allowed-host a:80", {}, '--allowed-host cannot be "a:80": it takes a host name without scheme and port'],
    ["--trust-proxy 10.0.0.1,proxy", {}, `--trust-proxy cannot be "10.0.0.1,proxy": it takes ${proxies}`],
    ["", { BACKLOT_TRUST_PROXY: "10.0.0.0/33" }, `BACKLOT_TRUST_PROXY cannot be "10.0.0.0/33": it takes ${proxies}`],
    ["", { BACKLOT_PORT: "x" }, 'BACKLOT_PORT cannot be "x": it takes a whole number from 0 to 65535'],
    ["", { BACKLOT_RESET: "maybe" }, `BACKLOT_RESET cannot be "maybe": it takes ${boolean}`],
    [
      "",
      { BACKLOT_ALLOWED_HOST: "a,b:1" },
      'BACKLOT_ALLOWED_HOST cannot be "b:1": it takes a host name without scheme and port'
    ]
  ])("%s %o", ([args, variables, line]) =>
    Effect.gen(function* () {
      expect(yield* parse(args, variables, Effect.succeed)).toBe(line)
    })
  )
})

describe("a wrong address of a collector is not shown, because it may hold a password", () => {
  const address = "ftp://user:s3cr3t@collector.test"
  it.effect.each<[args: string, variables: Variables, subject: string]>([
    [`--otlp ${address}`, {}, "--otlp"],
    ["", { BACKLOT_OTLP: address }, "BACKLOT_OTLP"],
    ["", { OTEL_EXPORTER_OTLP_ENDPOINT: address }, "BACKLOT_OTLP"]
  ])("%s %o", ([args, variables, subject]) =>
    Effect.gen(function* () {
      const line = yield* parse(args, variables, Effect.succeed)
      expect(line).toBe(`${subject} cannot be "<redacted>": it takes an http or https URL`)
      for (const part of address.split(/[:/@]+/)) expect(line).not.toContain(part)
    })
  )
})

const DATABASE = "postgres://user:s3cr3t@database.test:5432/backlot"

it.effect("a wrong address of a database is not shown, because it may hold a password", () =>
  Effect.gen(function* () {
    const line = yield* parse("--database-url mysql://user:s3cr3t@database.test", {}, storageChoice)
    expect(line).toBe(
      '--database-url cannot be "<redacted>": it takes an address like postgres://user:password@host:5432/database'
    )
  })
)

describe("data is kept", () => {
  const file = (name: string, durable = false) => ({ kind: "file", file: name, durable })
  it.effect.each<[where: string, args: string, variables: Variables, expected: unknown]>([
    ["in .backlot/backlot.db by default", "", {}, file(".backlot/backlot.db")],
    ["in the file that is named", "--data d.db --durable", {}, file("d.db", true)],
    ["in memory", "--memory", {}, { kind: "memory" }],
    [
      "in a database that other servers may share",
      `--database-url ${DATABASE}`,
      { BACKLOT_DATA: "d.db" },
      { kind: "postgres", url: Redacted.make(DATABASE), cluster: { host: "127.0.0.1", port: 0 } }
    ],
    [
      "in a database that the environment names, alone",
      "--no-cluster",
      { BACKLOT_DATABASE_URL: DATABASE },
      { kind: "postgres", url: Redacted.make(DATABASE), cluster: undefined }
    ],
    [
      "in the file of the flag, though the environment names a database",
      "--data d.db",
      { BACKLOT_DATABASE_URL: DATABASE },
      file("d.db")
    ],
    ["in a file when memory is said to be false", "--memory=false", {}, file(".backlot/backlot.db")],
    [
      "in memory by the flag, whatever file the environment names",
      "--memory",
      { BACKLOT_DATA: "d.db" },
      { kind: "memory" }
    ],
    [
      "in the file of the flag, though the environment says memory",
      "--data d.db",
      { BACKLOT_MEMORY: "1" },
      file("d.db")
    ],
    ["in memory by the flag, where durability means nothing", "--memory", { BACKLOT_DURABLE: "1" }, { kind: "memory" }]
  ])("%s", ([, args, variables, expected]) =>
    Effect.gen(function* () {
      expect(yield* parse(args, variables, storageChoice)).toEqual(expected)
    })
  )

  it.effect.each<[args: string, variables: Variables, names: string]>([
    ["--data d.db --memory", {}, "--data and --memory"],
    ["--memory --durable", {}, "--durable and --memory"],
    [`--memory --database-url ${DATABASE}`, {}, "--memory and --database-url"],
    ["", { BACKLOT_DATA: "d.db", BACKLOT_DATABASE_URL: DATABASE }, "BACKLOT_DATA and BACKLOT_DATABASE_URL"],
    ["", { BACKLOT_DATA: "d.db", BACKLOT_MEMORY: "1" }, "BACKLOT_DATA and BACKLOT_MEMORY"]
  ])("in one place only: %s %o", ([args, variables, names]) =>
    Effect.gen(function* () {
      expect(yield* parse(args, variables, storageChoice)).toBe(`${names} exclude each other; give one of them`)
    })
  )
})

describe("voice is", () => {
  it.effect.each<[what: string, args: string, variables: Variables, expected: boolean | undefined]>([
    ["left to the server", "", {}, undefined],
    ["left to the server by its port, which turns it on", "--voice-port 50000", {}, undefined],
    ["on", "--voice --voice-port 50000", {}, true],
    ["off", "--no-voice", {}, false],
    ["off by the flag, whatever port the environment names", "--no-voice", { BACKLOT_VOICE_PORT: "50000" }, false],
    [
      "left to the server by the flag, though the environment says no",
      "--voice-host ::1",
      { BACKLOT_VOICE: "0" },
      undefined
    ]
  ])("%s", ([, args, variables, expected]) =>
    Effect.gen(function* () {
      expect(yield* parse(args, variables, voiceChoice)).toBe(expected)
    })
  )

  it.effect.each<[args: string, variables: Variables, names: string]>([
    ["--no-voice --voice-port 50000", {}, "--voice-port and --no-voice"],
    ["--no-voice --voice-host ::1", {}, "--voice-host and --no-voice"],
    ["", { BACKLOT_VOICE: "no", BACKLOT_VOICE_PORT: "0" }, "BACKLOT_VOICE_PORT and BACKLOT_VOICE"]
  ])("not off and somewhere: %s %o", ([args, variables, names]) =>
    Effect.gen(function* () {
      expect(yield* parse(args, variables, voiceChoice)).toBe(`${names} exclude each other; give one of them`)
    })
  )
})
