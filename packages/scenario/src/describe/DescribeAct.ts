/** The sentence of each act: who it is said of, and what. */

import { formatValue } from "../match/DescribeValue.ts"
import type { Act, Step } from "../Step.ts"
import { METHODS } from "../Vocabulary.ts"
import { field, isObject, textOf } from "./DescribeJson.ts"

/** Who acts and where, as written. */
export interface Scene {
  readonly as?: string | undefined
  readonly in?: string | undefined
}

type Subject = (scene: Scene, predicate: string) => string

const nameOf = ({ as }: Scene): string => as ?? "somebody"

/** A user in a channel; a user anywhere; nobody in particular. */
const there: Subject = (scene, predicate) => `${nameOf(scene)}${placeOf(scene)} ${predicate}`
const user: Subject = (scene, predicate) => `${nameOf(scene)} ${predicate}`
const nobody: Subject = (_, predicate) => predicate

const placeOf = ({ in: channel }: Scene): string => (channel === undefined ? "" : ` in ${channelText(channel)}`)

/** Ids, direct messages and what says where it is stay; a name alone gets its sign. */
const channelText = (channel: string): string => (/^[#@$]|\/|^\d+$/.test(channel) ? channel : `#${channel}`)

type Sentence = (value: unknown, step: Step) => string

const VALUE = 200

const plain = (value: unknown): string => (typeof value === "string" ? value : formatValue(value, VALUE))
const verb =
  (words: string): Sentence =>
  (value) =>
    `${words} ${plain(value)}`

/** ` on …` where the step says on what. */
const on = ({ on: target }: Step, word = "on"): string => {
  if (target === undefined) return ""
  return ` ${word} ${target === "last" ? "the last message" : typeof target === "string" ? target : `a message like ${formatValue(target, VALUE)}`}`
}

const lobbyText = (value: unknown): string => (value === "last" ? "the last lobby" : `the lobby ${plain(value)}`)

/** Of acts as they are decoded; the value is that of the act. */
export const ACT_TEXTS: Readonly<Record<Act, readonly [subject: Subject, sentence: Sentence]>> = {
  type: [there, verb("types")],
  use: [there, (value) => `uses ${useText(value)}`],
  menu: [there, (value, step) => `uses the menu command ${plain(value)}${on(step)}`],
  picker: [there, (value) => (value === "" ? "opens the picker" : `searches the picker for ${plain(value)}`)],
  explain: [there, (value) => `asks why ${plain(value)} can be used or not`],
  press: [there, (value, step) => `presses ${plain(value)}${on(step)}`],
  select: [
    there,
    (value, step) =>
      `selects ${step.values === undefined ? "nothing" : listText(step.values)} in ${plain(value)}${on(step)}`
  ],
  submit: [there, (value, step) => `submits ${formatValue(value, VALUE)}${filesText(step.attachments)}`],
  say: [there, (value) => saidText(value)],
  revise: [there, (value, step) => `changes ${on(step, "").trim() || "a message"} to ${quoted(value)}`],
  erase: [there, (value) => `deletes ${messageText(value)}`],
  react: [there, (value, step) => `reacts with ${plain(value)}${on(step, "to")}`],
  unreact: [there, (value, step) => `takes back ${plain(value)}${on(step, "from")}`],
  read: [there, (value) => (typeof value === "number" ? `reads the last ${value} messages` : "reads the channel")],
  set_locale: [user, verb("sets the language to")],
  install: [user, (value) => `installs ${applicationText(value)}`],
  uninstall: [user, (value) => `removes ${applicationText(value)}`],
  authorize: [user, (value) => authorizeText(value)],
  permit: [user, (value) => permitText(value)],
  join: [
    user,
    (value) => `joins the lobby ${typeof value === "string" ? value : (textOf(value, "secret") ?? "")}`.trimEnd()
  ],
  leave: [user, (value) => `leaves ${lobbyText(value)}`],
  connect: [user, (value) => `connects to ${lobbyText(value)}`],
  disconnect: [user, (value) => `disconnects from ${lobbyText(value)}`],
  world: [nobody, (value) => `the world: ${callText(value)}`],
  advance: [nobody, (value) => `${plain(value)} go by`],
  clock: [nobody, (value) => `the clock is set: ${formatValue(value, VALUE)}`],
  fault: [nobody, (value) => `a fault is planned: ${formatValue(value, VALUE)}`],
  clear_faults: [nobody, () => "planned faults are removed"],
  app: [nobody, (value) => `${textOf(value, "application") ?? "the app"} calls ${callText(value)}`],
  wait: [nobody, (value) => waitText(value)],
  server: [nobody, (value) => SERVER[plain(value)] ?? `the server: ${plain(value)}`],
  run: [
    nobody,
    (value, step) => `runs ${plain(value)}${step.with === undefined ? "" : ` with ${formatValue(step.with, VALUE)}`}`
  ]
}

const SERVER: Readonly<Record<string, string>> = {
  restart: "the server is restarted",
  kill: "the server is killed and started again",
  reset: "the server is reset"
}

const quoted = (value: unknown): string => `"${plain(value)}"`
const listText = (value: unknown): string => (Array.isArray(value) ? value.map(plain).join(", ") : plain(value))

const messageText = (value: unknown): string => {
  if (value === "last") return "the last message"
  return typeof value === "string" ? `the message ${value}` : `a message like ${formatValue(value, VALUE)}`
}

/** The text of a use, or its parts as they would be typed. */
const useText = (value: unknown): string => {
  if (!isObject(value)) return plain(value)
  const options = value["options"]
  const typed = isObject(options) ? Object.entries(options).map(([name, one]) => `${name}:${plain(one)}`) : []
  const given = Array.isArray(options) ? [formatValue(options, VALUE)] : typed
  const text = textOf(value, "text") ?? [`/${textOf(value, "command") ?? "?"}`, ...given].join(" ")
  const version = textOf(value, "version")
  return `${text}${filesText(value["attachments"])}${version === undefined ? "" : ` of version ${version}`}`
}

const filesText = (files: unknown): string => {
  if (!Array.isArray(files) || files.length === 0) return ""
  return ` with ${files.map((one) => textOf(one, "filename") ?? textOf(one, "path") ?? "a file").join(", ")}`
}

const saidText = (value: unknown): string => {
  if (typeof value === "string") return `says ${quoted(value)}`
  const reply = field(value, "reply_to")
  const answering = reply === undefined ? "" : ` in reply to ${messageText(reply)}`
  return `says ${quoted(textOf(value, "content") ?? "")}${answering}${filesText(field(value, "attachments"))}`
}

const applicationText = (value: unknown): string => {
  if (typeof value === "string") return value
  const guild = textOf(value, "guild")
  return `${textOf(value, "application") ?? "the app"}${guild === undefined ? "" : ` in ${guild}`}`
}

const authorizeText = (value: unknown): string => {
  const scopes = listText(field(value, "scopes"))
  const application = textOf(value, "application") ?? "the app"
  return field(value, "authorize") === false
    ? `declines to grant ${scopes} to ${application}`
    : `grants ${scopes} to ${application}`
}

const permitText = (value: unknown): string => {
  const overwrites = field(value, "overwrites")
  const told = (Array.isArray(overwrites) ? overwrites : []).map(
    (one) =>
      `${field(one, "allow") === true ? "allow" : "deny"} ${["role", "user", "channel"].flatMap((kind) => textOf(one, kind) ?? []).join(" ")}`
  )
  const command = textOf(value, "command")
  const guild = textOf(value, "guild")
  return `permits ${command === undefined ? "all commands" : `/${command}`}${guild === undefined ? "" : ` in ${guild}`}: ${told.join(", ") || "no overwrites"}`
}

/** `PATCH /users/alice { locale: "de" }`. */
const callText = (value: unknown): string => {
  const method = METHODS.find((name) => textOf(value, name) !== undefined)
  const path = method === undefined ? "" : textOf(value, method)
  const body = field(value, "body")
  return `${(method ?? "").toUpperCase()} ${path ?? ""}${body === undefined ? "" : ` ${formatValue(body, VALUE)}`}`
}

const WAITS = {
  message: "a message like",
  no_message: "the message to be gone that is like",
  state: "the interaction to be",
  event: "the event",
  gateway: "the dispatch"
} as const

const waitText = (value: unknown): string => {
  if (typeof value === "string") return `waits ${value}`
  // The keys of WAITS are its names.
  const names = Object.keys(WAITS) as ReadonlyArray<keyof typeof WAITS>
  const told = names.flatMap((name) => {
    const wanted = field(value, name)
    return wanted === undefined ? [] : [`${WAITS[name]} ${plain(wanted)}`]
  })
  const data = field(value, "data")
  return `waits for ${told.join(", ")}${data === undefined ? "" : ` with ${formatValue(data, VALUE)}`}`
}
