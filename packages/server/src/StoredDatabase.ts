/** The world of a PostgreSQL database that no server uses. Source: product.md "First minute" (`world`, `--database-url`). */
import { Effect, Redacted } from "effect"
import * as OfflineWorld from "./OfflineWorld.ts"
import type { GivenWorld } from "./world/GivenWorld.ts"
import type { WorldFormat } from "./world/WorldText.ts"

const storeOf = (url: Redacted.Redacted): OfflineWorld.OfflineStore => {
  const name = shownAddress(url)
  const empty = `Database ${name} holds no world yet; \`serve --database-url\` or \`world import\` makes one`
  return {
    storage: { kind: "postgres", url, isAlone: true },
    isAbsent: Effect.flatMap(
      Effect.promise(() => import("./PostgresPorts.ts")),
      ({ isAbsent }) => isAbsent({ url })
    ),
    messages: {
      absent: empty,
      empty,
      inUse: `${name} is in use by a running server; ask that one with --server URL`
    }
  }
}

/** Without user and password. */
export const shownAddress = (url: Redacted.Redacted): string => {
  const { host, pathname } = new URL(Redacted.value(url))
  return `postgres://${host}${pathname}`
}

/** The whole world as text. */
export const exported = (url: Redacted.Redacted, format: WorldFormat) => OfflineWorld.exported(storeOf(url), format)

/** Makes the tables if they are missing. Keeps the stored clock mode. */
export const imported = (url: Redacted.Redacted, given: GivenWorld) => OfflineWorld.imported(storeOf(url), given)

/** Like the reset of a server without `--clock`: time is real afterwards, and rate limits begin anew. */
export const reset = (url: Redacted.Redacted) => OfflineWorld.reset(storeOf(url))
