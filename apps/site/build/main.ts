/** Builds the site, or serves what was built on 127.0.0.1: `node build/main.ts [serve [PORT]]`. */
import { existsSync, rmSync } from "node:fs"
import { cp, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { preview } from "vite"
import { build } from "vitepress"
import type { Page } from "../pages.ts"
import { SETTINGS } from "../settings.ts"
import { linkFaults, readBuilt } from "./LinkCheck.ts"
import { llmsFullText, llmsText } from "./Llms.ts"
import { gatherPages } from "./Pages.ts"
import { takePictures } from "./Photographer.ts"
import { PICTURES } from "./Pictures.ts"
import { BUILT, PUBLIC, placeOf, ROOT, SITE } from "./Places.ts"

/** Unless another is given after `serve`; 0 is any free one. */
const PORT = 4173

const make = async (): Promise<void> => {
  rmSync(PICTURES, { recursive: true, force: true })
  // The program of a browser. It is part of the key of the cache, so that a site without pictures is not taken for one with.
  const chromium = process.env["BACKLOT_CHROMIUM"] ?? ""
  if (chromium === "") console.log("BACKLOT_CHROMIUM names no Chromium, so that the pages show no pictures.")
  else await takePictures(chromium)
  await gatherPages()
  if (existsSync(PICTURES)) await cp(PICTURES, join(PUBLIC, "pictures"), { recursive: true })
  await mkdir(PUBLIC, { recursive: true })
  const linkOf = ({ file }: Page) => `${SETTINGS.base}${placeOf(file).replace(/\.md$/, ".html")}`
  await writeFile(join(PUBLIC, "llms.txt"), llmsText(ROOT, linkOf))
  await writeFile(join(PUBLIC, "llms-full.txt"), llmsFullText(ROOT))
  await build(SITE)
  const faults = linkFaults(readBuilt(BUILT, SETTINGS.base))
  if (faults.length > 0) throw new Error(`links of the site lead nowhere:\n${faults.join("\n")}`)
}

const serve = async (port: number): Promise<void> => {
  const server = await preview({
    root: SITE,
    base: SETTINGS.base,
    configFile: false,
    appType: "mpa",
    logLevel: "warn",
    build: { outDir: BUILT },
    preview: { host: "127.0.0.1", port, strictPort: true }
  })
  console.log(`The site is at ${server.resolvedUrls?.local[0]}; Ctrl-C ends it.`)
}

const [command, port = String(PORT)] = process.argv.slice(2)
await (command === "serve" ? serve(Number(port)) : make())
