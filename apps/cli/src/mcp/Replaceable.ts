/** Where an agent may write a world: in the folder in which it works, and over no file but a world. Source: docs/agents.md. */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs"
import { dirname, isAbsolute, relative, sep } from "node:path"
import { listOf } from "@backlot/scenario/Fields"
import * as GivenWorld from "@backlot/server/world/GivenWorld"
import { formatOf } from "@backlot/server/world/WorldText"
import { Effect, Result } from "effect"
import { ToolRefused } from "./ToolRefused.ts"

/** Larger files are not read. */
const BYTES = 64 * 1024 * 1024

/** `target`: a path whose folder is there, with links resolved. */
export const replaceable = (target: string): Effect.Effect<void, ToolRefused> =>
  Effect.suspend(() => {
    const here = realpathSync(process.cwd())
    const way = relative(here, realpathSync(dirname(target)))
    if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) {
      return new ToolRefused({ message: `${target} is outside of ${here}: name a file in this folder or below it` })
    }
    if (!existsSync(target) || isWorld(target)) return Effect.void
    return new ToolRefused({ message: `${target} is there and is no world: name another file` })
  })

const isWorld = (path: string): boolean => {
  if (statSync(path).size > BYTES) return false
  const parsed = GivenWorld.parse(readFileSync(path, "utf8"), formatOf(path))
  return Result.isSuccess(parsed) && listOf(parsed.success.value, "users").length > 0
}
