/** A world given as text, YAML 1.2 or JSON: decodes it, or refuses it with the place of every fault. Source: product.md "World file". */
import * as DocumentText from "@backlot/document/DocumentText"
import { formatFaults, type PlacedFault, placeFaults } from "@backlot/document/PlacedFault"
import * as Limits from "@backlot/domain/base/Limits"
import { shapeOf, unmatchedBuckets } from "@backlot/domain/limit/RateLimit"
import type { World } from "@backlot/domain/record/World"
import { publishedFaults, withoutPublished } from "@backlot/domain/world/PublishedSecrets"
import { Secrets } from "@backlot/ports/Secrets"
import { Rest } from "@backlot/protocol/rest/Rest"
import * as Worlds from "@backlot/usecases/world/Worlds"
import { Data, Effect, Result } from "effect"

export interface GivenWorld {
  /** The name of the text in messages. */
  readonly file: string
  readonly text: string
}

/** `message` is one line for a person, or one line per fault: `file:line:column path: message [CODE]`. */
export class WorldUnusable extends Data.TaggedError("WorldUnusable")<{
  readonly message: string
  /** All faults with their places, if the text can be parsed. */
  readonly faults?: ReadonlyArray<PlacedFault>
}> {}

/** What becomes of the secrets that are published with the demo world. */
export type Published = "kept" | "refused" | "made anew"

export const decode = Effect.fnUntraced(function* ({ file, text }: GivenWorld, published: Published = "kept") {
  const parsed = parse(text, DocumentText.formatOf(file))
  if (Result.isFailure(parsed)) {
    const { line, column, message } = parsed.failure
    return yield* new WorldUnusable({ message: `${file}:${line}:${column} ${message}` })
  }
  const { value, locate } = parsed.success
  const decoded = yield* decodeValue(value, published)
  if (Result.isFailure(decoded)) {
    const faults = placeFaults(decoded.failure, locate)
    return yield* new WorldUnusable({ message: formatFaults(file, faults).join("\n"), faults })
  }
  return decoded.success
})

export const decodeValue = Effect.fnUntraced(function* (value: unknown, published: Published) {
  const { sha256 } = yield* Secrets
  if (published === "made anew") return yield* Worlds.decode(withoutPublished(value, sha256))
  const faults = published === "refused" ? publishedFaults(value, sha256) : []
  return faults.length > 0 ? Result.fail(faults) : yield* Worlds.decode(value)
})

/** Returns a value with the line and column of each part. */
export const parse = (text: string, format: DocumentText.Format = "yaml") =>
  DocumentText.parse(text, {
    format,
    empty: "It is empty. A world is a mapping with fields such as applications, users and guilds; {} is one with none",
    depth: Limits.http.worldDepth
  })

/** Keeps a bucket that limits no route, with a warning: the world may be for a later version. Our choice: docs/choices.md "World file". */
export const warnOfUnmatched = (world: World): Effect.Effect<void> =>
  Effect.forEach(
    world.rate_limits.flatMap(({ buckets }) => unmatchedBuckets(buckets, routes())),
    ({ method, path }) =>
      Effect.logWarning(`The world's rate limit of ${method} ${path} limits no route of this version`),
    { discard: true }
  )

const routes = () =>
  Rest.groups.flatMap(({ endpoints }) =>
    Object.values(endpoints).map(({ method, path }) => ({ method, shape: shapeOf(path) }))
  )
