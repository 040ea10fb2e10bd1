import { describe, expect, it } from "vitest"
import { hiddenFrom, itemsOf } from "../src/composer/PickerItems.ts"
import { row } from "./Using.ts"

const adopt = row("adopt", [], { id: "1" })
const list = row("pets", [], { id: "2", path: "pets list" })
const release = row("pets", [], { id: "2", path: "pets release" })
const other = row("dice", [], { id: "3", application_id: "11", application_name: "Dice" })
const rows = [adopt, other, list, release]
const recent = [
  { title: "", channel_id: "21", body: { command_id: "2", options: [{ name: "release", type: 1, options: [] }] } },
  { title: "", channel_id: "21", body: { text: "/dice sides:6" } },
  { title: "", channel_id: "21", body: { command_id: "9" } }
]
const names = (items: ReturnType<typeof itemsOf>) =>
  items.map((item) => (item.kind === "row" ? `/${item.row.path ?? item.row.name}` : item.name))

describe("the rows of the picker", () => {
  it("begin with what was used lately, then go by application in the order of the server", () => {
    expect(names(itemsOf({ rows, recent, hidden: [], query: "" }))).toEqual([
      ...["Used lately", "/pets release", "/dice"],
      ...["Pet Shop", "/adopt", "/pets list", "/pets release"],
      ...["Dice", "/dice"]
    ])
  })

  it("are those of the search alone once something is typed", () => {
    expect(names(itemsOf({ rows: [other], recent, hidden: [], query: "d" }))).toEqual(["Dice", "/dice"])
  })

  it("end each application with its hidden commands, of this place alone", () => {
    const command = (id: string, more: object = {}) => ({ id, application_id: "10", name: `hidden${id}`, ...more })
    const all = [
      command("1"),
      command("5", { name_localizations: { de: "geheim" } }),
      command("6", { guild_id: "29" }),
      command("7", { application_id: "99" }),
      command("8", { type: 2 })
    ]
    const place = { guild_id: "20", locale: "de", applications: new Map([["10", "Pet Shop"]]) }
    const hidden = hiddenFrom(all, rows, "", place)
    expect(names(itemsOf({ rows: [adopt], recent: [], hidden, query: "" }))).toEqual(["Pet Shop", "/adopt", "geheim"])
  })
})
