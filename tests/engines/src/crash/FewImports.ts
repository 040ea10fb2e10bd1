/**
 * Loaded by `node --import` into the programs of crash tests. It makes `import { Effect } from "effect"` load only that
 * module instead of all of Effect, which halves their start time.
 */
import { registerHooks } from "node:module"

const FROM_EFFECT = /^import \{([^}]*)\} from "effect"/gm

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    if (url.includes("/node_modules/") || loaded.source === undefined || loaded.source === null) return loaded
    return { ...loaded, source: String(loaded.source).replace(FROM_EFFECT, (_, names: string) => modulesOf(names)) }
  }
})

const modulesOf = (names: string): string =>
  names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => name.split(" as "))
    .map(([name = "", own = name]) => `import * as ${own} from "effect/${name}"`)
    .join("; ")
