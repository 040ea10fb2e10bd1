/** Reads the world files that the user names. Source: product.md "World file". */
import { http } from "@backlot/domain/base/Limits"
import { StartError } from "@backlot/server/Server"
import type { GivenWorld } from "@backlot/server/world/GivenWorld"
import { Effect } from "effect"
import { readText } from "../given/GivenText.ts"
import { shownPath } from "../given/ShownPath.ts"

/** `-` is stdin. Errors name `taker`, the flag or command that needs the file. */
export const readWorld = Effect.fnUntraced(function* (path: string, taker: string) {
  const file = path === "-" ? "stdin" : shownPath(path)
  const text = yield* readText(path, http.worldFileBytes).pipe(
    Effect.mapError(
      ({ why }) =>
        new StartError({ message: `World file ${file} cannot be read: ${why}; ${taker} takes a YAML or JSON file` })
    )
  )
  return { file, text } satisfies GivenWorld
})
