/** What the console knows of a kind of element: the columns of the table of kinds. */
import type { LucideIcon } from "lucide-react"
import type { Names } from "../part/Names.tsx"
import type { Field } from "./Field.ts"

/** The fields of elements by which people know them. A row reads those of its kind. */
type Texts = "id" | "name" | "username" | "code" | "topic" | "user_id" | "channel_id" | "application_id"
export type Read = Readonly<Record<Texts | "scheduled_start_time", string>> &
  Readonly<Partial<Record<"nick" | "global_name" | "reason", string | null>>>

/** An element as the row of its kind reads it. */
export const readable = (element: object): Read => element as Read

export interface About {
  readonly icon: LucideIcon
  /** The heading of its elements in the tree. */
  readonly many: string
  /** One of them, on a button that makes it. */
  readonly one: string
  /** The beginning of a new element. */
  readonly blank: Readonly<Record<string, unknown>>
  /** How an element stands in the tree. Default of the note: its id. */
  readonly line: (element: Read, names: Names) => { readonly name: string; readonly note?: string | undefined }
  /** In the tree the last of the list comes first. */
  readonly reversed?: true
  /** What its id names. Default: itself. */
  readonly chosen?: "user" | "application"
  /** Where its view leads, beside what it is in. */
  readonly links?: (
    element: Read,
    ids: ReadonlyArray<string>,
    names: Names
  ) => ReadonlyArray<readonly [to: string, name: string]>
  /** The common fields; the rest is in the JSON. */
  readonly fields: ReadonlyArray<Field>
}

export const named =
  (before = "", after = ""): About["line"] =>
  ({ name }) => ({ name: `${before}${name}${after}` })

export const installed: About["line"] = ({ application_id }, names) => ({ name: names.application(application_id) })

export const toUser: NonNullable<About["links"]> = (_, [, id = ""], names) => [[`world/user/${id}`, names.user(id)]]
