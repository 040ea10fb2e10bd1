/** Options of a Backlot. */

import { formatPath } from "@backlot/domain/error/Fault"
import { below, type Problem, problem } from "@backlot/scenario/Problem"
import { ALLOWED, App } from "@backlot/scenario/Scenario"
import { judge, unknownFields } from "@backlot/scenario/schema/SchemaJudge"
import type { AppHandle } from "./AppHandle.ts"
import type { AppFunction } from "./InProcessApp.ts"
import type { ServerOptions } from "./Opened.ts"

/** A program under test, run by the shell: `command`, `cwd`, `env`, `ready`, as in scenario files. */
export type AppProgram = Omit<typeof App.Type, "application">

/** A function of the test that answers interactions, or a program. */
export type AppUnderTest = AppFunction<AppHandle> | AppProgram

export interface BacklotOptions extends ServerOptions {
  /** The app under test. Absent: the test starts it itself, with `backlot.app().env`. */
  readonly app?: AppUnderTest
  /** Several apps, by name or id of their applications. */
  readonly apps?: Readonly<Record<string, AppUnderTest>>
  /**
   * Leads what this process sends to the platform to the server, for a bot that the test imports as it is, with its own token.
   * Nothing else leaves the machine. Programs have an `intercept` of their own. Default: false.
   */
  readonly intercept?: boolean
  /** With `intercept`: hosts that may be reached besides, such as a database. Default: none. */
  readonly outside?: ReadonlyArray<string>
  /** Commands that are registered for everyone before anything else happens. */
  readonly commands?: ReadonlyArray<unknown>
}

/** Judges the options of a Backlot: without a compiler, a mistyped option would be ignored silently. */
type Check = (value: unknown) => ReadonlyArray<Problem>

export const faultsOf = (options: BacklotOptions): ReadonlyArray<string> =>
  [...unknownFields(fieldsOf(options), Object.keys(CHECKS)), ...checked(options)].map(
    ({ path, message }) => `${formatPath(path)}: ${message}`
  )

const checked = (options: BacklotOptions): ReadonlyArray<Problem> =>
  Object.entries(CHECKS).flatMap(([name, check]) => {
    const value = fieldsOf(options)[name]
    return value === undefined ? [] : below([name], check(value))
  })

const fieldsOf = (options: BacklotOptions): Readonly<Record<string, unknown>> => ({ ...options })

const kind =
  (wanted: string, ...types: ReadonlyArray<string>): Check =>
  (value) =>
    value !== null && types.includes(typeof value) ? [] : [problem([], `must be ${wanted}`)]

const among =
  (...texts: ReadonlyArray<string>): Check =>
  (value) =>
    typeof value === "string" && texts.includes(value) ? [] : [problem([], `must be one of ${texts.join(", ")}`)]

const wholeNumber: Check = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? [] : [problem([], "must be a whole number from 0 on")]

const list: Check = (value) => (Array.isArray(value) ? [] : [problem([], "must be a list")])

const app: Check = (value) => {
  if (typeof value === "function") return []
  if (typeof value === "object" && value !== null) return judge(App, value, { special: {}, variables: false })
  return [problem([], 'must be a function that answers interactions, or a program: { command: "node bot.mjs" }')]
}

const apps: Check = (value) =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, one]) => below([name], app(one)))
    : [problem([], 'must be an object of apps by the names of their applications: { "Pet Shop": … }')]

const kinds: Check = (value) =>
  Array.isArray(value) && value.every((one) => ALLOWED.some((kind) => kind === one))
    ? []
    : [problem([], `must be a list of ${ALLOWED.join(", ")}`)]

const CHECKS: Readonly<Record<keyof BacklotOptions, Check>> = {
  world: kind("the path of a world file, or a world", "string", "object"),
  application: kind("the name or id of an application", "string"),
  clock: among("real", "frozen"),
  storage: among("memory", "file"),
  limits: among("enforce", "observe", "off"),
  ids: among("wall", "clock"),
  seed: wholeNumber,
  strict: kind("true or false", "boolean"),
  watchGateway: kind("true or false", "boolean"),
  allow: kinds,
  warn: kind("a function", "function"),
  app,
  apps,
  intercept: kind("true or false", "boolean"),
  outside: list,
  commands: list
}
