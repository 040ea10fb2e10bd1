/** The flags that every command of the prompt has. Source: docs/prompt.md. */
import { Flag } from "effect/cli"
import { httpUrl, token } from "../given/FlagKinds.ts"
import type { flagsOf, Values, Variables } from "../given/Given.ts"
import { DEFAULT_SERVER } from "../world/WorldPlace.ts"

export const PROMPT_FLAGS = {
  server: [httpUrl, `A running server (default ${DEFAULT_SERVER})`],
  controlToken: [token, "The server's control token, if it has one"],
  json: [Flag.Boolean, "Print what the control plane answers, for programs"]
} as const

export type PromptFlags = Values<(variables: Variables) => ReturnType<typeof flagsOf<typeof PROMPT_FLAGS>>>
