/** A message as lines: author, recipient, text, and the parts below it. */
import { MessageFlag } from "@backlot/domain/message/Message"
import { field, listOf, textOf } from "../Fields.ts"
import { oneLine } from "../match/DescribeValue.ts"
import { describeComponents } from "./DescribeComponents.ts"

const CONTENT = 400
const TEXT = 200
const PARTS = 10

/** `Pet Shop, to this user only: "Rex is yours"`, with embeds, components, files and a poll indented below. */
export const describeMessage = (message: unknown): ReadonlyArray<string> => [
  headline(message),
  ...[
    ...listOf(message, "embeds").slice(0, PARTS).flatMap(embedLines),
    ...describeComponents(field(message, "components")),
    ...listOf(message, "attachments").slice(0, PARTS).map(attachmentLine),
    ...pollLines(field(message, "poll")),
    ...reactionLines(listOf(message, "reactions"))
  ].map((line) => `  ${line}`)
]

/** The first line alone. */
export const headline = (message: unknown): string => {
  const author = field(message, "author")
  const name = oneLine(textOf(author, "global_name") ?? textOf(author, "username") ?? "somebody")
  const marks = [
    ...(field(message, "ephemeral") === true ? ["to this user only"] : []),
    ...(textOf(message, "edited_timestamp") === undefined ? [] : ["edited"]),
    ...(field(message, "pinned") === true ? ["pinned"] : [])
  ]
  return [name, ...marks].join(", ") + contentOf(message)
}

const contentOf = (message: unknown): string => {
  const content = textOf(message, "content")
  if (content !== undefined) return `: "${oneLine(content, CONTENT)}"`
  const flags = field(message, "flags")
  return typeof flags === "number" && (flags & MessageFlag.LOADING) !== 0 ? " is thinking…" : ":"
}

const embedLines = (embed: unknown): ReadonlyArray<string> => {
  const texts = [textOf(embed, "author", "name"), textOf(embed, "title"), textOf(embed, "description")]
  const shown = texts.filter((text) => text !== undefined).map((text) => `"${oneLine(text, TEXT)}"`)
  const images = ["image", "thumbnail"].flatMap((name) => textOf(embed, name, "url") ?? [])
  const footer = textOf(embed, "footer", "text")
  return [
    ["embed", ...shown].join(" "),
    ...listOf(embed, "fields").slice(0, PARTS).map(embedField),
    ...images.map((url) => `  image ${oneLine(url, TEXT)}`),
    ...(footer === undefined ? [] : [`  footer "${oneLine(footer, TEXT)}"`])
  ]
}

const embedField = (it: unknown): string =>
  `  ${oneLine(textOf(it, "name") ?? "", TEXT)}: ${oneLine(textOf(it, "value") ?? "", TEXT)}`

const attachmentLine = (file: unknown): string => {
  const size = field(file, "size")
  const facts = [textOf(file, "content_type"), typeof size === "number" ? `${size} bytes` : undefined]
  const known = facts.filter((fact) => fact !== undefined).join(", ")
  return `file ${oneLine(textOf(file, "filename") ?? "?")}${known === "" ? "" : ` (${oneLine(known)})`}`
}

const pollLines = (poll: unknown): ReadonlyArray<string> => {
  const question = textOf(poll, "question", "text")
  if (question === undefined) return []
  const answers = listOf(poll, "answers").map((answer) => textOf(answer, "poll_media", "text") ?? "?")
  return [`poll "${oneLine(question, TEXT)}" ${oneLine(answers.join(", "), TEXT)}`]
}

const reactionLines = (reactions: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const counts = reactions.map((one) => `${textOf(one, "emoji", "name") ?? "?"} ${field(one, "count")}`)
  return counts.length === 0 ? [] : [`reactions ${oneLine(counts.join(", "), TEXT)}`]
}
