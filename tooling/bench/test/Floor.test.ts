/** The floor gives the answers of the work that it is measured for, and loses nothing that it acknowledged. */
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, it } from "vitest"
import { openJournal } from "../src/baseline/floor/journal.mjs"
import { type Bare, startBare } from "../src/Child.ts"
import { Connection } from "../src/Connection.ts"
import { aboutCommands, commandBody, worldOf } from "../src/World.ts"

const running: Array<Bare> = []
afterEach(() => Promise.all(running.splice(0).map((one) => one.stop())))

const start = async (data: string) => {
  const setup = `${data}.json`
  writeFileSync(setup, JSON.stringify({ world: worldOf({ applications: 1, guilds: 1 }), data, opening: [] }))
  const floor = await startBare("floor/main", "0", setup)
  running.push(floor)
  return { floor, connection: await Connection.open(floor.url) }
}

const fresh = () => join(mkdtempSync(join(tmpdir(), "backlot-floor-")), "journal")

it("what was acknowledged is there after kill -9", async () => {
  const data = fresh()
  const { floor, connection } = await start(data)
  const names: Array<string> = []
  for (let i = 0; i < 20; i++) {
    const { status } = await connection.send(aboutCommands("POST", commandBody(`kept-${i}`, 3, "as it was")))
    expect(status).toBe(201)
    names.push(`kept-${i}`)
  }
  process.kill(floor.pid, "SIGKILL")
  const again = await start(data)
  const { body } = await again.connection.send(aboutCommands("GET"))
  const listed: ReadonlyArray<{ readonly name: string }> = JSON.parse(body.toString())
  expect(listed.map(({ name }) => name)).toEqual(names)
})

it("a batch that was cut off is left out, with all after it", () => {
  const data = fresh()
  const { journal } = openJournal(data)
  return new Promise<void>((resolve) => {
    journal.put("a", "1")
    journal.acknowledge(() => {
      writeFileSync(data, "+b\t2\n=123\n+c", { flag: "a" })
      expect([...openJournal(data).rows]).toEqual([["a", "1"]])
      resolve()
    })
  })
})

it("an identical write stores nothing", async () => {
  const { connection } = await start(fresh())
  const same = aboutCommands("POST", commandBody("same", 10, "as it is"))
  const [first, second] = [await connection.send(same), await connection.send(same)]
  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.body.toString()).toBe(first.body.toString())
})

it.each([
  { what: "a name with capitals", body: { name: "Bad", description: "x" }, fault: "name: not a valid name" },
  { what: "no description", body: { name: "bad" }, fault: "description: not a valid description" },
  {
    what: "two options of one name",
    body: { name: "bad", description: "x", options: [1, 2].map(() => ({ type: 3, name: "a", description: "x" })) },
    fault: "options.1.name: taken"
  },
  {
    what: "a required option after an optional one",
    body: {
      name: "bad",
      description: "x",
      options: ["a", "b"].map((name) => ({ type: 3, name, description: "x", required: name === "b" }))
    },
    fault: "options.1: required after optional"
  },
  {
    what: "more than 8,000 characters",
    body: {
      name: "bad",
      description: "x",
      options: Array.from({ length: 25 }, (_, i) => ({
        ...{ type: 3, name: `o${i}`, description: "d" },
        choices: Array.from({ length: 25 }, (_, j) => ({ name: `${j}`.padEnd(20, "x"), value: "v" }))
      }))
    },
    fault: "more than 8,000 characters"
  }
])("it refuses $what", async ({ body, fault }) => {
  const { connection } = await start(fresh())
  const { status, body: answer } = await connection.send(aboutCommands("POST", body))
  expect([status, JSON.parse(answer.toString()).errors]).toEqual([400, [fault]])
})

it("a wrong token is refused", async () => {
  const { connection } = await start(fresh())
  const { status } = await connection.send(aboutCommands("GET", undefined, { headers: { authorization: "Bot wrong" } }))
  expect(status).toBe(401)
})
