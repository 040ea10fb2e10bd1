/** The declarations that the build has emitted, beside the `exports` of the packages. */
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { neededByTypes } from "../src/Edges.ts"
import { exportedFile, fromFiles, readFiles, workspaceImport } from "../src/Repository.ts"

const root = join(import.meta.dirname, "../../..")
const repository = fromFiles(readFiles(root))

/** Without those of sources that are gone, which the compiler leaves behind. */
const declarations = repository.packages.flatMap(({ folder }) =>
  globSync("dist/**/*.d.ts", { cwd: join(root, folder) })
    .filter((file) =>
      existsSync(join(root, folder, file.replace(/^dist(?:\/types)?/, "src").replace(/\.d\.ts$/, ".ts")))
    )
    .map((file) => ({ path: `${folder}/${file}`, text: readFileSync(join(root, folder, file), "utf8") }))
)

const named = declarations.flatMap(({ path, text }) =>
  [...text.matchAll(/(?:from|import)\s*\(?"([^"]+)"/g)].map(([, specifier = ""]) => ({ path, specifier }))
)

it("names no blocked module: a type of it would be any", () => {
  expect(declarations.length).toBeGreaterThan(500)
  const blocked = named.filter(({ specifier }) => {
    const found = workspaceImport(repository, specifier)
    return found !== undefined && exportedFile(repository.files, found.target, found.subpath) === undefined
  })
  expect(blocked, "add it to neededByTypes of Edges.ts, then `pnpm --filter @backlot/boundaries write`").toEqual([])
})

it("names every module that is offered for its types alone", () => {
  const specifiers = new Set(named.map(({ specifier }) => specifier))
  expect(neededByTypes.filter((specifier) => !specifiers.has(specifier))).toEqual([])
})
