import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { licencesOf, writeLicences } from "@backlot/licences/Licences"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

describe("the licences of a bundle", () => {
  let folder = ""
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "backlot-licences-"))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const installed = (name: string, files: Readonly<Record<string, string>>, license?: string) => {
    const root = join(folder, "node_modules", name)
    mkdirSync(root, { recursive: true })
    writeFileSync(join(root, "package.json"), JSON.stringify({ name, version: "1.2.3", license }))
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text)
  }

  it("are those of its packages, each once, scoped ones too, and not our own", () => {
    installed("b", { LICENSE: "The text of b" }, "MIT")
    installed("@scope/a", { "licence.md": "The text of a" })
    const inputs = ["src/main.ts", "node_modules/b/one.js", "node_modules/b/two.js", "node_modules/@scope/a/a.js"]
    expect(licencesOf(inputs, folder).map(({ name, text }) => `${name}: ${text}`)).toEqual([
      "@scope/a: The text of a",
      "b: The text of b"
    ])
    writeLicences(inputs, { folder, file: join(folder, "out") })
    expect(readFileSync(join(folder, "out"), "utf8")).toContain("b 1.2.3 (MIT)\n\nThe text of b")
  })

  it("stand in a README where there is no file", () => {
    installed("c", { "README.md": "# c\n\n## License\n\nMIT, by somebody\n\n## More" })
    expect(licencesOf(["node_modules/c/c.js"], folder)[0]?.text).toBe("## License\n\nMIT, by somebody\n")
  })

  it("are named where a package has no text of its own", () => {
    installed("e", {}, "Apache-2.0")
    expect(licencesOf(["node_modules/e/e.js"], folder)[0]?.text).toContain("under Apache-2.0")
  })

  it("that are missing stop the build", () => {
    installed("d", { "README.md": "# d" })
    expect(() => licencesOf(["node_modules/d/d.js"], folder)).toThrow("d 1.2.3 in")
  })
})
