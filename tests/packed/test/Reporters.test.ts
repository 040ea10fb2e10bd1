/** `backlot/vitest` and `backlot/jest` in an empty project whose tests fail. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type Projects, pack, run } from "./Projects.ts"

let projects: Projects

// Programs of their own, which take long on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 })

beforeAll(() => {
  projects = pack()
})

afterAll(() => projects.remove())

const RUNNERS = [
  {
    runner: "vitest",
    config: [
      "vitest.config.js",
      'export default { test: { globals: true, reporters: ["default", "backlot/vitest"] } }'
    ],
    args: ["node_modules/vitest/vitest.mjs", "run", "--testTimeout=60000"],
    separator: " > "
  },
  {
    runner: "jest",
    config: ["jest.config.js", 'export default { reporters: ["default", "backlot/jest"], transform: {} }'],
    args: ["--experimental-vm-modules", "node_modules/jest/bin/jest.js", "--testTimeout=60000"],
    separator: " "
  }
] as const

describe.each(RUNNERS)("the reporter of $runner", ({ runner, config: [file, text], args, separator }) => {
  it("keeps the traces of failed tests, names each below the failures, and removes those of an earlier run", async () => {
    const project = projects.make(`reporters-${runner}`, ["backlot", runner])
    cpSync(join(import.meta.dirname, "../projects/reporters"), project, { recursive: true })
    writeFileSync(join(project, file), text)
    const { code, output } = await run(project, args)
    expect(code).toBe(1)
    const name = (test: string) => ["the shop", test].join(separator)
    const folder = join(project, "backlot-traces")
    const [hook = "", own = "", shared = "", suite = ""] = [
      "hooks-test-js-passes-beside-the-hook-of-the-file",
      "shop-test-js-the-shop-has-cats",
      "shop-test-js-the-shop-is-asked-and-then-the-test-itself-fails",
      "suite-test-js-a-suite-passes-beside-its-hook"
    ]
    expect(readdirSync(folder).sort()).toEqual([hook, own, shared, suite])
    const [, told = ""] = output.split("Backlot traces of failed tests:\n")
    expect(told).toContain(`  shop.test.js: ${name("has cats")}\n    backlot-traces/${own}\n`)
    expect(told).toContain(`    backlot-traces/${shared}\n`)
    for (const [file, trace] of [
      ["hooks", hook],
      ["suite", suite]
    ])
      expect(told).toContain(`  ${file}.test.js: a hook\n    backlot-traces/${trace}\n`)
    // Where an act failed, the message has it too.
    expect(output).toContain(`Trace:\n`)
    expect(output).toContain(join(folder, own))
    const read = (path: string) => readFileSync(join(folder, path), "utf8")
    expect(read(`${own}/transcript.txt`)).toMatch(/alice in #general says "before"[\s\S]*Cat/)
    expect(read(`${own}/app-1.log`)).toContain("$ node bot.mjs\nready for pets\n")
    expect(JSON.parse(read(`${shared}/traces.json`))).toMatchObject([{ command: { name: "adopt" } }])
    const passing = await run(project, [...args, "-t", "answers"])
    expect(passing.output).not.toContain("Backlot traces")
    expect(passing.code).toBe(0)
    expect(existsSync(folder)).toBe(false)
  })
})
