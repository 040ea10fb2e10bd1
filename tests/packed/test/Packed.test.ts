import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
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

  it("loads, module by module, with what its manifest declares and nothing else", async () => {
    const modules = projects.modules()
    expect(modules.length).toBeGreaterThan(500)
    const loading = modules.map((path) => `await import(${JSON.stringify(pathToFileURL(path).href)})`).join("\n")
    const project = projects.make("modules", [])
    // In a file: it is almost as long as an argument may be.
    writeFileSync(join(project, "all.mjs"), loading)
    expect(await run(project, ["all.mjs"])).toEqual({ code: 0, output: "" })
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
  { runner: "jest", args: ["node_modules/jest/bin/jest.js", PATIENT], passed: /Tests:\s+4 passed, 4 total/ },
  { runner: "node-test", args: ["--test"], passed: /pass 4\n/ }
] as const

describe("the testkit in an empty project", () => {
  it.each(RUNNERS)(
    "plays three users and a late answer with $runner, which then ends",
    async ({ runner, args, passed }) => {
      const installed = ["backlot", "discord.js", ...(runner === "node-test" ? [] : [runner])]
      const { code, output } = await run(projects.make(runner, installed, ["bot.mjs"]), args)
      expect(output).toMatch(passed)
      expect(code).toBe(0)
      expect(output).not.toMatch(/did not exit|Warning/)
    }
  )
})

describe("the testkit", () => {
  const telling = 'console.log(process.moduleLoadList.some((name) => name.endsWith(" sqlite")))'

  it("loads the database of Node, of which Node 22 warns, only for data in a file", async () => {
    const project = projects.make("database", ["@backlot/testkit"])
    const loaded = await run(project, ["--eval", `require("@backlot/testkit"); ${telling}`])
    expect(loaded).toEqual({ code: 0, output: "false\n" })
    const stored = `require("@backlot/testkit").Backlot.start({ storage: "file" }).then((backlot) => backlot.stop())`
    expect((await run(project, ["--eval", `${stored}.then(() => { ${telling} })`])).output).toContain("true\n")
  })

  it("exports what its documents tell of, and nothing of its own works", async () => {
    const project = projects.make("inside", ["@backlot/testkit"])
    const looking = (path: string) => [
      "--eval",
      `import("@backlot/testkit/${path}").then(Object.keys).then(String).then(console.log)`
    ]
    expect((await run(project, looking("GatewayClient"))).output).toContain("open")
    expect((await run(project, looking("library/Session"))).output).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED")
  })

  it("says which Node it needs, where that is older", async () => {
    const older = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.18.0" } })`
    const project = projects.make("older", ["@backlot/testkit"])
    const { code, output } = await run(project, ["--eval", `${older}; require("@backlot/testkit")`])
    expect(output).toContain("Error: @backlot/testkit needs Node 22.19 or newer; this is Node 22.18.0.")
    expect(code).toBe(1)
  })
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
  // Without a tool that compiles `await using`, to stop whatever the test comes to costs a line, or hooks.
  it.each([
    ["ten", "vitest/adopt.test.ts", 10],
    ["eleven", "node-test/adopt.test.js", 11],
    ["thirteen", "jest/adopt.test.js", 13]
  ])("has three users and a deferred answer in under %s lines: %s", (_, file, limit) => {
    const lines = readFileSync(join(import.meta.dirname, "../projects", file), "utf8").split("\n")
    const written = lines.filter((line) => line.trim() !== "")
    expect(written.join("\n")).toMatch(/"alice", "bob", "carol"[\s\S]*state: "deferred"/)
    expect(written.length).toBeLessThan(limit)
  })

  it.each([
    ["docs/testkit.md", "vitest/adopt.test.ts"],
    ["docs/testkit.md", "bot.mjs"],
    ["README.md", "vitest/adopt.test.ts"]
  ])("is the one that %s shows, with its bot: %s", (page, file) => {
    const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8")
    expect(read(`../../../${page}`)).toContain(read(`../projects/${file}`))
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
  it("starts a server, and a program beside it that finds its environment, and keeps its data", async () => {
    const project = projects.make("program", ["@backlot/cli"])
    expectLicences(project, "@backlot/cli")
    const program = "node_modules/@backlot/cli/dist/main.js"
    const { code, output } = await run(project, [program, "exec", "--data", "shop.db", "--", "node", "count.mjs"])
    expect(output).toContain("variables: 8")
    expect(code).toBe(0)
    const exported = await run(project, [program, "world", "export", "--data", "shop.db", "--format", "yaml"])
    expect(exported).toMatchObject({ code: 0, output: expect.stringMatching(/name: Pet Shop[\s\S]*username: alice/) })
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
