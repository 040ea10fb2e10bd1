import { describe, expect, it } from "vitest"
import { EXAMPLES, START } from "../src/model/Examples.ts"
import { idOf } from "../src/model/WorldText.ts"
import { judge } from "./Judging.ts"

const typing = (typed: string, more: object = {}) => {
  const found = judge({ ...START, ...more, typed }).typed
  if (found === undefined) throw new Error("the world has faults")
  return found
}

describe("a typed text in the playground", () => {
  it("is read part by part, and becomes the data of an interaction", () => {
    const { parts, refused, interaction } = typing("/adopt animal:Dog name:Rex the dog keeper:@bob")
    expect(parts).toEqual([
      { path: "command", value: "adopt", column: 1 },
      { path: "animal", value: '"dog"', column: 7 },
      { path: "name", value: '"Rex the dog"', column: 18 },
      { path: "keeper", value: '"11"', column: 35 }
    ])
    expect(refused).toBeUndefined()
    expect(interaction?.data).toMatchObject({
      name: "adopt",
      options: [
        { name: "animal", type: 3, value: "dog" },
        { name: "name", type: 3, value: "Rex the dog" },
        { name: "keeper", type: 6, value: "11" }
      ],
      resolved: { users: { 11: { username: "bob" } }, members: { 11: { roles: ["21"] } } }
    })
  })

  it("has the rows of the picker while the name is typed, and the options after it", () => {
    expect(typing("/ad").rows.map(({ name }) => name)).toEqual(["adopt"])
    expect(typing("/").rows.map(({ name }) => name)).toEqual(["adopt", "ban"])
    expect(typing("/adopt ").named?.options?.map(({ name }) => name)).toEqual(["animal", "name", "keeper"])
  })

  it("says in words why it is refused", () => {
    expect(typing("/adopt name:Rex").refused).toMatch(/animal/)
    expect(typing("/adpt animal:Dog").refused).toMatch(/Did you mean \/adopt\?/)
    expect(typing("/vet").refused).toMatch(/^permission: .*overwrite for the user bob denies it/)
    expect(typing("hello").refused).toMatch(/A command starts with \//)
  })

  it("finds the subcommand of a group", () => {
    const definitions = JSON.stringify({
      name: "pet",
      description: "Pets",
      options: [
        {
          type: 2,
          name: "food",
          description: "Food",
          options: [
            {
              type: 1,
              name: "give",
              description: "Give some",
              options: [{ type: 4, name: "grams", description: "How much", required: true }]
            },
            { type: 1, name: "take", description: "Take some" }
          ]
        }
      ]
    })
    const { named, parts, interaction } = typing("/pet food give grams:20", { definitions, world: START.world })
    expect(named?.path).toBe("pet food give")
    expect(parts.map(({ path, value }) => `${path} ${value}`)).toEqual([
      "command pet",
      "food subcommand",
      "give subcommand",
      "grams 20"
    ])
    expect(interaction?.data).toMatchObject({ options: [{ name: "food", options: [{ name: "give" }] }] })
  })

  it("stands on the faults that an example shows", () => {
    for (const example of Object.values(EXAMPLES)) expect(judge(example).typed).toBeDefined()
    const { findings, world } = judge(EXAMPLES["Definitions with faults"] ?? START)
    expect(world).toBeDefined()
    expect(findings.map(({ line, code, kind }) => [line, code, kind])).toEqual([[28, "COMMAND_MISSING", "note"]])
  })

  it("gives permissions to the command that their name means, and asks where it could be several", () => {
    const definitions = JSON.stringify([
      { name: "vet", description: "Take a pet to the vet" },
      { type: 2, name: "vet" },
      { name: "UPPER", description: "It has a fault" },
      { type: 3, name: "Praise" }
    ])
    const given = (id: string) => {
      const world = START.world.replace("id: vet", `id: ${JSON.stringify(id)}`)
      const { here, findings } = judge({ ...START, definitions, world })
      return [
        here?.judged
          .filter(({ evaluation }) => !evaluation.usable)
          .map(({ command }) => `${command.type} ${command.id}`),
        findings.map(({ code }) => code)
      ]
    }
    expect(given("/vet")).toEqual([[`1 ${idOf(0)}`], []])
    expect(given("user:vet")).toEqual([[`2 ${idOf(1)}`], []])
    // A faulty definition before it does not change which one it is.
    expect(given("Praise")).toEqual([[`3 ${idOf(3)}`], []])
    expect(given("vet")).toEqual([[], ["COMMAND_AMBIGUOUS"]])
    expect(given("message:vet")).toEqual([[], ["COMMAND_MISSING"]])
  })

  it("names the place of a fault of the world, behind permissions that wait too", () => {
    const world = `${START.world}  - id: nothing\n    application_id: "1"\n  - { id: ban, application_id: "7", guild_id: "20", permissions: [] }\n`
    const at = judge({ ...START, world }).findings.map(({ line, path, kind }) => `${line} ${kind} ${path}`)
    expect(at).toContain("33 note command_permissions[1].id")
    expect(at.filter((one) => one.startsWith("35 fault command_permissions[2]"))).not.toEqual([])
  })
})
