/**
 * Who may import what, as data: one row per package of architecture.md "The house". A package without a row is
 * refused. The rows bind sources; tests may import whatever their package declares.
 */

export interface Edges {
  /** Workspace packages by their folder's name; a path behind it narrows the edge to that one export. */
  readonly workspace: ReadonlyArray<string>
  /** What of `effect` beside its core: a family (`http` for `effect/http` and all below it) or one module of one. */
  readonly effect: "any" | ReadonlyArray<string>
  /** `node:*` modules. */
  readonly node: boolean
  /** Packages from outside, beside effect. "declared" means whatever the manifest declares. */
  readonly external: "declared" | ReadonlyArray<string>
  readonly world: World
}

/** pure: no clock, no chance. composed: both through ports only. free: an adapter, where they come from. */
export type World = "pure" | "composed" | "free"

/** What a server is composed of. */
const below = [
  ...["domain", "document", "protocol", "ports", "usecases"],
  ...["adapters-memory", "adapters-file", "adapters-postgres"]
]

/** Pure, and marked stable by effect, though they stand in families that are not. */
const encodings = ["encoding/Base64", "encoding/Base64Url", "encoding/Hex"]

const wire = [...encodings, "http", "http-api"]

const pure: Edges = { workspace: [], effect: encodings, node: false, external: [], world: "pure" }

const adapter: Edges = {
  workspace: ["domain", "ports"],
  effect: "any",
  node: true,
  external: "declared",
  world: "free"
}

const app: Edges = {
  workspace: [...below, "server", "client", "scenario", "player", "simulator"],
  effect: "any",
  node: true,
  external: "declared",
  world: "composed"
}

/** Reaches the server over the wire alone. */
const outsider: Edges = { ...app, workspace: ["domain", "document", "protocol", "client"] }

export const edges: Readonly<Record<string, Edges>> = {
  "packages/domain": pure,
  "packages/document": { ...pure, workspace: ["domain"], external: "declared" },
  "packages/protocol": { ...pure, workspace: ["domain"], effect: wire },
  "packages/ports": { ...pure, workspace: ["domain"] },
  "packages/usecases": { ...pure, workspace: ["domain", "ports"] },
  "packages/adapters-memory": adapter,
  "packages/adapters-file": adapter,
  "packages/adapters-postgres": adapter,
  // Its users' secrets come from WebCrypto, which every browser has; no port reaches a program that only has this package.
  "packages/client": {
    ...pure,
    workspace: ["domain", "protocol"],
    effect: [...wire, "crypto/Digest", "crypto/SecureRandom"]
  },
  "packages/server": { ...app, workspace: below },
  "packages/scenario": { ...app, workspace: ["domain", "document"] },
  "packages/player": { ...app, workspace: ["domain", "protocol", "client", "scenario"] },
  "packages/simulator": { ...outsider, workspace: [...outsider.workspace, "scenario", "player"] },
  "packages/testkit": {
    ...app,
    workspace: [...app.workspace.filter((name) => name !== "server"), "server/Embed"]
  },
  "apps/console": outsider,
  "apps/cli": app
}

/**
 * The rooms of a package, each after those that it may import from. `.` is the folder `src` itself. A package that is
 * one room has no row.
 */
export const rooms: Readonly<Record<string, ReadonlyArray<string>>> = {
  "packages/domain": [
    ...["base", "record", "event", "limit", "error", "element", "validation"],
    ...["command", "component", "oauth", "permission", "guild", "application"],
    ...[
      "message",
      "interaction",
      "lobby",
      "gateway",
      "typing",
      "command/advice",
      "world/rule",
      "world/element",
      "world"
    ],
    "planned-fault"
  ],
  "packages/protocol": ["error", "gateway", "openapi", "rest", "control"],
  "packages/ports": [".", "conformance/suite", "conformance/storage", "conformance"],
  "packages/usecases": [
    ...["outbound", "store", "access", "event", "application", "command", "message", "interaction", "lobby"],
    ...["gateway", "planned-fault", "token", "user", "webhook", "world", "guild", "oauth"]
  ],
  "packages/adapters-file": [".", "crash"],
  "packages/client": [".", "application", "session"],
  "packages/server": [
    ...["boot", "observability", "http", "delivery", "gateway", "rest", "world", "control", "authorize", "."]
  ],
  "packages/scenario": [".", "match", "step", "describe", "variable", "schema", "file"],
  "packages/player": ["judge", "name", "stage", "turn", "act", "."],
  "packages/simulator": [
    ...["model", "predict", "generate", "random", "record", "run", "report", "load", "load/page", "scenario"]
  ],
  "packages/testkit": ["wire", "library", "."],
  "apps/cli": ["control", "given", "check", "process", "stage", "world", "serve", "exec", "simulate", "."]
}

/** The ports' conformance suites are tests that other packages run: their sources may import these too. */
export const suites = {
  files: /^packages\/ports\/src\/(?:\w+\/)*\w*conformance\w*(?:\/|\.ts$)/i,
  effect: ["testing"],
  external: ["vitest", "@effect/vitest"]
}

/**
 * Where a program begins: the one file of an app that may read the environment and the wall clock. Of the testkit it is
 * what a test calls, which is a program of somebody else's.
 */
export const main = /^(?:apps\/[\w-]+\/src\/main|packages\/testkit\/src\/Backlot)\.ts$/

/** Documented import paths of what has moved into another package: they only hand it on. */
export const faces: ReadonlySet<string> = new Set([
  "packages/client/src/PickerRank.ts",
  "packages/simulator/src/scenario/Scenario.ts"
])
