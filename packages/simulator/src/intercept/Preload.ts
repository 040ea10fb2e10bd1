/** A file that Node loads first. */
import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { PROGRAM } from "./InterceptProgram.generated.ts"
import type { Outside } from "./Outside.ts"
import { MIRRORED } from "./Tunnel.ts"

export interface PreloadOptions {
  /** Private, for the file. */
  readonly folder: string
  /** The port of the front. */
  readonly front: number
  readonly outside: ReadonlyArray<Outside>
  /** Whether the program is in a namespace, which holds back what does not run on Node. */
  readonly isHeld: boolean
}

/** The option of Node, and whether a program has loaded the file. */
export const preload = Effect.fnUntraced(function* ({ folder, front, outside, isHeld }: PreloadOptions) {
  const file = join(folder, "intercept.cjs")
  const mark = join(folder, "loaded")
  // A path with a blank is one word only in quotes.
  const option = `--require ${/\s/.test(file) ? JSON.stringify(file) : file}`
  const given = JSON.stringify({
    ...{ port: front, outside: outside.map(({ host }) => host), option, mark, tellsOthers: !isHeld },
    ...(isHeld && { mirrored: join(folder, MIRRORED) })
  })
  yield* Effect.promise(() => writeFile(file, `const BACKLOT = ${given};\n${PROGRAM}\n`))
  return { option, isLoaded: () => existsSync(mark) }
})
