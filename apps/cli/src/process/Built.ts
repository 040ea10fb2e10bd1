/** Values that the build puts into the program: see build.mjs. */

declare const BACKLOT_VERSION: string
declare const BACKLOT_DEMO_WORLD: string

export const version = BACKLOT_VERSION

/** The world of a server without `--world`. */
export const demoWorld = { file: "the demo world", text: BACKLOT_DEMO_WORLD }
