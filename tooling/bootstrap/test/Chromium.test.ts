import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { ensureChromium, findChromium, isDeclined, leftOut } from "../src/Chromium.mjs"

const DEBIAN = 'PRETTY_NAME="Debian GNU/Linux"\nID=debian\n'
const ADVICE = expect.stringContaining("no Chromium was found")
/** What it is about to run, and how to decline it. */
const NAMED = [
  expect.stringContaining("this now runs `apt-get update` and `apt-get install -y --no-install-recommends chromium`"),
  expect.stringMatching(/--no-chromium.*BACKLOT_NO_CHROMIUM=1/)
]

let folder: string
let told: Array<string>

/** A system whose PATH has one folder, with these programs of shell. */
const ensure = (changes: { isRoot?: boolean; release?: string; named?: string; declined?: string } = {}) =>
  ensureChromium(
    {
      env: { PATH: folder, BACKLOT_CHROMIUM: changes.named, BACKLOT_NO_CHROMIUM: changes.declined },
      isRoot: changes.isRoot ?? true,
      release: changes.release ?? DEBIAN
    },
    (line) => told.push(line)
  )

const program = (name: string, text: string) => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`)
  chmodSync(join(folder, name), 0o755)
}

const calls = () => {
  const log = join(folder, "calls")
  return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "backlot-chromium-"))
  told = []
  program("apt-get", `echo "$DEBIAN_FRONTEND $*" >> ${folder}/calls`)
})
afterEach(() => rmSync(folder, { recursive: true }))

describe("a browser for the tests", () => {
  it.each(["chromium", "google-chrome"])("that is there as %s is used, in silence", async (name) => {
    program(name, "")
    expect(findChromium({ PATH: folder })).toBe(join(folder, name))
    await ensure()
    expect([told, calls()]).toEqual([[], []])
  })

  it("that BACKLOT_CHROMIUM names goes before others", () => {
    program("chromium", "")
    program("mine", "")
    expect(findChromium({ PATH: folder, BACKLOT_CHROMIUM: join(folder, "mine") })).toBe(join(folder, "mine"))
  })

  it("that is missing is installed on Debian as root, after the commands were named", async () => {
    await ensure()
    expect(told).toEqual(NAMED)
    expect(calls()).toEqual([
      expect.stringMatching(/^noninteractive .* update$/),
      expect.stringMatching(/^noninteractive .* install -y --no-install-recommends chromium$/)
    ])
  })

  it.each([
    ["who runs it is not root", { isRoot: false }],
    ["the system is another one", { release: "ID=ubuntu\nID_LIKE=debian\n" }],
    ["BACKLOT_CHROMIUM names what is not there", { named: "/nowhere/chromium" }]
  ])("is asked for where %s, and nothing is installed", async (_, changes) => {
    await ensure(changes)
    expect([told, calls()]).toEqual([[ADVICE], []])
  })

  it("that could not be installed is asked for, below what was said", async () => {
    program("apt-get", "echo no route to host >&2; exit 100")
    await ensure()
    expect(told).toEqual([...NAMED, "no route to host", ADVICE])
  })

  it("is asked for where there is no apt-get", async () => {
    rmSync(join(folder, "apt-get"))
    await ensure()
    expect(told).toEqual([...NAMED, ADVICE])
  })

  it("is not installed where that is declined", async () => {
    await ensure({ declined: "1" })
    expect([told, calls()]).toEqual([[], []])
  })

  it("that is there is used although its installation is declined", () => {
    expect(isDeclined({ PATH: folder, BACKLOT_NO_CHROMIUM: "1" })).toBe(true)
    program("chromium", "")
    expect(isDeclined({ PATH: folder, BACKLOT_NO_CHROMIUM: "1" })).toBe(false)
  })
})

const vitest = fileURLToPath(new URL("../../../node_modules/vitest/vitest.mjs", import.meta.url))
const root = fileURLToPath(new URL("../../..", import.meta.url))

it("what a declined installation leaves out is told by name: every test that starts a browser", () => {
  const tests = join(root, "tests/libraries/test")
  const starters = readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter(
      (file) =>
        file.endsWith(".test.ts") && /\/(?:Chromium|ReportPages)\.ts"/.test(readFileSync(join(tests, file), "utf8"))
    )
    .map((file) => basename(file))
  expect(starters.length).toBeGreaterThan(5)
  expect(leftOut(root).split(": ")[1]?.split(", ").sort()).toEqual(starters.sort())
})

it.each(["", "1"])("vitest leaves those tests out when they are declined: BACKLOT_NO_CHROMIUM=%s", (declined) => {
  const { stdout } = spawnSync(process.execPath, [vitest, "list", "--filesOnly", "--project", "libraries", "browser"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, PATH: folder, BACKLOT_CHROMIUM: "", BACKLOT_NO_CHROMIUM: declined }
  })
  expect(stdout.includes("AuthorizePage.browser.test.ts")).toBe(declined === "")
})
