import { readFile, writeFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { Backlot } from "./Backlot.ts"

const backlot = Backlot.inEachTest()

const IDS = Array.from({ length: 200 }, (_, i) => String(1_000 + i))

const WORLD = {
  applications: [{ id: "1", name: "Pet Shop", owner_id: "1000", bot: { token: "t" } }],
  users: IDS.map((id) => ({ id, username: `user${id}` }))
}

/** Changes one bit of the last text of this kind: the record, not what a reset restores. */
const damage = async (name: string, text: string) => {
  const bytes = await readFile(backlot.path(name))
  const at = bytes.lastIndexOf(text)
  expect(at).toBeGreaterThan(0)
  bytes[at + 2] = (bytes[at + 2] ?? 0) ^ 1
  await writeFile(backlot.path(name), bytes)
}

const given = async (world: unknown = WORLD) => {
  await writeFile(backlot.path("world.json"), JSON.stringify(world))
  expect(await backlot.run(["world", "import", "world.json", "--data", "a.db"])).toMatchObject({ code: 0 })
}

const SALVAGE = ["world", "export", "--data", "a.db", "--salvage"]

describe("a data file with one changed bit", () => {
  it.each([
    ["serve", "--data", "a.db", "--port", "0"],
    ["world", "export", "--data", "a.db"]
  ])("is refused by %s %s, with what to do, and stays as it is", async (...args) => {
    await given()
    await damage("a.db", "user1100")
    const before = await readFile(backlot.path("a.db"))
    expect(await backlot.run(args)).toEqual({
      code: 3,
      stdout: "",
      stderr:
        'a.db is damaged; restore it from a copy, save what can be read with `backlot world export --data FILE --salvage`, or move it away to start with an empty one (a row of the kind "user" is not what was written)\n'
    })
    expect(await readFile(backlot.path("a.db"))).toEqual(before)
  })

  it("gives the world without the row that it damaged, which is told on stderr", async () => {
    await given()
    await damage("a.db", "user1100")
    const { code, stdout, stderr } = await backlot.run(SALVAGE)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'a.db: rows of the kind "user" that are not what was written: 1\n'
    })
    const { users } = JSON.parse(stdout)
    expect(users.map(({ id }: { id: string }) => id)).toEqual(IDS.filter((id) => id !== "1100"))
    await writeFile(backlot.path("saved.json"), stdout)
    expect(await backlot.run(["world", "import", "saved.json", "--data", "b.db"])).toMatchObject({ code: 0 })
  })

  it("says what an import will refuse because a part that it names is lost", async () => {
    await given()
    await damage("a.db", "user1000")
    const { code, stderr } = await backlot.run([...SALVAGE, "--out", "saved.json"])
    expect({ code, lines: stderr.trimEnd().split("\n") }).toEqual({
      code: 0,
      lines: [
        'a.db: rows of the kind "user" that are not what was written: 1',
        expect.stringMatching(/^a\.db: `world import` will refuse export\.json:\d+:\d+ applications\[0\]\.owner_id: /)
      ]
    })
  })
})

it("what is whole is salvaged as it is exported", async () => {
  await given({ ...WORLD, now: "2030-01-01T00:00:00.000Z" })
  const still = (text: string) => text.replace(/"now": .*/, "")
  const exported = await backlot.run(["world", "export", "--data", "a.db"])
  const salvaged = await backlot.run(SALVAGE)
  expect({ ...salvaged, stdout: still(salvaged.stdout) }).toEqual({ ...exported, stdout: still(exported.stdout) })
})

it("a data file of which nothing can be read is refused", async () => {
  await given()
  const bytes = await readFile(backlot.path("a.db"))
  await writeFile(backlot.path("a.db"), bytes.fill(0xa5, 100))
  expect(await backlot.run(SALVAGE)).toMatchObject({
    code: 3,
    stdout: "",
    stderr: expect.stringMatching(/^a\.db is damaged; .*\(nothing can be saved: .*\)\n$/)
  })
})

describe.each(["a.db-wal", "a.db-journal-1"])("a log without its data file, %s,", (log) => {
  it.each([["world", "export", "--data", "a.db"], SALVAGE, ["serve", "--data", "a.db", "--port", "0"]])(
    "is kept by %s %s %s %s, and both are named",
    async (...args) => {
      await writeFile(backlot.path(log), "log")
      const { code, stderr } = await backlot.run(args)
      expect({ code, stderr }).toEqual({
        code: 3,
        stderr: expect.stringMatching(
          /^a\.db is absent or empty, and its write-ahead log .*a\.db-(?:wal|journal-1)\)\n$/
        )
      })
      expect(stderr).toContain(log)
      expect(await readFile(backlot.path(log), "utf8")).toBe("log")
    }
  )
})

it("--salvage of a server is a usage error", async () => {
  expect(await backlot.run(["world", "export", "--salvage"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--salvage reads a data file; name it with --data FILE")
  })
})
