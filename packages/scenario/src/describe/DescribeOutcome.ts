/** The outcome of a step as lines. They have no real times, and no events, which may come at any time. */

import { field, isObject, listOf, textOf } from "../Fields.ts"
import { formatValue, oneLine } from "../match/DescribeValue.ts"
import type { Outcome } from "../Outcome.ts"
import { describeFields } from "./DescribeComponents.ts"
import { describeMessage, headline } from "./DescribeMessage.ts"

type Part = (outcome: Outcome) => ReadonlyArray<string>

/** In the order of interest; limited in number and length. */
export const describeOutcome = (outcome: Outcome): ReadonlyArray<string> => PARTS.flatMap((part) => part(outcome))

const VALUE = 300
const ROWS = 10

const refusal: Part = ({ refused, because, state }) =>
  refused === undefined || refused === ""
    ? []
    : [
        `refused${state === undefined ? "" : ` while ${state}`}: ${oneLine(refused)}${because === undefined ? "" : ` — ${oneLine(because, VALUE)}`}`
      ]

const state: Part = ({ state, response, error, wait_expired, message }) => {
  if (state === undefined) return error === undefined ? [] : [`error: ${oneLine(error, VALUE)}`]
  const alone = response?.ephemeral === true && message === undefined ? ", to this user only" : ""
  return [
    `${oneLine(state)}${alone}${error === undefined ? "" : `: ${oneLine(error, VALUE)}`}`,
    ...(wait_expired === true ? ["the wait ended before that"] : [])
  ]
}

const message: Part = ({ message }) => (message === undefined ? [] : describeMessage(message))

const modal: Part = ({ modal }) =>
  isObject(modal)
    ? [
        `opens the modal "${oneLine(textOf(modal, "title") ?? "")}" (${oneLine(textOf(modal, "custom_id") ?? "?")})`,
        ...describeFields(modal["components"]).map((line) => `  ${line}`)
      ]
    : []

const choices: Part = ({ choices }) => {
  if (choices === undefined) return []
  if (choices.length === 0) return ["no choices"]
  return [oneLine(`choices: ${choices.map(choice).join(", ")}`, VALUE)]
}

const choice = (it: unknown): string => {
  const name = textOf(it, "name_localized") ?? textOf(it, "name") ?? "?"
  const value = field(it, "value")
  return value === name || value === undefined ? name : `${name} (${String(value)})`
}

const activity: Part = ({ activity }) =>
  activity === undefined ? [] : [`launches the Activity ${formatValue(activity)}`]

const PREFIXES: Readonly<Record<number, string>> = { 1: "/", 2: "user menu: ", 3: "message menu: ", 4: "launcher: " }

const commands: Part = ({ commands }) => {
  if (commands === undefined) return []
  if (commands.length === 0) return ["the picker is empty"]
  return [...commands.slice(0, ROWS).map(command), ...more(commands.length, ROWS)]
}

const command = (it: unknown): string => {
  const path = textOf(it, "path_localized") ?? textOf(it, "name_localized") ?? textOf(it, "name") ?? "?"
  const description = textOf(it, "description_localized") ?? textOf(it, "description")
  const by = textOf(it, "application_name")
  const kind = field(it, "type")
  return oneLine(
    `${(typeof kind === "number" ? PREFIXES[kind] : undefined) ?? ""}${path}${description === undefined ? "" : ` — ${description}`}${by === undefined ? "" : ` (${by})`}`,
    VALUE
  )
}

const explanation: Part = ({ visible, usable, decisions }) => [
  ...(visible === undefined ? [] : [`${visible ? "visible" : "not visible"}, ${usable ? "usable" : "not usable"}`]),
  ...(decisions ?? [])
    .filter((decision) => decision.outcome === "fail")
    .map(({ step, because }) => `  ${oneLine(step)} fails: ${oneLine(because, VALUE)}`)
]

/** The newest ones, oldest first. */
const messages: Part = ({ messages }) =>
  messages === undefined
    ? []
    : [
        `${messages.length} ${messages.length === 1 ? "message" : "messages"}`,
        ...messages.slice(-ROWS).map((one) => `  ${headline(one)}`)
      ]

const call: Part = ({ status, code, body }) => {
  if (status === undefined) return []
  if (status < 400) return [`${status}${body == null ? "" : ` ${formatValue(body, VALUE)}`}`]
  const said = textOf(body, "message")
  const errors = field(body, "errors")
  return [
    [
      `${status}`,
      ...(code === undefined ? [] : [`code ${code}`]),
      ...(said === undefined ? [] : [oneLine(said, VALUE)])
    ].join(", "),
    ...(errors === undefined ? [] : [`  ${formatValue(errors, VALUE)}`])
  ]
}

const granted: Part = ({ access_token }) => (access_token === undefined ? [] : ["grants an access token"])

const lobby: Part = ({ lobby }) => {
  if (!isObject(lobby)) return []
  const metadata = field(lobby, "metadata")
  const members = listOf(lobby, "members").length
  return [
    `lobby of ${members} ${members === 1 ? "member" : "members"}${isObject(metadata) && Object.keys(metadata).length > 0 ? `, ${formatValue(metadata, VALUE)}` : ""}`
  ]
}

const more = (length: number, shown: number): ReadonlyArray<string> =>
  length > shown ? [`… and ${length - shown} more`] : []

const PARTS: ReadonlyArray<Part> = [
  refusal,
  state,
  message,
  modal,
  choices,
  activity,
  commands,
  explanation,
  messages,
  call,
  granted,
  lobby
]
