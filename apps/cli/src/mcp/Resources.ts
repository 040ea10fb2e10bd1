/** What an agent reads beside the tools: the documentation, schemas, the world, and what was played. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { scenarioJsonSchema } from "@backlot/scenario/file/ScenarioJsonSchema"
import { Effect, Schema } from "effect"
import * as McpServer from "effect/ai/McpServer"
import * as ServerWorld from "../world/ServerWorld.ts"
import { cut } from "./Bounded.ts"
import type { Place } from "./Place.ts"

/** A page or a schema is whole; of a world that is larger the end is left out. Our choice: docs/choices.md "Command line". */
const BYTES = 128 * 1024

interface Readable {
  readonly uri: string
  readonly name: string
  readonly description: string
  readonly mimeType: string
  readonly text: Effect.Effect<string, { readonly message: string }>
}

export const registerResources = Effect.fnUntraced(function* (place: Place) {
  for (const { text, ...about } of [...live(place), ...(yield* kept)]) {
    const { uri, mimeType } = about
    const content = Effect.map(text, (whole) => ({ contents: [{ uri, mimeType, text: cut(whole, BYTES) }] }))
    yield* McpServer.registerResource({ ...about, content })
  }
})

const live = ({ server, transcript }: Place): ReadonlyArray<Readable> => [
  {
    uri: "backlot://world",
    name: "World",
    description: "The whole state of the server as a world file, with the secrets of this test world.",
    mimeType: "application/yaml",
    text: ServerWorld.exported({ kind: "server", ...server }, "yaml")
  },
  {
    uri: "backlot://transcript",
    name: "Transcript",
    description: "What was done by these tools so far, and what came of it.",
    mimeType: "text/plain",
    text: Effect.sync(() => transcript.text())
  }
]

const schema = (name: string, what: string, text: () => string): Readable => ({
  uri: `backlot://schema/${name}`,
  name: `Schema of ${what}`,
  description: `The JSON Schema of ${what}: every field with its meaning.`,
  mimeType: "application/schema+json",
  text: Effect.sync(text)
})

/** Made by build.mjs: the pages that a writer of scenarios needs, and the published schema of worlds. */
const Docs = Schema.Struct({
  pages: Schema.Array(
    Schema.Struct({ name: Schema.String, title: Schema.String, description: Schema.String, text: Schema.String })
  ),
  worldSchema: Schema.String
})

const kept = Effect.map(
  Effect.promise(() => readFile(join(import.meta.dirname, "docs.json.br"))),
  (bytes): ReadonlyArray<Readable> => {
    const text = brotliDecompressSync(bytes).toString()
    const { pages, worldSchema } = Schema.decodeUnknownSync(Schema.fromJsonString(Docs))(text)
    return [
      schema("scenario", "scenario files", () => JSON.stringify(scenarioJsonSchema())),
      schema("world", "world files", () => worldSchema),
      ...pages.map(({ name, title, description, text }) => ({
        ...{ uri: `backlot://docs/${name}`, name: title, description, mimeType: "text/markdown" },
        text: Effect.succeed(text)
      }))
    ]
  }
)
