/** Components of messages and modals as lines: what a user reads and can act on. */
import { ComponentType as T } from "@backlot/domain/component/ComponentFields"
import { field, listOf, textOf } from "../Fields.ts"
import { formatValue, oneLine } from "../match/DescribeValue.ts"

/** `[Adopt] [Later (disabled)]`, one line for each row; the content of a container is indented. */
export const describeComponents = (components: unknown): ReadonlyArray<string> => listOf(components).flatMap(linesOf)

/** `Name (name): text, required`, one line for each part of a modal. */
export const describeFields = (components: unknown): ReadonlyArray<string> =>
  listOf(components).flatMap((part) => {
    const kind = field(part, "type")
    if (kind === T.LABEL) return [fieldLine(field(part, "component"), textOf(part, "label"))]
    if (kind === T.ACTION_ROW)
      return listOf(part, "components").map((input) => fieldLine(input, textOf(input, "label")))
    return linesOf(part)
  })

const TEXT = 200
const NAME = 80

const linesOf = (component: unknown): ReadonlyArray<string> => {
  const kind = field(component, "type")
  return LINES[Number(kind)]?.(component) ?? [`[component of type ${formatValue(kind)}]`]
}

const indent = (lines: ReadonlyArray<string>): ReadonlyArray<string> => lines.map((line) => `  ${line}`)
const row = (components: ReadonlyArray<unknown>): string => components.flatMap(linesOf).join(" ")

const LINES: Readonly<Record<number, (component: unknown) => ReadonlyArray<string>>> = {
  [T.ACTION_ROW]: (it) => [row(listOf(it, "components"))],
  [T.BUTTON]: (it) => [button(it)],
  [T.STRING_SELECT]: (it) => [select(it, "option")],
  [T.USER_SELECT]: (it) => [select(it, "user")],
  [T.ROLE_SELECT]: (it) => [select(it, "role")],
  [T.MENTIONABLE_SELECT]: (it) => [select(it, "user or role")],
  [T.CHANNEL_SELECT]: (it) => [select(it, "channel")],
  [T.SECTION]: (it) => [...listOf(it, "components").flatMap(linesOf), ...indent(linesOf(field(it, "accessory")))],
  [T.TEXT_DISPLAY]: (it) => [quoted(textOf(it, "content"))],
  [T.THUMBNAIL]: (it) => [media("thumbnail", it, "media")],
  [T.MEDIA_GALLERY]: (it) => listOf(it, "items").map((item) => media("image", item, "media")),
  [T.FILE]: (it) => [media("file", it, "file")],
  [T.SEPARATOR]: () => ["———"],
  [T.CONTAINER]: (it) => ["container", ...indent(describeComponents(field(it, "components")))]
}

const quoted = (text: string | undefined): string => `"${oneLine(text ?? "", TEXT)}"`

const marks = (it: unknown): string => (field(it, "disabled") === true ? " (disabled)" : "")

const button = (it: unknown): string => {
  const name = [textOf(it, "emoji", "name"), textOf(it, "label")].filter((part) => part !== undefined).join(" ")
  const url = textOf(it, "url")
  const shown = oneLine(name === "" ? (textOf(it, "custom_id") ?? "button") : name, NAME)
  return `[${shown}${url === undefined ? "" : ` ↗ ${oneLine(url, NAME)}`}${marks(it)}]`
}

const select = (it: unknown, what: string): string => {
  const name = oneLine(textOf(it, "placeholder") ?? textOf(it, "custom_id") ?? `choose a ${what}`, NAME)
  return `[${name} ▾${options(it)}${marks(it)}]`
}

/** ` Dog, Cat`; options that are selected by default have a star after them. */
const options = (it: unknown): string => {
  const labels = listOf(it, "options").map(
    (option) => `${textOf(option, "label") ?? "?"}${field(option, "default") === true ? "*" : ""}`
  )
  return labels.length === 0 ? "" : ` ${oneLine(labels.join(", "), TEXT)}`
}

const media = (what: string, it: unknown, name: string): string => {
  const url = textOf(it, name, "url")
  return `${what} ${textOf(it, "name") ?? oneLine(url ?? "", TEXT)}${field(it, "spoiler") === true ? " (spoiler)" : ""}`
}

const FIELD_KINDS: Readonly<Record<number, string>> = {
  [T.TEXT_INPUT]: "text",
  [T.STRING_SELECT]: "select",
  [T.USER_SELECT]: "users",
  [T.ROLE_SELECT]: "roles",
  [T.MENTIONABLE_SELECT]: "users or roles",
  [T.CHANNEL_SELECT]: "channels",
  [T.FILE_UPLOAD]: "files",
  [T.RADIO_GROUP]: "one of",
  [T.CHECKBOX_GROUP]: "any of",
  [T.CHECKBOX]: "yes or no"
}

const PARAGRAPH = 2

const fieldLine = (input: unknown, label: string | undefined): string => {
  const kind = field(input, "type")
  const isParagraph = kind === T.TEXT_INPUT && field(input, "style") === PARAGRAPH
  const name = textOf(input, "custom_id") ?? "?"
  const value = textOf(input, "value")
  const parts = [
    `${isParagraph ? "paragraph" : (FIELD_KINDS[Number(kind)] ?? "field")}${options(input)}`,
    ...(field(input, "required") === false ? ["optional"] : []),
    ...(value === undefined ? [] : [`filled with ${quoted(value)}`])
  ]
  return `${oneLine(label ?? name, NAME)}${label === undefined ? "" : ` (${oneLine(name, NAME)})`}: ${parts.join(", ")}`
}
