/**
 * The plotting library, as texts that a page carries. The build of the program puts them in place (`BACKLOT_UPLOT`);
 * anywhere else they are read from the package.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

export interface PageAssets {
  readonly script: string
  readonly style: string
}

declare const BACKLOT_UPLOT: PageAssets | undefined

/** Read when a page is first made. */
export const pageAssets = (): PageAssets => (typeof BACKLOT_UPLOT === "undefined" ? fromPackage() : BACKLOT_UPLOT)

const fromPackage = (): PageAssets => {
  const { resolve } = createRequire(import.meta.url)
  const read = (file: string) => readFileSync(resolve(`uplot/dist/${file}`), "utf8")
  return { script: read("uPlot.iife.min.js"), style: read("uPlot.min.css") }
}
