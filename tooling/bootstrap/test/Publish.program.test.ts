/** What is committed, pushed and published, in which order, and how a release that broke off goes on: with an npm of our own. */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { publishAll } from "../src/Publish.mjs"

const RELEASED = [
  { name: "@backlot/client", version: "1.2.0" },
  { name: "backlot", version: "1.2.0" }
]

let folder: string
let root: string
const path = process.env["PATH"] ?? ""

/** `npm view` prints what `there.json` has of a package; a package named in `refuses` is not published. */
const NPM = `#!${process.execPath}
const fs = require("node:fs")
const [verb, one] = process.argv.slice(2)
const there = JSON.parse(fs.readFileSync(__dirname + "/there.json", "utf8"))
if (verb === "view") {
  if (there[one] === undefined) process.exit(1)
  console.log(there[one])
} else {
  fs.appendFileSync(__dirname + "/published", one.split("/").at(-1) + "\\n")
  if (there.refuses !== undefined && one.includes(there.refuses)) process.exit(1)
}
`

const git = (...args: ReadonlyArray<string>) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim()
const registryHas = (there: Readonly<Record<string, string>>) =>
  writeFileSync(join(folder, "bin/there.json"), JSON.stringify(there))
const published = () => readFileSync(join(folder, "bin/published"), "utf8").split("\n").slice(0, -1)
const integrity = (text: string) => `sha512-${createHash("sha512").update(text).digest("base64")}`
const pushed = () =>
  execFileSync("git", ["log", "-1", "--format=%s %D", "main"], { cwd: join(folder, "remote"), encoding: "utf8" })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "backlot-publish-"))
  root = join(folder, "project")
  for (const made of ["bin", "project/packed"]) mkdirSync(join(folder, made), { recursive: true })
  writeFileSync(join(folder, "bin/npm"), NPM, { mode: 0o755 })
  writeFileSync(join(folder, "bin/published"), "")
  registryHas({})
  process.env["PATH"] = `${join(folder, "bin")}${delimiter}${path}`
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", join(folder, "remote")])
  git("init", "--quiet", "--initial-branch=main")
  for (const [name, value] of [
    ["user.name", "Test"],
    ["user.email", "test@example.org"]
  ])
    git("config", name ?? "", value ?? "")
  git("remote", "add", "origin", join(folder, "remote"))
  writeFileSync(join(root, ".gitignore"), "packed\n")
  writeFileSync(join(root, "package.json"), "1.1.0")
  git("add", "--all")
  git("commit", "--quiet", "--message", "what there is")
  writeFileSync(join(root, "packed/backlot-client-1.2.0.tgz"), "the client")
  writeFileSync(join(root, "packed/backlot-1.2.0.tgz"), "the program")
  writeFileSync(join(root, "package.json"), "1.2.0")
})

afterEach(() => {
  process.env["PATH"] = path
  rmSync(folder, { recursive: true, force: true })
})

describe("a release", () => {
  it("has its commit and its tag on main before the first package is published, with the files of the versions alone", async () => {
    writeFileSync(join(root, "note.txt"), "somebody went on working")
    await publishAll(root, RELEASED, ["package.json"])
    expect(published()).toEqual(["backlot-client-1.2.0.tgz", "backlot-1.2.0.tgz"])
    expect(pushed()).toMatch(/^release: 1\.2\.0 .*tag: v1\.2\.0/)
    expect(git("status", "--porcelain")).toBe("?? note.txt")
  })

  it("publishes nothing when the push is refused", async () => {
    writeFileSync(join(folder, "remote/hooks/pre-receive"), "#!/bin/sh\nexit 1\n", { mode: 0o755 })
    await expect(publishAll(root, RELEASED, ["package.json"])).rejects.toThrow(/^git push: /)
    expect(published()).toEqual([])
  })

  it("goes on where it broke off: what the registry has stays if it is the same file", async () => {
    registryHas({ refuses: "backlot-1.2.0" })
    await expect(publishAll(root, RELEASED, ["package.json"])).rejects.toThrow("backlot@1.2.0 was not published")
    registryHas({ "@backlot/client@1.2.0": integrity("the client") })
    await publishAll(root, RELEASED, [])
    expect(published()).toEqual(["backlot-client-1.2.0.tgz", "backlot-1.2.0.tgz", "backlot-1.2.0.tgz"])
  })

  it("is refused where the registry has another file of that version", async () => {
    registryHas({ "@backlot/client@1.2.0": integrity("another") })
    await expect(publishAll(root, RELEASED, ["package.json"])).rejects.toThrow(
      /^the registry has another @backlot\/client@1\.2\.0 \(sha512-[^)]*\) than .*: add a changeset/
    )
    expect(published()).toEqual([])
  })

  it("does not take a later commit for that of the version", async () => {
    await publishAll(root, RELEASED, ["package.json"])
    git("commit", "--quiet", "--allow-empty", "--message", "later")
    await expect(publishAll(root, RELEASED, [])).rejects.toThrow("start the workflow for the tag v1.2.0 to finish it")
  })
})
