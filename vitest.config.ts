import { existsSync, globSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"
import { isDeclined } from "./tooling/bootstrap/src/Chromium.mjs"

/**
 * One run for every package. `vitest run --project domain typing` runs the tests of one room: with `--project`, each
 * package is a project. Otherwise all packages are one project, because vitest starts new workers for every project, and
 * each of them loads all modules again.
 * `BACKLOT_QUICK=1` leaves out what needs a build, PostgreSQL, another program (`.program.test.ts`) or several
 * seconds (`.long.test.ts`). `BACKLOT_NO_CHROMIUM=1` leaves out what needs a browser (`.browser.test.ts`) where there is
 * none. `BACKLOT_DEEP=1` draws more, and runs the tests of the wire on PostgreSQL too,
 * on one server and on three.
 */
const root = fileURLToPath(new URL(".", import.meta.url))
const isOn = (variable: string) => (process.env[variable] ?? "") !== ""
const [quick, deep] = [isOn("BACKLOT_QUICK"), isOn("BACKLOT_DEEP")]
const perPackage = process.argv.some((argument) => argument.startsWith("--project"))

/** Files of temporary folders come into it too and are never asked for again, so it is made anew from time to time. */
const compiled = join(root, "node_modules/.cache/node-compile")
if (existsSync(compiled) && readdirSync(compiled, { recursive: true }).length > 10_000)
  rmSync(compiled, { recursive: true, force: true })

/** Workspace packages resolve to their TypeScript sources. */
const conditions = ["@backlot/source", "node", "import", "module", "default"]

/** They need the built program, PostgreSQL, or a program of another kind. */
const left = new Set(["adapters-postgres", "bench", "bootstrap", "libraries", "packed", "python"])

/** The official document judges every answer of a server, the published types every payload that an app receives. */
const setupFiles = [
  "tooling/bootstrap/src/InPackage.ts",
  ...["official", "published"].map((judge) => `tests/judges/src/${judge}/setup.ts`),
  ...(quick ? ["tooling/bootstrap/src/NoPrograms.ts"] : [])
].map((file) => join(root, file))

const project = (
  name: string,
  folders: ReadonlyArray<string>,
  test: TestProjectInlineConfiguration["test"] = {}
): TestProjectInlineConfiguration => ({
  root,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name,
    include: folders.map((folder) => `${folder}/test/**/*.test.ts`),
    exclude: [
      "**/*.postgres.test.ts",
      ...(quick ? ["**/*.program.test.ts", "**/*.long.test.ts"] : []),
      ...(isDeclined(process.env) ? ["**/*.browser.test.ts"] : [])
    ],
    setupFiles,
    globalSetup: folders.map((folder) => join(root, folder, "test/GlobalSetup.ts")).filter(existsSync),
    // Hundreds of programs are started; each loads what the first one compiled.
    env: { NODE_COMPILE_CACHE: compiled },
    provide: { root, engines: "memory" },
    // The files of a worker share their modules, which are loaded once.
    isolate: false,
    // Only a hang takes so long: how fast the machine is, and whether it stands still for a while, decides no test.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
    ...test
  }
})

const packages = ["packages", "apps", "tests", "tooling", "examples"].flatMap((group) =>
  readdirSync(join(root, group))
    .filter((name) => existsSync(join(root, group, name, "test")) && !(quick && left.has(name)))
    .map((name) => ({ name, folder: `${group}/${name}` }))
)

/**
 * The tests of the use cases that ask for a store, on the file and on PostgreSQL (tests/engines), and what needs PostgreSQL:
 * servers that share one.
 */
const engines = () => {
  const folder = "packages/usecases"
  const include = globSync(`${folder}/test/**/*.test.ts`, { cwd: root }).filter(
    (file) => file.endsWith(".postgres.test.ts") || readFileSync(join(root, file), "utf8").includes("EachStore(")
  )
  include.push(...globSync("tests/{wire,libraries}/test/**/*.postgres.test.ts", { cwd: root }))
  return project("engines on use cases", [folder], {
    include,
    exclude: [],
    globalSetup: [join(root, "tooling/postgres/src/GlobalSetup.ts")],
    provide: { root, engines: deep ? "every" : "pairwise" }
  })
}

/** The tests of the wire, with PostgreSQL instead of memory; the trips name the files of the memory engine. */
const wireOnDatabase = (name: string, setup: string) =>
  project(name, ["tests/wire"], {
    exclude: ["**/*.postgres.test.ts", "**/Trips.test.ts"],
    globalSetup: [join(root, "tooling/postgres/src/GlobalSetup.ts")],
    setupFiles: [...setupFiles, join(root, "tests/wire/test", setup)]
  })

const onDatabase = () => [
  wireOnDatabase("wire on PostgreSQL", "OnDatabase.ts"),
  wireOnDatabase("wire on three servers", "nodes/OnNodes.ts")
]

const projects = perPackage
  ? packages.map(({ name, folder }) => project(name, [folder]))
  : [
      project(
        "packages",
        packages.map(({ folder }) => folder)
      )
    ]

export default defineConfig({
  test: {
    // More than the cores, because many tests wait for a connection or a process.
    maxWorkers: 3,
    projects: quick ? projects : [...projects, engines(), ...(deep || perPackage ? onDatabase() : [])],
    reporters: [join(root, "tooling/bootstrap/src/RunReporter.ts")],
    // What one project has transformed serves the others, and the next run.
    fsModuleCache: true,
    // What a passing test prints is noise.
    silent: "passed-only",
    passWithNoTests: false
  }
})
