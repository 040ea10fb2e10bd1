/**
 * Runs the steps of a job or of a composite action as GitHub's runner does, as far as the files here need it: expressions by
 * GitHub's own parser, scripts by bash, outputs and summaries by files. Actions of others are recorded and not run.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { data, Evaluator, Lexer, Parser } from "@actions/expressions"
import { parse } from "yaml"

export interface Step {
  readonly id?: string
  readonly if?: string
  readonly uses?: string
  readonly run?: string
  readonly shell?: string
  readonly "working-directory"?: string
  readonly env?: Readonly<Record<string, unknown>>
  readonly with?: Readonly<Record<string, unknown>>
}

export interface Place {
  /** The checkout. */
  readonly workspace: string
  /** For the files of the runner. */
  readonly temp: string
  readonly variables: Readonly<Record<string, string>>
}

export interface Played {
  readonly failed: boolean
  readonly log: string
  readonly summary: string
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Actions of others that were reached, with their inputs. */
  readonly used: ReadonlyArray<{ readonly uses: string; readonly with: Readonly<Record<string, string>> }>
}

interface Contexts {
  readonly inputs: Readonly<Record<string, string>>
  readonly github: Readonly<Record<string, string>>
}

/** `actions`: folders of actions that are run, by the text of `uses`. */
export const runSteps = (
  steps: ReadonlyArray<Step>,
  place: Place,
  {
    actions = {},
    contexts = { inputs: {}, github: {} }
  }: {
    readonly actions?: Readonly<Record<string, string>>
    readonly contexts?: Contexts
  } = {}
): Played => {
  const outcomes: Record<string, object> = {}
  const outputs: Record<string, Readonly<Record<string, string>>> = {}
  const used: Array<Played["used"][number]> = []
  let [failed, log, summary] = [false, "", ""]
  for (const step of steps) {
    const evaluate = (text: string) => evaluated(text, { ...contexts, steps: outcomes }, failed)
    const filled = (text: unknown) => interpolated(String(text), evaluate)
    const all = (values: Step["env"]) =>
      Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, filled(value)]))
    if (evaluate(conditionOf(step.if)) !== "true") continue
    let isRed = false
    if (step.uses !== undefined) {
      const home = actions[step.uses]
      if (home === undefined) used.push({ uses: step.uses, with: all(step.with) })
      else {
        const played = runAction(home, all(step.with), place)
        log += played.log
        summary += played.summary
        used.push(...played.used)
        isRed = played.failed
      }
    } else {
      const ended = runScript(step, filled, all(step.env), place)
      log += ended.log
      summary += ended.summary
      isRed = ended.code !== 0
      if (step.id !== undefined) outputs[step.id] = ended.outputs
    }
    if (step.id !== undefined) {
      outcomes[step.id] = { outcome: isRed ? "failure" : "success", outputs: outputs[step.id] ?? {} }
    }
    failed ||= isRed
  }
  return { failed, log, summary, outputs, used }
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: { readonly steps: ReadonlyArray<Step> }
}

export const runAction = (folder: string, given: Readonly<Record<string, string>>, place: Place): Played => {
  // The file is under test in Lint.test.ts.
  const { inputs, runs } = parse(readFileSync(join(folder, "action.yml"), "utf8")) as Action
  const unknown = Object.keys(given).filter((name) => !(name in inputs))
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(", ")}`)
  const defaults = Object.entries(inputs).map(([name, input]) => [name, String(input.default ?? "")])
  const contexts = { inputs: { ...Object.fromEntries(defaults), ...given }, github: { action_path: folder } }
  return runSteps(runs.steps, place, { contexts })
}

const runScript = (
  { run = "", shell, "working-directory": folder = "." }: Step,
  filled: (text: unknown) => string,
  env: Readonly<Record<string, string>>,
  { workspace, temp, variables }: Place
) => {
  const files = mkdtempSync(join(temp, "step-"))
  const [script, output, summary] = ["script.sh", "output", "summary"].map((name) => join(files, name))
  for (const file of [output, summary]) writeFileSync(file ?? "", "")
  writeFileSync(script ?? "", filled(run))
  const flags = shell === undefined ? ["-e"] : ["--noprofile", "--norc", "-e", "-o", "pipefail"]
  const ended = spawnSync("bash", [...flags, script ?? ""], {
    cwd: resolve(workspace, filled(folder)),
    encoding: "utf8",
    timeout: 120_000,
    maxBuffer: 16_000_000,
    env: {
      ...variables,
      ...{ CI: "true", GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: workspace, RUNNER_TEMP: temp },
      ...{ GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary },
      ...env
    }
  })
  const pairs = readFileSync(output ?? "", "utf8")
    .split("\n")
    .filter((line) => line.includes("="))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
  return {
    code: ended.status,
    log: `${ended.stdout}${ended.stderr}`,
    outputs: Object.fromEntries(pairs),
    summary: existsSync(summary ?? "") ? readFileSync(summary ?? "", "utf8") : ""
  }
}

const STATUS = ["success", "failure", "cancelled", "always"] as const

/** A condition that does not ask how the job stands holds only while nothing failed. */
const conditionOf = (text = "success()"): string => {
  const expression = /^\$\{\{([\s\S]*)\}\}$/.exec(text.trim())?.[1] ?? text
  return STATUS.some((name) => expression.includes(`${name}(`)) ? expression : `success() && (${expression})`
}

const interpolated = (text: string, evaluate: (expression: string) => string): string =>
  text.replaceAll(/\$\{\{([\s\S]*?)\}\}/g, (_, expression) => evaluate(expression))

const evaluated = (text: string, contexts: object, failed: boolean): string => {
  const is = { success: !failed, failure: failed, cancelled: false, always: true }
  const functions = STATUS.map((name) => ({
    ...{ name, minArgs: 0, maxArgs: 0 },
    call: () => new data.BooleanData(is[name])
  }))
  const expression = new Parser(new Lexer(text).lex().tokens, Object.keys(contexts), functions).parse()
  const values = JSON.parse(JSON.stringify(contexts), data.reviver)
  return new Evaluator(expression, values, new Map(functions.map((one) => [one.name, one]))).evaluate().coerceString()
}
