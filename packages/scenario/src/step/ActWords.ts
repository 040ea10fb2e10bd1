/** Phrases that the sentences of several acts share. */
import { field, textOf } from "../Fields.ts"
import { formatValue } from "../match/DescribeValue.ts"
import { METHODS } from "../Vocabulary.ts"
import type { Beside } from "./Beside.ts"

const WIDTH = 200

/** A value in one line, cut off when it is long. */
export const short = (value: unknown): string => formatValue(value, WIDTH)

/** A text as it is, any other value in short. */
export const plain = (value: unknown): string => (typeof value === "string" ? value : short(value))

export const quoted = (value: unknown): string => `"${plain(value)}"`

export const list = (value: unknown): string => (Array.isArray(value) ? value.map(plain).join(", ") : plain(value))

export const verb =
  (words: string) =>
  (value: unknown): string =>
    `${words} ${plain(value)}`

/** ` on …`; empty for a step without `on`. */
export const on = ({ on: target }: Beside, word = "on"): string => {
  if (target === undefined) return ""
  return ` ${word} ${target === "last" ? "the last message" : typeof target === "string" ? target : `a message like ${short(target)}`}`
}

export const describeFiles = (files: unknown): string => {
  if (!Array.isArray(files) || files.length === 0) return ""
  return ` with ${files.map((one) => textOf(one, "filename") ?? textOf(one, "path") ?? "a file").join(", ")}`
}

/** `PATCH /users/alice { locale: "de" }`. */
export const call = (value: unknown): string => {
  const method = METHODS.find((name) => textOf(value, name) !== undefined)
  const path = method === undefined ? "" : textOf(value, method)
  const body = field(value, "body")
  return `${(method ?? "").toUpperCase()} ${path ?? ""}${body === undefined ? "" : ` ${short(body)}`}`
}
