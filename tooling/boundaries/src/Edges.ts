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

/** Everything but testkit. */
const everything = [
  ...[
    "domain",
    "document",
    "protocol",
    "ports",
    "usecases",
    "client",
    "adapters-memory",
    "adapters-file",
    "adapters-postgres"
  ],
  ...["server", "simulator", "console"]
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

const app: Edges = { workspace: everything, effect: "any", node: true, external: "declared", world: "composed" }

/** An app that reaches the server over the wire alone. */
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
  "packages/testkit": { ...app, workspace: [...everything.filter((name) => name !== "server"), "server/Embed"] },
  "apps/server": app,
  "apps/simulator": outsider,
  "apps/console": outsider,
  "apps/cli": app
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
