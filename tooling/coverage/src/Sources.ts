/** The sources of the coverage page: official operations, the contract, the record of tests, gateway events. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { coverageOf, type Endpoint, signatureOf } from "@backlot/protocol/openapi/Coverage"
import { officialOperations } from "@backlot/protocol/openapi/OfficialOperations"
import { Rest } from "@backlot/protocol/rest/Rest"
import { GatewayDispatchEvents } from "discord-api-types/v10"
import type { RecordedTests } from "./Recorded.ts"

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly implemented: boolean
  /** Test files in which the operation succeeded, from the root of the repository. */
  readonly tests: ReadonlyArray<string>
}

export interface GatewayEvent {
  readonly name: string
  readonly dispatched: boolean
  /** Test files that contain its name. */
  readonly tests: ReadonlyArray<string>
}

export interface Sources {
  readonly operations: ReadonlyArray<Operation>
  /** Endpoints of the contract that the official document lacks. */
  readonly beyond: ReadonlyArray<Endpoint>
  readonly events: ReadonlyArray<GatewayEvent>
}

export const readSources = (root: string, recorded: RecordedTests): Sources => {
  const endpoints = Rest.groups.flatMap((group) => Object.values(group.endpoints))
  const official = new Set(officialOperations().map(signatureOf))
  return {
    operations: coverageOf(endpoints).map(({ operation, implemented }) => ({
      ...operation,
      implemented,
      tests: testsOf(recorded, operation.id)
    })),
    beyond: endpoints.filter((endpoint) => !official.has(signatureOf(endpoint))),
    events: readEvents(root)
  }
}

/** Files with the fewest operations come first: they test this operation in particular. */
const testsOf = (recorded: RecordedTests, id: string): ReadonlyArray<string> =>
  Object.entries(recorded)
    .filter(([, operations]) => operations.includes(id))
    .sort(([a, some], [b, others]) => some.length - others.length || (a < b ? -1 : 1))
    .map(([file]) => file)

/** Files that dispatch: every quoted event name in them is dispatched. */
const DISPATCHING =
  /^packages\/(?:usecases\/src\/(?:gateway|interaction)|server\/src\/gateway|domain\/src\/gateway)\/\w+\.ts$/

/** `events`: the names to look for; by default all that are published. */
export const readEvents = (root: string, events: ReadonlyArray<string> = PUBLISHED): ReadonlyArray<GatewayEvent> => {
  const files = ["packages", "apps", "tests", "tooling"].flatMap((folder) => typescript(root, folder))
  const texts = (wanted: (file: string) => boolean) =>
    files.filter(wanted).map((file) => ({ file, names: namesIn(readFileSync(join(root, file), "utf8")) }))
  const dispatched = new Set(texts((file) => DISPATCHING.test(file)).flatMap(({ names }) => [...names]))
  const tests = texts((file) => file.endsWith(".test.ts") && !file.startsWith("tooling/coverage/"))
  return events.toSorted().map((name) => ({
    name,
    dispatched: dispatched.has(name),
    tests: tests.filter(({ names }) => names.has(name)).map(({ file }) => file)
  }))
}

/** Lobby events of client sessions; they have no published types (wire-rest.md §6.3). */
const OF_CLIENTS = [
  "LOBBY_CREATE",
  "LOBBY_DELETE",
  "LOBBY_MEMBER_ADD",
  "LOBBY_MEMBER_CONNECT",
  "LOBBY_MEMBER_DISCONNECT",
  "LOBBY_MEMBER_REMOVE",
  "LOBBY_MEMBER_UPDATE",
  "LOBBY_MESSAGE_CREATE",
  "LOBBY_MESSAGE_DELETE",
  "LOBBY_MESSAGE_UPDATE",
  "LOBBY_UPDATE"
]

const PUBLISHED = [...Object.values(GatewayDispatchEvents), ...OF_CLIENTS]

const typescript = (root: string, folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : typescript(root, path)
    return entry.name.endsWith(".ts") ? [path] : []
  })

const SKIPPED = new Set(["node_modules", "dist", ".turbo", ".cache", "client", "bench"])

/** Quoted names in capitals, outside comments. */
export const namesIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "").matchAll(/["'`]([A-Z][A-Z_]+)["'`]/g)].map(
      ([, name = ""]) => name
    )
  )
