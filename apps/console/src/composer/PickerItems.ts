/** The rows of the picker: by application, those used lately first, hidden ones last in their application. */
import type { RecentUse } from "../use/Uses.ts"
import { keyOfRow, type Row, shownPath } from "./Picked.ts"
import type { WorldCommand } from "./Reads.ts"
import { unwrapped, type WireOption } from "./UseBody.ts"

export type PickerItem =
  | { readonly kind: "head"; readonly key: string; readonly name: string; readonly application_id: string | undefined }
  | { readonly kind: "row"; readonly key: string; readonly row: Row }
  | { readonly kind: "hidden"; readonly key: string; readonly command: WorldCommand; readonly name: string }

interface Parts {
  /** As the server ranked them. */
  readonly rows: ReadonlyArray<Row>
  /** Newest first. */
  readonly recent: ReadonlyArray<RecentUse>
  readonly hidden: ReadonlyArray<HiddenCommand>
  readonly query: string
}

export interface HiddenCommand {
  readonly command: WorldCommand
  /** As this person would read it. */
  readonly name: string
  readonly application_name: string
}

/** Rows in the group of what was used lately. */
const LATELY = 5

export const itemsOf = ({ rows, recent, hidden, query }: Parts): ReadonlyArray<PickerItem> => {
  const lately = query.trim() === "" ? usedLately(rows, recent) : []
  const shown = Map.groupBy(rows, ({ application_id }) => application_id)
  const unseen = Map.groupBy(hidden, ({ command }) => command.application_id)
  const applications = [...new Set([...shown.keys(), ...unseen.keys()])]
  return [
    ...(lately.length === 0 ? [] : [head("recent", "Used lately", undefined)]),
    ...lately.map((row): PickerItem => ({ kind: "row", key: `recent ${keyOfRow(row)}`, row })),
    ...applications.flatMap((id): ReadonlyArray<PickerItem> => {
      const seen = shown.get(id) ?? []
      const secret = unseen.get(id) ?? []
      return [
        head(id, seen[0]?.application_name ?? secret[0]?.application_name ?? id, id),
        ...seen.map((row): PickerItem => ({ kind: "row", key: keyOfRow(row), row })),
        ...secret.map(
          ({ command, name }): PickerItem => ({ kind: "hidden", key: `hidden ${command.id}`, command, name })
        )
      ]
    })
  ]
}

const head = (key: string, name: string, application_id: string | undefined): PickerItem => ({
  kind: "head",
  key: `head ${key}`,
  name,
  application_id
})

const usedLately = (rows: ReadonlyArray<Row>, recent: ReadonlyArray<RecentUse>): ReadonlyArray<Row> => {
  const found = recent.flatMap((use) => rows.find((row) => isOf(row, use)) ?? [])
  return [...new Set(found)].slice(0, LATELY)
}

/** Whether it was a use of this row. */
export const isOf = (row: Row, { body }: RecentUse): boolean => {
  if (body.command_id == null) {
    const text = body.text ?? ""
    return [row.path ?? row.name, shownPath(row)].some((path) => text === `/${path}` || text.startsWith(`/${path} `))
  }
  if (body.command_id !== row.id) return false
  // What was sent in wire shape.
  const { chain } = unwrapped(body.options as ReadonlyArray<WireOption> | undefined)
  return chain.join(" ") === (row.path?.split(" ").slice(1).join(" ") ?? "")
}

interface Around {
  readonly guild_id: string | undefined
  readonly locale: string
  /** Names of the applications of this place by id. */
  readonly applications: ReadonlyMap<string, string>
}

const CHAT_INPUT = 1

/** Slash commands of the applications in a place that the picker does not list. */
export const hiddenFrom = (
  all: ReadonlyArray<WorldCommand>,
  visible: ReadonlyArray<Row>,
  query: string,
  { guild_id, locale, applications }: Around
): ReadonlyArray<HiddenCommand> => {
  const seen = new Set(visible.map(({ id }) => id))
  const typed = query.trim().toLowerCase()
  return all.flatMap((command) => {
    const application_name = applications.get(command.application_id)
    const isHere = command.guild_id === undefined || command.guild_id === guild_id
    if (application_name === undefined || !isHere || (command.type ?? CHAT_INPUT) !== CHAT_INPUT) return []
    const name = command.name_localizations?.[locale] ?? command.name
    const fits = [name, command.name].some((one) => one.toLowerCase().includes(typed))
    return seen.has(command.id) || !fits ? [] : [{ command, name, application_name }]
  })
}
