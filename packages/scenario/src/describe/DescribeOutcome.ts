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

const refusal: Part = ({ refused, because, state }) => {
  if (refused === undefined || refused === "") return []
  const reason = because === undefined ? "" : ` — ${oneLine(because, VALUE)}`
  return [`refused${state === undefined ? "" : ` while ${state}`}: ${oneLine(refused)}${reason}`]
}

const state: Part = ({ state, response, error, wait_expired, message }) => {
  if (state === undefined) return error === undefined ? [] : [`error: ${oneLine(error, VALUE)}`]
  const alone = response?.ephemeral === true && message === undefined ? ", to this user only" : ""
  return [
    `${oneLine(state)}${alone}${error === undefined ? "" : `: ${oneLine(error, VALUE)}`}`,
    ...(wait_expired === true ? ["the wait ended before that"] : [])
  ]
}

const message: Part = ({ message }) => (message === undefined ? [] : describeMessage(message))

const modal: Part = ({ modal }) => {
  if (!isObject(modal)) return []
  const title = `"${oneLine(textOf(modal, "title") ?? "")}" (${oneLine(textOf(modal, "custom_id") ?? "?")})`
  return [`opens the modal ${title}`, ...describeFields(modal["components"]).map((line) => `  ${line}`)]
}

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
  const more = commands.length - ROWS
  return [...commands.slice(0, ROWS).map(command), ...(more > 0 ? [`… and ${more} more`] : [])]
}

const command = (it: unknown): string => {
  const path = textOf(it, "path_localized") ?? textOf(it, "name_localized") ?? textOf(it, "name") ?? "?"
  const description = textOf(it, "description_localized") ?? textOf(it, "description")
  const by = textOf(it, "application_name")
  const details = `${description === undefined ? "" : ` — ${description}`}${by === undefined ? "" : ` (${by})`}`
  return oneLine(`${PREFIXES[Number(field(it, "type"))] ?? ""}${path}${details}`, VALUE)
}

const explanation: Part = ({ visible, usable, decisions }) => [
  ...(visible === undefined ? [] : [`${visible ? "visible" : "not visible"}, ${usable ? "usable" : "not usable"}`]),
  ...(decisions ?? [])
    .filter((decision) => decision.outcome === "fail")
    .map(({ step, because }) => `  ${oneLine(step)} fails: ${oneLine(because, VALUE)}`)
]

/** The newest ones, oldest first. */
const messages: Part = ({ messages }) => {
  if (messages === undefined) return []
  const lines = messages.slice(-ROWS).map((one) => `  ${headline(one)}`)
  return [`${messages.length} ${messages.length === 1 ? "message" : "messages"}`, ...lines]
}

const call: Part = ({ status, code, body }) => {
  if (status === undefined) return []
  if (status < 400) return [`${status}${body == null ? "" : ` ${formatValue(body, VALUE)}`}`]
  const errors = field(body, "errors")
  const parts = [status, code === undefined ? undefined : `code ${code}`, textOf(body, "message")].filter(
    (part) => part !== undefined
  )
  return [
    parts.map((part) => oneLine(`${part}`, VALUE)).join(", "),
    ...(errors === undefined ? [] : [`  ${formatValue(errors, VALUE)}`])
  ]
}

const granted: Part = ({ access_token }) => (access_token === undefined ? [] : ["grants an access token"])

const lobby: Part = ({ lobby }) => {
  if (!isObject(lobby)) return []
  const { metadata } = lobby
  const members = listOf(lobby, "members").length
  const shown = isObject(metadata) && Object.keys(metadata).length > 0 ? `, ${formatValue(metadata, VALUE)}` : ""
  return [`lobby of ${members} ${members === 1 ? "member" : "members"}${shown}`]
}

const PARTS = [refusal, state, message, modal, choices, activity, commands, explanation, messages, call, granted, lobby]
