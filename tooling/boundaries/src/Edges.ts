/**
 * The allowed imports as data: one row per package of architecture.md "The house". A package without a row is refused.
 * The rows apply to sources; tests may import whatever their package declares.
 */

export interface Edges {
  /** Workspace packages by folder name; a path after the name allows only that export. */
  readonly workspace: ReadonlyArray<string>
  /** Modules of `effect` beside its core: a family (`http` for `effect/http` and all below it) or one module. */
  readonly effect: "any" | ReadonlyArray<string>
  /** `node:*` modules. */
  readonly node: boolean
  /** External packages beside effect. "declared" allows all that the manifest declares. */
  readonly external: "declared" | ReadonlyArray<string>
  readonly world: World
}

/** pure: no clock, no chance. composed: both only through ports. free: an adapter, which provides them. */
export type World = "pure" | "composed" | "free"

/** The packages that a server is composed of. */
const below = [
  ...["domain", "document", "protocol", "ports", "usecases"],
  ...["adapters-memory", "adapters-file", "adapters-postgres"]
]

/** Pure and marked stable by effect, although their families are not. */
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

/** Reaches the server only over the wire. */
const outsider: Edges = { ...app, workspace: ["domain", "document", "protocol", "client"] }

export const edges: Readonly<Record<string, Edges>> = {
  // Patterns that users give run in time linear in the text.
  "packages/domain": { ...pure, external: ["re2js"] },
  "packages/document": { ...pure, workspace: ["domain"], external: "declared" },
  "packages/protocol": { ...pure, workspace: ["domain"], effect: wire },
  "packages/ports": { ...pure, workspace: ["domain"] },
  "packages/usecases": { ...pure, workspace: ["domain", "ports"] },
  "packages/adapters-memory": adapter,
  "packages/adapters-file": adapter,
  "packages/adapters-postgres": adapter,
  // Secrets of its users come from WebCrypto, which every browser has; a program with only this package has no port for
  // them.
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
  // A page in a browser: its clock and its timers are those of the screen. What records, plays and shows runs is loaded
  // when somebody asks for it; nothing of it may need Node.
  "apps/console": {
    ...outsider,
    workspace: [
      "domain",
      "document",
      "protocol",
      "scenario",
      "player",
      "simulator/record/ToScenario",
      ...["AppVerdict", "StepResults"].map((module) => `simulator/run/${module}`),
      ...["Amount", "Anchor", "CardNames", "MessageCards", "ReportData", "RunData", "ScreenCards"].map(
        (module) => `simulator/report/${module}`
      )
    ],
    world: "free"
  },
  // A part of a page in a browser that asks no server: the rules themselves run there.
  "apps/playground": { ...pure, workspace: ["domain", "document"], external: "declared", world: "free" },
  "apps/cli": app,
  // It is made of what the others built.
  "apps/backlot": app,
  // Its scripts read the sources; it has none itself.
  "apps/site": app
}

/**
 * The rooms of a package in order: each may import those before it. `.` is the folder `src` itself. A package with one
 * room has no row.
 */
export const rooms: Readonly<Record<string, ReadonlyArray<string>>> = {
  "packages/domain": [
    ...["base", "record", "event", "limit", "error", "element", "validation"],
    ...["command", "component", "oauth", "permission", "guild", "scheduled-event", "moderation", "application"],
    ...[
      "message",
      "interaction",
      "lobby",
      "gateway",
      "typing",
      "command/advice",
      "world/rule",
      "world/field",
      "world/element",
      "world",
      "audit"
    ],
    "planned-fault"
  ],
  "packages/protocol": ["error", "gateway", "openapi", "rest", "control"],
  "packages/ports": [".", "conformance/suite", "conformance/storage", "conformance"],
  "packages/usecases": [
    ...["outbound", "store", "access", "event", "audit", "application", "command", "message", "interaction", "lobby"],
    ...[
      "gateway",
      "planned-fault",
      "token",
      "webhook",
      "world",
      "scheduled-event",
      "expression",
      "guild",
      "user",
      "oauth",
      "inspect"
    ]
  ],
  "packages/client": [".", "application", "session"],
  "packages/server": [
    ...[
      "boot",
      "observability",
      "http",
      "front",
      "delivery",
      "voice",
      "gateway",
      "rest",
      "console",
      "world",
      "control",
      "authorize",
      "."
    ]
  ],
  "packages/scenario": [".", "match", "step", "describe", "variable", "schema", "file"],
  "packages/player": ["judge", "name", "stage", "turn", "act", "."],
  "packages/simulator": [
    ...[
      "model",
      "predict",
      "generate",
      "random",
      "record",
      "intercept",
      "run",
      "report",
      "load",
      "load/page",
      "scenario"
    ]
  ],
  "packages/testkit": ["wire", "library", "."],
  "apps/console": [
    ...["ui", "api", "state", "live", "place", "use", "act"],
    ...["forum", "context", "markdown", "media", "component", "message", "menu", "modal"].map((room) => `chat/${room}`),
    ...["chat", "composer"],
    ...["part", "decision", "permission", "interaction", "log", "now", "world"].map((room) => `inspector/${room}`),
    "inspector",
    ...["part", "replay", "record", "viewer/style", "viewer", "run"].map((room) => `play/${room}`),
    ...["play", "shell", "."]
  ],
  "apps/playground": ["model", "view", "."],
  "apps/cli": [
    "control",
    "given",
    "process",
    "check",
    "stage",
    "world",
    "open",
    "prompt",
    "serve",
    "demo",
    "exec",
    "simulate",
    "init",
    "mcp",
    "."
  ]
}

/** The ports' conformance suites are tests that other packages run, so their sources may import these too. */
export const suites = {
  files: /^packages\/ports\/src\/(?:\w+\/)*\w*conformance\w*(?:\/|\.ts$)/i,
  effect: ["testing"],
  external: ["vitest", "@effect/vitest"]
}

/**
 * Entry points: the only file of an app that may read the environment and the wall clock. For the testkit it is the
 * module that the user's tests call, and those that their runner loads.
 */
export const main = /^(?:apps\/[\w-]+\/src\/main|packages\/testkit\/src\/(?:Backlot|JestReporter|VitestReporter))\.ts$/

/**
 * Modules that no other package imports, but that the compiler names in the declarations of one, because it inferred a
 * type of theirs. If they were blocked, that type would be `any` (test/Declarations.program.test.ts).
 */
export const neededByTypes: ReadonlyArray<string> = [
  "@backlot/domain/record/GuildRecord",
  "@backlot/domain/record/EventRecord",
  "@backlot/domain/record/PremiumRecord",
  "@backlot/domain/record/Lobby",
  "@backlot/domain/audit/AuditDraft",
  "@backlot/domain/record/WelcomeScreen",
  "@backlot/domain/record/Adornment",
  "@backlot/domain/error/GuildError",
  "@backlot/domain/error/ThreadError",
  "@backlot/domain/error/SdkError"
]

/** Documented import paths of modules that moved to another package: these files only re-export them. */
export const faces: ReadonlySet<string> = new Set([
  "packages/client/src/PickerRank.ts",
  "packages/simulator/src/scenario/Scenario.ts"
])
