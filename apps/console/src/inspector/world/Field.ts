/** What a field of a form is. */

export type FieldKind =
  | "text"
  | "long"
  | "number"
  | "flag"
  | "choice"
  | "permissions"
  | "overwrites"
  | "roles"
  | "user"
  | "time"
  | "list"
  | "colour"
  | "channel"
  | "channels"
  | "tags"
  | "nicks"
  | "bit"
  | "file"
  | "record"
  | "records"

export interface Field {
  readonly name: string
  readonly label: string
  readonly kind: FieldKind
  readonly choices?: ReadonlyArray<readonly [value: string | number, name: string]>
  /** The value of an element that does not say it. */
  readonly usual?: unknown
  /** Of channels: the types that have it. */
  readonly types?: ReadonlyArray<number>
  /** Of a bit: its value in the set. */
  readonly bit?: number
  /** Of a file: its media types. */
  readonly accepts?: ReadonlyArray<string>
  /** Of a record, or of each of the records. */
  readonly fields?: ReadonlyArray<Field>
  /** One of the records, or the record. */
  readonly one?: string
  /** The beginning of a record; without it the form makes none. */
  readonly blank?: () => Readonly<Record<string, unknown>>
  /** Why there is none, where the form makes none. */
  readonly none?: string
}

/** Fields whose views show no fault. */
const SILENT: ReadonlySet<FieldKind> = new Set(["flag", "colour", "roles", "tags", "bit"])

/** Whether a fault has no field to stand at. `fields`: those that are drawn. */
export const isElsewhere = (fields: ReadonlyArray<Field>, path: string): boolean => {
  const [, name, within = ""] = /^(\w*)(?:\[\d+\])?\.?(.*)$/.exec(path) ?? []
  return !fields.some((field) => field.name === name && shows(field, within))
}

/** `within`: the path in a record. */
const shows = ({ kind, fields }: Field, within: string): boolean =>
  !SILENT.has(kind) && (fields === undefined || within === "" || !isElsewhere(fields, within))

/** Whether an element has the field. */
export const hasField = ({ types }: Field, { type = 0 }: Readonly<Record<string, unknown>>): boolean =>
  types === undefined || types.includes(Number(type))

export const text = (name: string, label: string): Field => ({ name, label, kind: "text" })
export const flag = (name: string, label: string): Field => ({ name, label, kind: "flag" })
export const number = (name: string, label: string): Field => ({ name, label, kind: "number" })
/** `values`: their names, from the first on. */
export const choice = (name: string, label: string, values: ReadonlyArray<string>, first = 0): Field => ({
  ...{ name, label, kind: "choice" },
  choices: values.map((value, at) => [at + first, value])
})
export const channel = (name: string, label: string): Field => ({ name, label, kind: "channel" })

const EPOCH = 1_420_070_400_000n

/** A new id, of now. */
export const newId = (nowMs: number, chance: number): string =>
  String(((BigInt(Math.floor(nowMs)) - EPOCH) << 22n) | BigInt(Math.floor(chance * 0x3f_ffff)))
