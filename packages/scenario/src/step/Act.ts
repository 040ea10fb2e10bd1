/** What a kind of step consists of, and phrases of its sentence. `Step.ts` collects the kinds of all `Act*.ts`. */
import type { Schema } from "effect"
import { field, textOf } from "../Fields.ts"
import { formatValue } from "../match/DescribeValue.ts"
import { METHODS, Name } from "../Vocabulary.ts"
import type { Beside, Restricted } from "./Beside.ts"

export interface Act {
  /** The shape of the act's value. Its description is in the published schema and in docs/scenarios.md. */
  readonly shape: Schema.Top
  /** Whether the sentence begins with a user in a channel, with a user, or with neither. */
  readonly actor: "user in channel" | "user" | "nobody"
  /** The rest of the sentence. It must accept any value: steps are described before they are judged, too. */
  readonly sentence: (value: unknown, beside: Beside) => string
  /** Restricted fields that the act accepts. `until` means that the act makes an interaction and waits for the app. */
  readonly takes?: ReadonlyArray<Restricted>
  /** A field that the act cannot do without. */
  readonly requires?: Restricted
  /** The field of the act's value that is a list of files. */
  readonly files?: string
  /** True: a load plays it. A text: why a load does not. Absent: it does not, for no special reason. */
  readonly load?: true | string
}

export type Acts = Readonly<Record<string, Act>>

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

/** What a user does with something of this name. `words`: its sentence begins with them. */
export const named = (description: string, words: string) =>
  ({ shape: Name.annotate({ description }), actor: "user", sentence: verb(words) }) as const

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
