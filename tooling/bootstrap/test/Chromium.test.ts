import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { ensureChromium, findChromium } from "../src/Chromium.mjs"

const DEBIAN = 'PRETTY_NAME="Debian GNU/Linux"\nID=debian\n'
const ADVICE = expect.stringContaining("no Chromium was found")
const INSTALLING = expect.stringContaining("installing chromium")

let folder: string
let told: Array<string>

/** A system whose PATH has one folder, with these programs of shell. */
const ensure = (changes: { isRoot?: boolean; release?: string; named?: string } = {}) =>
  ensureChromium(
    {
      env: { PATH: folder, ...(changes.named === undefined ? {} : { BACKLOT_CHROMIUM: changes.named }) },
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

  it("that is missing is installed on Debian as root, without questions", async () => {
    await ensure()
    expect(told).toEqual([INSTALLING])
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
    expect(told).toEqual([INSTALLING, "no route to host", ADVICE])
  })

  it("is asked for where there is no apt-get", async () => {
    rmSync(join(folder, "apt-get"))
    await ensure()
    expect(told).toEqual([INSTALLING, ADVICE])
  })
})
