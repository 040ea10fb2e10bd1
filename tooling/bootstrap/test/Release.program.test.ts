/** Versions, change logs and the list of what would be published, in a copy of the repository. */
import { execFileSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { publishedManifests } from "../src/Pack.mjs"
import { inOrder, nameTag, unready } from "../src/Release.mjs"

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const ROOT = join(import.meta.dirname, "../../..")
const ADDRESS = "https://example.org/pets/backlot"
const NODE = process.execPath

let copy: string

const git = (...args: ReadonlyArray<string>) =>
  execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...args], {
    cwd: copy,
    encoding: "utf8"
  })

/** What git has, with the libraries of this repository and what was built. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "backlot-release-"))
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8"
  }).split("\0")
  for (const file of listed.filter((each) =>
    /^(?:\.changeset|packages|apps|tooling|docs\/ci\.md$|[^/]+$)/.test(each)
  )) {
    if (file === "" || !existsSync(join(ROOT, file)) || /\/test\//.test(file)) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(ROOT, file), join(copy, file))
  }
  for (const folder of [".", ...globSync("{packages,apps,tooling}/*", { cwd: ROOT })]) {
    const modules = join(ROOT, folder, "node_modules")
    if (existsSync(modules) && existsSync(join(copy, folder))) symlinkSync(modules, join(copy, folder, "node_modules"))
  }
  for (const { folder } of publishedManifests(ROOT)) {
    const filter = (path: string) => !path.includes(".compile-cache") && !path.endsWith(".map")
    cpSync(join(ROOT, folder, "dist"), join(copy, folder, "dist"), { recursive: true, filter })
  }
  writeFileSync(join(copy, ".gitignore"), `${readFileSync(join(ROOT, ".gitignore"), "utf8")}node_modules\n`)
  git("init", "--quiet", "--initial-branch=main")
  git("add", "--all")
  git("commit", "--quiet", "--message", "what there is")
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

const release = (...args: ReadonlyArray<string>) => {
  const program = `import { release } from "./tooling/bootstrap/src/Release.mjs"
    const code = await release(process.cwd(), ${JSON.stringify(args)}).catch(({ message }) => (console.error(message), 1))
    process.exit(code)`
  const { PATH = "", HOME = "" } = process.env
  try {
    const options = { cwd: copy, env: { PATH, HOME, NO_COLOR: "1" }, encoding: "utf8", stdio: "pipe" } as const
    return { code: 0, output: execFileSync(NODE, ["--input-type=module", "-e", program], options) }
  } catch (error) {
    // What execFileSync throws has these.
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
    return { code: status, output: `${stdout}${stderr}` }
  }
}

const versions = () => new Set(publishedManifests(copy).map(({ manifest }) => manifest.version))

describe("a release", () => {
  it("is refused where a file is not committed", () => {
    writeFileSync(join(copy, "note.txt"), "a note")
    expect(release("--dry-run", "--as-built")).toMatchObject({
      code: 1,
      output: expect.stringContaining("?? note.txt")
    })
    rmSync(join(copy, "note.txt"))
  })

  it("is refused without the address of the project and without the identity of a workflow, in words that say what to do", () => {
    const { code, output } = release()
    expect(code).toBe(1)
    expect(output).toContain('package.json has no "repository": set it to the public address of this project')
    expect(output).toContain("run the workflow `release` on GitHub")
    expect(unready(copy, { ACTIONS_ID_TOKEN_REQUEST_URL: "https://example.org" })).toHaveLength(1)
  })

  it("is ready with both", () => {
    const path = join(copy, "package.json")
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), repository: ADDRESS }, null, 2))
    git("commit", "--quiet", "--all", "--message", "the address")
    expect(unready(copy, { ACTIONS_ID_TOKEN_REQUEST_URL: "https://example.org" })).toEqual([])
  })

  it("prints in a dry run all that would be published, with that address, and leaves every file as it was", () => {
    const [before = ""] = versions()
    const { code, output } = release("--dry-run", "--as-built")
    const [major, minor] = before.split(".")
    const next = `${major}.${Number(minor) + 1}.0`
    const names = publishedManifests(copy).map(({ manifest }) => manifest.name)
    const listed = Array.from(output.matchAll(/^ {2}(\S+)@(\S+) {2}\d+\.\d\d MB$/gm), ([, name, version]) => [
      name,
      version
    ])
    expect(listed.toSorted()).toEqual(names.map((name) => [name, next]).toSorted())
    expect(code).toBe(0)
    expect(git("status", "--porcelain")).toBe("")
    expect(versions()).toEqual(new Set([before]))
    const manifest = execFileSync("tar", [
      "-xzOf",
      join(copy, `packed/backlot-client-${next}.tgz`),
      "package/package.json"
    ])
    expect(JSON.parse(manifest.toString())).toMatchObject({
      version: next,
      homepage: `${ADDRESS}#readme`,
      bugs: `${ADDRESS}/issues`,
      repository: { type: "git", url: `git+${ADDRESS}.git`, directory: "packages/client" },
      publishConfig: { access: "public", provenance: true }
    })
  })

  it("moves all public packages together, none of the others, and writes what is new into the change log", () => {
    const others = () =>
      globSync("{apps,tooling}/*/package.json", { cwd: copy }).map((path) =>
        JSON.parse(readFileSync(join(copy, path), "utf8"))
      )
    const kept = others().filter((each) => each.private)
    writeFileSync(join(copy, ".changeset/one.md"), '---\n"@backlot/client": major\n---\n\nUsers have names.\n')
    execFileSync(NODE, [join(ROOT, "node_modules/@changesets/cli/bin.js"), "version"], { cwd: copy, stdio: "pipe" })
    expect(versions()).toEqual(new Set(["1.0.0"]))
    expect(others().filter((each) => each.private)).toEqual(kept)
    expect(readFileSync(join(copy, "packages/client/CHANGELOG.md"), "utf8")).toMatch(
      /## 1\.0\.0[\s\S]*Users have names\./
    )
    expect(readFileSync(join(copy, "apps/backlot/CHANGELOG.md"), "utf8")).toContain("The first release.")
    nameTag(copy)
    const page = readFileSync(join(copy, "docs/ci.md"), "utf8")
    expect(page.match(/\/backlot@v.+|\bbacklot-[\d.]+tgz/g)).toEqual([
      ...["/backlot@v1.0.0", "/backlot@v1.0.0"],
      "backlot-1.0.0.tgz"
    ])
  })

  it("publishes a package after those that it needs", () => {
    const names = inOrder(publishedManifests(ROOT).map(({ manifest }) => manifest)).map(({ name }) => name)
    expect(names.indexOf("@backlot/domain")).toBeLessThan(names.indexOf("@backlot/ports"))
    expect(names.indexOf("@backlot/server")).toBeLessThan(names.indexOf("@backlot/testkit"))
  })
})
