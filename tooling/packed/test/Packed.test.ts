import { readFileSync } from "node:fs"
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

describe("a packed package", () => {
  it("depends on versions that a registry has, none of the workspace", () => {
    const ranges = projects.manifests.flatMap(({ name, dependencies, peerDependencies }) =>
      Object.entries({ ...dependencies, ...peerDependencies }).map(([wanted, range]) => `${name}: ${wanted}@${range}`)
    )
    expect(ranges.length).toBeGreaterThan(50)
    expect(ranges.filter((range) => !/@\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(range))).toEqual([])
  })

  it("depends on packages that are published with it", () => {
    const names = new Set(projects.manifests.map(({ name }) => name))
    const own = projects.manifests.flatMap(({ dependencies = {} }) =>
      Object.keys(dependencies).filter((name) => name.startsWith("@backlot/"))
    )
    expect(own.filter((name) => !names.has(name))).toEqual([])
  })

  it("asks for Node 22.19 or newer", () => {
    expect(new Set(projects.manifests.map(({ engines }) => engines?.node))).toEqual(new Set([">=22.19"]))
  })
})

/** What is bundled goes with the licences of those who wrote it. */
const expectLicences = (project: string, name: string) => {
  const licences = readFileSync(join(project, "node_modules", name, "dist/THIRD-PARTY-LICENSES"), "utf8")
  expect(licences).toMatch(/^effect \d[\d.]* \(MIT\)$/m)
  expect(licences).toContain("Permission is hereby granted")
}

/** Their defaults are 5 s; node:test has none. */
const PATIENT = "--testTimeout=60000"

/** Each ends by itself: what a stopped server left behind would keep the runner alive. */
const RUNNERS = [
  { runner: "vitest", args: ["node_modules/vitest/vitest.mjs", "run", PATIENT], passed: /Tests\s+2 passed \(2\)/ },
  { runner: "jest", args: ["node_modules/jest/bin/jest.js", PATIENT], passed: /Tests:\s+2 passed, 2 total/ },
  { runner: "node-test", args: ["--test"], passed: /pass 2\n/ }
] as const

describe("the testkit in an empty project", () => {
  it.each(RUNNERS)(
    "plays three users and a late answer with $runner, which then ends",
    async ({ runner, args, passed }) => {
      const installed = ["@backlot/testkit", "discord.js", ...(runner === "node-test" ? [] : [runner])]
      const { code, output } = await run(projects.make(runner, installed, ["bot.mjs"]), args)
      expect(output).toMatch(passed)
      expect(code).toBe(0)
      expect(output).not.toMatch(/did not exit|Warning/)
    }
  )
})

describe("the types of the testkit", () => {
  it("are there for who imports and for who requires, under --strict with the libraries checked too", async () => {
    const project = projects.make("both-kinds", ["@backlot/testkit", "typescript", "@types/node"])
    expectLicences(project, "@backlot/testkit")
    const compiled = await run(project, ["node_modules/typescript/bin/tsc", "-p", "."])
    expect(compiled).toEqual({ code: 0, output: "" })
  })
})

describe("the first test of a bot's author", () => {
  it.each(["vitest/adopt.test.ts", "jest/adopt.test.js", "node-test/adopt.test.js"])(
    "has three users and a deferred answer in under ten lines: %s",
    (file) => {
      const lines = readFileSync(join(import.meta.dirname, "../projects", file), "utf8").split("\n")
      const written = lines.filter((line) => line.trim() !== "")
      expect(written.join("\n")).toMatch(/"alice", "bob", "carol"[\s\S]*state: "deferred"/)
      // Node 22 has no `await using`, which costs a line where no tool compiles.
      expect(written.length).toBeLessThan(file.startsWith("node-test") ? 11 : 10)
    }
  )

  it("is the one of docs/testkit.md", () => {
    const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8")
    expect(read("../../../docs/testkit.md")).toContain(read("../projects/vitest/adopt.test.ts"))
  })
})

describe("the domain in an empty project", () => {
  it("compiles under --strict with the libraries checked too, and runs without a server or a runtime of Effect", async () => {
    const project = projects.make("typescript", ["@backlot/domain", "typescript"])
    const compiled = await run(project, ["node_modules/typescript/bin/tsc", "-p", "."])
    expect(compiled).toEqual({ code: 0, output: "" })
    expect(await run(project, ["consumer.js"])).toEqual({ code: 0, output: "as service.md says\n" })
  })
})

describe("the client in an empty project", () => {
  it("compiles under --strict with the libraries checked too, and runs", async () => {
    const project = projects.make("client", ["@backlot/client", "typescript"])
    expect(await run(project, ["node_modules/typescript/bin/tsc", "-p", "."])).toEqual({ code: 0, output: "" })
    expect(await run(project, ["consumer.js"])).toEqual({ code: 0, output: "as the C++ library does\n" })
  })
})

describe("the program in an empty project", () => {
  it("starts a server, and a program beside it that finds its environment", async () => {
    const project = projects.make("program", ["@backlot/cli"])
    expectLicences(project, "@backlot/cli")
    const program = "node_modules/@backlot/cli/dist/main.js"
    const { code, output } = await run(project, [program, "exec", "--", "node", "count.mjs"])
    expect(output).toContain("variables: 8")
    expect(code).toBe(0)
  })
})

describe("a scenario in TypeScript in an empty project", () => {
  it("is checked by the compiler under --strict with the libraries checked too, and played by the program", async () => {
    const project = projects.make("scenario", ["@backlot/cli", "@backlot/simulator", "typescript"])
    expect(await run(project, ["node_modules/typescript/bin/tsc", "-p", "."])).toEqual({ code: 0, output: "" })
    const { code, output } = await run(project, [
      "node_modules/@backlot/cli/dist/main.js",
      "simulate",
      "adopt.scenario.ts"
    ])
    expect(output).toContain("Scenarios  1 passed (1)")
    expect(code).toBe(0)
  })
})
