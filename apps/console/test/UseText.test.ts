import { describe, expect, it } from "vitest"
import { OptionType, type Picked, pick } from "../src/composer/Picked.ts"
import { bodyOf, leavesOf, questionOf } from "../src/composer/UseBody.ts"
import { filled, fromText, refitted, textOf } from "../src/composer/UseText.ts"
import { around, option, row } from "./Using.ts"

const { STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER } = OptionType

const all = row("use", [
  option({ name: "text", type: STRING, required: true }),
  option({ name: "colour", type: STRING, choices: [{ name: "Deep blue", name_localized: "Tiefblau", value: "b" }] }),
  option({ name: "count", type: INTEGER }),
  option({ name: "ratio", type: NUMBER }),
  option({ name: "really", type: BOOLEAN }),
  option({ name: "user", type: USER }),
  option({ name: "where", type: CHANNEL }),
  option({ name: "role", type: ROLE }),
  option({ name: "whom", type: MENTIONABLE })
])

const use = (entries: Picked["entries"]): Picked => ({ row: all, entries })

describe("the text of a use", () => {
  it.each([
    ["a word", [{ name: "text", text: "Rex" }], "/use text:Rex"],
    ["spaces, quotes and backslashes", [{ name: "text", text: 'a "b" \\ c:d' }], '/use text:"a \\"b\\" \\\\ c:d"'],
    ["what looks like another option", [{ name: "text", text: "see count:3" }], '/use text:"see count:3"'],
    ["the default name of a choice", [{ name: "colour", text: "Tiefblau", value: "b" }], '/use colour:"Deep blue"'],
    [
      "numbers",
      [
        { name: "count", text: "-3" },
        { name: "ratio", text: "0.5" }
      ],
      "/use count:-3 ratio:0.5"
    ],
    ["a boolean", [{ name: "really", text: "True", value: true }], "/use really:true"],
    ["a name that one person has", [{ name: "user", text: "Alice", value: "31" }], "/use user:@alice"],
    [
      "a mention where two channels have the name",
      [{ name: "where", text: "general", value: "21" }],
      "/use where:<#21>"
    ],
    ["a name with a space", [{ name: "where", text: "", value: "22" }], '/use where:"#adoption questions"'],
    ["a role", [{ name: "role", text: "Moderator", value: "24" }], "/use role:@Moderator"],
    ["a mentionable role", [{ name: "whom", text: "Moderator", value: "24" }], "/use whom:<@&24>"]
  ])("has %s and reads back as the same use", (_, entries, text) => {
    const picked = use(entries)
    expect(textOf(picked, around)).toBe(text)
    const read = fromText(text, [all], around)
    expect(read && leavesOf(read)).toEqual(leavesOf(picked))
  })

  it("reads a subcommand by its shown path", () => {
    const list = row("pets", [option({ name: "user", type: USER })], {
      path: "pets list",
      path_localized: "tiere liste"
    })
    const read = fromText("/tiere liste user:@alice", [row("pets"), list], around)
    expect(read?.row).toBe(list)
    expect(read?.entries).toEqual([{ name: "user", text: "Alice", value: "31" }])
  })

  it("is not read when it is no use of a command", () => {
    expect(fromText("/nothing", [all], around)).toBeUndefined()
    expect(fromText('/use text:"open', [all], around)).toBeUndefined()
  })
})

describe("the body of a use", () => {
  const kick = row("admin", [option({ name: "user", type: USER, required: true })], { path: "admin users kick" })

  it("nests values in group and subcommand", () => {
    const picked = { row: kick, entries: [{ name: "user", text: "Alice", value: "31" }] }
    expect(bodyOf(picked)).toEqual({
      command_id: "1",
      version: "2",
      options: [
        {
          name: "users",
          type: 2,
          options: [{ name: "kick", type: 1, options: [{ name: "user", type: 6, value: "31" }] }]
        }
      ]
    })
    const { options } = bodyOf(picked)
    expect(filled(kick, options as Parameters<typeof filled>[1], around)).toEqual(picked)
  })

  it("asks for choices with the focused option last and the valid values beside it", () => {
    const picked = use([
      { name: "count", text: "x" },
      { name: "text", text: "Re" },
      { name: "ratio", text: "1" }
    ])
    expect(questionOf(picked, "text", "Re").options).toEqual([
      { name: "ratio", type: NUMBER, value: 1 },
      { name: "text", type: STRING, value: "Re", focused: true }
    ])
  })
})

it("keeps the values that fit another version of the command", () => {
  const next = row("use", [
    option({ name: "text", type: INTEGER, required: true }),
    option({ name: "colour", type: STRING, choices: [{ name: "Red", value: "r" }] }),
    option({ name: "count", type: INTEGER })
  ])
  const before = use([
    { name: "text", text: "Rex" },
    { name: "colour", text: "Deep blue", value: "b" },
    { name: "count", text: "3" },
    { name: "user", text: "Alice", value: "31" }
  ])
  expect(refitted(before, next)).toEqual({
    row: next,
    entries: [
      { name: "colour", text: "Deep blue" },
      { name: "count", text: "3" },
      { name: "text", text: "" }
    ]
  })
})

it("opens the controls of required options", () => {
  expect(pick(all).entries).toEqual([{ name: "text", text: "" }])
})
