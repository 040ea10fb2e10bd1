/** Blocks of TypeScript that no other test runs: they compile under --strict against the packed packages. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Projects, run } from "../Projects.ts"
import type { Block } from "./Block.ts"

/** What a page leaves out because its text says it. */
const BEFORE: Readonly<Record<string, string>> = {
  "packages/adapters-postgres/README.md": `import * as Counters from "@backlot/adapters-postgres/Counters"
import * as Database from "@backlot/adapters-postgres/Database"
import * as EventBus from "@backlot/adapters-postgres/EventBus"
import * as Storage from "@backlot/adapters-postgres/Storage"
import { Layer, Redacted } from "effect"
`,
  "packages/client/README.md": 'import { Effect } from "effect"\n',
  "packages/testkit/README.md": `import { it } from "@effect/vitest"
import { Effect } from "effect"
declare const gatewayUrl: string
declare const token: string
declare const worldWith: (url: string) => unknown
`,
  "docs/interception.md": 'import { Backlot } from "backlot"\n'
}

export const INSTALLED = [
  ...["backlot", "@backlot/client", "@backlot/testkit", "@backlot/adapters-postgres"],
  ...["@types/node", "@effect/vitest", "effect", "typescript", "vitest"]
]

const OPTIONS = {
  target: "ES2024",
  lib: ["ES2024", "ESNext.Disposable", "DOM"],
  module: "NodeNext",
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: ["node"]
}

/** The bot that a page imports is the reader's. */
const BOT = { name: "src/bot.d.ts", text: "export {}\n" }

/** Whether the block imports from the same module itself. */
const isThere = (line: string, text: string): boolean => {
  const from = / from ".+"$/.exec(line)?.[0]
  return from !== undefined && text.includes(from)
}

let made = 0

/** What the compiler says of the blocks, each a module of its own. */
export const judgeCompiled = async (projects: Projects, blocks: ReadonlyArray<Pick<Block, "page" | "text">>) => {
  const project = projects.make(`blocks-${made++}`, INSTALLED)
  writeFileSync(join(project, "package.json"), '{ "type": "module" }')
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions: OPTIONS, include: ["test/*.ts", BOT.name] })
  )
  for (const folder of ["src", "test"]) mkdirSync(join(project, folder))
  writeFileSync(join(project, BOT.name), BOT.text)
  for (const [index, { page, text }] of blocks.entries()) {
    const before = (BEFORE[page] ?? "").split("\n").filter((line) => !isThere(line, text))
    writeFileSync(join(project, `test/block-${index}.ts`), `${before.join("\n")}\n${text}\nexport {}\n`)
  }
  const { code, output } = await run(project, ["node_modules/typescript/bin/tsc", "-p", "."])
  return code === 0 ? [] : [output]
}
