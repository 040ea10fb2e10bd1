import { describe, expect, it } from "vitest"
import { faultsOf, scriptOf, worldText } from "../src/play/record/Script.ts"
import type { Entry } from "../src/play/record/Session.ts"

const world = {
  users: [{ id: "300000000000000001", username: "alice", global_name: "Alice", locale: "en-US" }],
  guilds: [
    {
      id: "200000000000000001",
      name: "Harbour",
      owner_id: "300000000000000001",
      roles: [],
      channels: [{ id: "200000000000000021", name: "general", type: 0 }],
      members: [{ user_id: "300000000000000001" }]
    }
  ]
}

const said = (number: number, content: string): Entry => ({
  number,
  at: 0,
  operation: "say",
  user_id: "300000000000000001",
  method: "POST",
  path: "/control/v1/users/300000000000000001/channels/200000000000000021/messages",
  params: { user_id: "300000000000000001", channel_id: "200000000000000021" },
  query: {},
  body: { content },
  status: 200,
  answer: { id: `40000000000000000${number}`, content }
})

const grown = (entries: ReadonlyArray<Entry>) => scriptOf({ entries, world, clock: "real" }, "talk")

describe("a recording in the console", () => {
  it("grows by the lines of each act, and can be played at every moment", () => {
    const [none, first, second] = [[], [said(1, "hello")], [said(1, "hello"), said(2, "again")]].map(grown)
    expect(none?.steps).toBe(0)
    expect(first?.text).toBe(
      "name: talk\nworld: talk.world.yaml\nclock: real\nsteps:\n  - as: alice\n    in: general\n    say: hello\n"
    )
    expect(second?.text).toBe(`${first?.text}  - as: alice\n    say: again\n`)
    expect(faultsOf(second?.text ?? "", "talk")).toEqual([])
  })

  it("has its world as a text of its own", () => {
    expect(worldText(world)).toContain("username: alice")
  })

  it.each([
    ["a field that steps have not", "name: a\nsteps:\n  - as: alice\n    says: hello\n", 4],
    ["a text that is no YAML", "name: a\nsteps: [\n", 2],
    ["a variable that nothing defines", "name: a\nsteps:\n  - { as: alice, in: general, say: 'x ${y}' }\n", 3]
  ])("that was edited tells the line of %s", (_, text, line) => {
    expect(faultsOf(text, "talk").map((fault) => fault.line)).toContain(line)
  })
})
