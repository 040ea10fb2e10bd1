/** The examples as folders: an app, its README, its tests. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export const ROOT = join(import.meta.dirname, "../../..")

export interface Example {
  readonly name: string
  readonly readme: string
  /** Lines of its README's shell blocks, continued ones joined. */
  readonly commands: ReadonlyArray<string>
  /** Paths from the root. */
  readonly scenarios: ReadonlyArray<string>
  /** Names of its scenario files and tests. */
  readonly tests: ReadonlyArray<string>
}

/** Those that scenario files play: all but the one in Python, which has a test of its own. */
export const examples = (): ReadonlyArray<Example> =>
  readdirSync(join(ROOT, "examples"))
    .filter((name) => name !== "python" && existsSync(join(ROOT, "examples", name, "package.json")))
    .map((name) => {
      const readme = readFileSync(join(ROOT, "examples", name, "README.md"), "utf8")
      const within = (folder: string) =>
        existsSync(join(ROOT, "examples", name, folder)) ? readdirSync(join(ROOT, "examples", name, folder)) : []
      const scenarios = within(".").filter((file) => /\.scenario\.\w+$/.test(file))
      return {
        name,
        readme,
        commands: commandsIn(readme),
        scenarios: scenarios.map((file) => `examples/${name}/${file}`),
        tests: [...scenarios, ...within("test").filter((file) => file.endsWith(".test.ts"))]
      }
    })

export const commandsIn = (page: string): ReadonlyArray<string> =>
  Array.from(page.matchAll(/^```sh\n([\s\S]*?)^```/gm), ([, block = ""]) => block).flatMap((block) =>
    block
      .replaceAll(/\\\n\s*/g, "")
      .split("\n")
      .map((line) => line.replace(/\s+#.*$/, ""))
      .filter((line) => line !== "")
  )
