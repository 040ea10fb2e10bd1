import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"

/**
 * One run for every package, a project each: `vitest run --project domain typing` runs the tests of one room.
 * `BACKLOT_QUICK=1` leaves out what needs a build, PostgreSQL or another program. `BACKLOT_DEEP=1` draws more.
 */
const root = fileURLToPath(new URL(".", import.meta.url))
const isOn = (variable: string) => (process.env[variable] ?? "") !== ""
const [quick, deep] = [isOn("BACKLOT_QUICK"), isOn("BACKLOT_DEEP")]

/** Workspace packages resolve to their TypeScript sources. */
const conditions = ["@backlot/source", "node", "import", "module", "default"]

/** They need the built program, PostgreSQL, or a program of another kind. */
const left = new Set(["adapters-postgres", "bench", "bootstrap", "libraries", "packed", "python"])

/** The official document judges every answer of a server, the published types every payload that an app receives. */
const setupFiles = [
  "tooling/bootstrap/src/InProject.ts",
  ...["official", "published"].map((judge) => `tests/judges/src/${judge}/setup.ts`),
  ...(quick ? ["tooling/bootstrap/src/NoPrograms.ts"] : [])
].map((file) => join(root, file))

const project = (
  name: string,
  folder: string,
  test: TestProjectInlineConfiguration["test"] = {}
): TestProjectInlineConfiguration => ({
  root: folder,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name,
    include: ["test/**/*.test.ts"],
    exclude: ["test/**/*.postgres.test.ts", ...(quick ? ["test/**/*.program.test.ts"] : [])],
    setupFiles: [...setupFiles, join(folder, "test/Setup.ts")].filter(existsSync),
    globalSetup: [join(folder, "test/GlobalSetup.ts")].filter(existsSync),
    provide: { folder, engines: "memory" },
    // The files of a worker share their modules, which are loaded once.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    ...test
  }
})

const packages = ["packages", "apps", "tests", "tooling", "examples"].flatMap((group) =>
  readdirSync(join(root, group))
    .filter((name) => existsSync(join(root, group, name, "test")) && !(quick && left.has(name)))
    .map((name) => project(name, join(root, group, name)))
)

/** The tests of the use cases that ask for a store, on the file and on PostgreSQL (tests/engines). */
const engines = () => {
  const folder = join(root, "packages/usecases")
  const files = globSync("test/**/*.test.ts", { cwd: folder }).filter(
    (file) => file.endsWith(".postgres.test.ts") || readFileSync(join(folder, file), "utf8").includes("EachStore(")
  )
  return project("engines on use cases", folder, {
    include: files,
    exclude: [],
    globalSetup: [join(root, "tooling/postgres/src/GlobalSetup.ts")],
    provide: { folder, engines: deep ? "every" : "pairwise" }
  })
}

export default defineConfig({
  test: {
    // More than the cores, because many tests wait for a connection or a process.
    maxWorkers: quick ? 2 : 3,
    projects: quick ? packages : [...packages, engines()],
    reporters: [join(root, "tooling/bootstrap/src/RunReporter.ts")],
    // What one project has transformed serves the others, and the next run.
    fsModuleCache: true,
    // What a passing test prints is noise.
    silent: "passed-only",
    passWithNoTests: false
  }
})
