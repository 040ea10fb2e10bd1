import { link, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises"
import { beforeEach, describe, expect, it } from "vitest"
import { Backlot } from "./Backlot.ts"

const backlot = Backlot.inEachTest()

/** `link.db` leads to `s.db`, and `linked/` to the folder itself. */
beforeEach(async () => {
  await symlink("s.db", backlot.path("link.db"))
  await symlink(".", backlot.path("linked"))
})

const bytes = (name: string) => readFile(backlot.path(name))

const fill = async (name: string) => {
  await writeFile(backlot.path("world.json"), JSON.stringify({ users: [{ id: "2", username: "alice" }] }))
  expect(await backlot.run(["world", "import", "world.json", "--data", name])).toMatchObject({ code: 0 })
}

const SPELLINGS = ["s.db", "./x/../s.db", "link.db", "linked/s.db", "linked/link.db"]

describe("a file that the server writes is no other one that it writes", () => {
  it.each<[args: ReadonlyArray<string>, variables: Record<string, string>, names: string]>([
    ...SPELLINGS.map((name): [ReadonlyArray<string>, Record<string, string>, string] => [
      ["--data", "s.db", "--export-on-exit", name],
      {},
      "--export-on-exit and --data"
    ]),
    [["--data", "link.db", "--export-on-exit", "s.db"], {}, "--export-on-exit and --data"],
    [["--export-on-exit", ".backlot/backlot.db"], {}, "--export-on-exit and --data"],
    [["--data", "s.db", "--ready-file", "link.db"], {}, "--ready-file and --data"],
    [
      ["--memory", "--export-on-exit", "w.json", "--ready-file", "linked/w.json"],
      {},
      "--ready-file and --export-on-exit"
    ],
    [["--export-on-exit", "s.db"], { BACKLOT_DATA: "linked/s.db" }, "--export-on-exit and BACKLOT_DATA"]
  ])("serve %j %o", async (args, variables, names) => {
    const before = await readdir(backlot.folder)
    const ended = await backlot.run(["serve", "--port", "0", ...args], variables)
    expect(ended).toEqual({ code: 2, stdout: "", stderr: `${names} name the same file\n` })
    expect(await readdir(backlot.folder)).toEqual(before)
  })

  it("and a data file that is there stays as it is", async () => {
    await fill("s.db")
    const before = await bytes("s.db")
    for (const name of SPELLINGS) {
      const ended = await backlot.run(["serve", "--port", "0", "--data", "s.db", "--export-on-exit", name])
      expect(ended).toMatchObject({ code: 2, stderr: "--export-on-exit and --data name the same file\n" })
    }
    expect(await bytes("s.db")).toEqual(before)
  })
})

describe("world export", () => {
  it.each(SPELLINGS)("does not write over the data file that it reads: --out %s", async (name) => {
    await fill("s.db")
    const before = await bytes("s.db")
    expect(await backlot.run(["world", "export", "--data", "s.db", "--out", name])).toEqual({
      code: 2,
      stdout: "",
      stderr: "--out and --data name the same file\n"
    })
    expect(await bytes("s.db")).toEqual(before)
  })

  it("does not replace any other database", async () => {
    await fill("s.db")
    await fill("other.db")
    await mkdir(backlot.path("folder"))
    await link(backlot.path("s.db"), backlot.path("folder/hard.db"))
    const before = await bytes("other.db")
    for (const name of ["other.db", "folder/hard.db"]) {
      expect(await backlot.run(["world", "export", "--data", "s.db", "--out", name])).toEqual({
        code: 3,
        stdout: "",
        stderr: `Export file ${name} cannot be written: it is a database, which the export would replace; name another file\n`
      })
    }
    expect(await bytes("other.db")).toEqual(before)
  })

  it("replaces a file that is no database", async () => {
    await fill("s.db")
    for (const text of ["", "SQLite format 3", "SQLite format 3 is what a database begins with"]) {
      await writeFile(backlot.path("w.json"), text)
      expect(await backlot.run(["world", "export", "--data", "s.db", "--out", "w.json"])).toMatchObject({ code: 0 })
      expect((await bytes("w.json")).toString()).toContain("alice")
    }
  })
})

describe("serve --export-on-exit", () => {
  it("is refused at the start where a database stands", async () => {
    await fill("other.db")
    const before = await bytes("other.db")
    expect(await backlot.run(["serve", "--port", "0", "--memory", "--export-on-exit", "other.db"])).toEqual({
      code: 3,
      stdout: "",
      stderr:
        "Export file other.db cannot be written: it is a database, which the export would replace; name another file\n"
    })
    expect(await bytes("other.db")).toEqual(before)
  })
})
