/** Values and files that the build puts into the program: see build.mjs. */
import { join } from "node:path"

declare const BACKLOT_VERSION: string
declare const BACKLOT_DEMO_WORLD: string

/** The browser console, which lies beside the program. */
export const consoleFolder = join(import.meta.dirname, "console")

export const version = BACKLOT_VERSION

/** The world of a server without `--world`. */
export const demoWorld = { file: "the demo world", text: BACKLOT_DEMO_WORLD }
