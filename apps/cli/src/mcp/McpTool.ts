/** A tool that an agent calls: its schemas, what it does, and how its answer is bounded. Source: docs/agents.md. */
import { formatPath } from "@backlot/domain/error/Fault"
import { judge } from "@backlot/scenario/schema/SchemaJudge"
import type { StartError } from "@backlot/server/boot/StartError"
import { Cause, Context, Effect, type FileSystem, Schema, Semaphore, type Stdio } from "effect"
import * as McpSchema from "effect/ai/McpSchema"
import { McpServer } from "effect/ai/McpServer"
import type { CliError } from "effect/cli"
import type { Unusable } from "../process/Ended.ts"
import { bounded } from "./Bounded.ts"
import type { Place } from "./Place.ts"
import { ToolRefused } from "./ToolRefused.ts"

/** What a tool answers: a text for the model, and the same as a value in the shape of its output schema. */
export interface Told {
  readonly text: string
  readonly value: object
}

export type ToolFailure = ToolRefused | Unusable | StartError | CliError.CliError

/** What the program provides to its commands. */
export type Machine = FileSystem.FileSystem | Stdio.Stdio

type Fields = Schema.Struct.Fields

interface ToolOptions<Input extends Fields> {
  readonly name: string
  readonly title: string
  /** For the model: what it does, when to call it, and what its arguments look like. */
  readonly does: string
  readonly input: Input
  readonly output: Fields
  /** Changes nothing. */
  readonly reads?: boolean
  /** Replaces or deletes what there is, or runs what may. */
  readonly destroys?: boolean
  readonly run: (given: Schema.Struct.Type<Input>, place: Place) => Effect.Effect<Told, ToolFailure, Machine>
}

export type Tool = ReturnType<typeof tool>

export const tool = <const Input extends Fields>({ name, title, does, run, ...options }: ToolOptions<Input>) => {
  const input = Schema.Struct(options.input)
  const descriptor = new McpSchema.Tool({
    name,
    title,
    description: does,
    inputSchema: objectSchema(input, "error"),
    outputSchema: objectSchema(Schema.Struct({ ...options.output, ...SHORTENED }), "ignore"),
    annotations: {
      title,
      readOnlyHint: options.reads === true,
      destructiveHint: options.destroys === true,
      idempotentHint: options.reads === true,
      openWorldHint: false
    }
  })
  const call = (payload: unknown, place: Place): Effect.Effect<Told, ToolFailure, Machine> => {
    const given = payload ?? {}
    const problems = judge(input, given, { special: {}, variables: false })
    if (problems.length > 0) {
      const lines = problems.slice(0, PROBLEMS).map(({ path, message }) => `${formatPath(path) || name}: ${message}`)
      return new ToolRefused({ message: lines.join("\n") })
    }
    // Judged against the schema of that type.
    return run(given as Schema.Struct.Type<Input>, place)
  }
  return { name, descriptor, call }
}

const PROBLEMS = 10

const SHORTENED = {
  shortened: Schema.optionalKey(
    Schema.String.annotate({ description: "The answer was too large: what was left out, and how to get it." })
  )
}

type JsonObject = { readonly [key: string]: Schema.Json }

const objectSchema = (
  schema: Schema.Top,
  onExcessProperty: "error" | "ignore"
): { readonly type: "object" } & JsonObject => {
  const { schema: root, definitions } = Schema.toJsonSchemaDocument(schema, { onExcessProperty })
  // A struct without fields is anything to Schema.
  if (root["type"] !== "object") return { type: "object", additionalProperties: false }
  const $defs = Object.keys(definitions).length === 0 ? {} : { $defs: definitions }
  // A schema is JSON, and that of a struct is one of an object.
  return { ...root, ...$defs } as { readonly type: "object" } & JsonObject
}

/** Calls at the same time. More wait for their turn. */
const AT_ONCE = 16

/** Every failure is a result, which the model reads; only an unknown tool is an error of the protocol. */
export const register = Effect.fnUntraced(function* (tools: ReadonlyArray<Tool>, place: Place) {
  const registry = yield* McpServer
  const machine = yield* Effect.context<Machine>()
  const turns = yield* Semaphore.make(AT_ONCE)
  for (const { descriptor, call } of tools) {
    yield* registry.addTool({
      tool: descriptor,
      annotations: Context.empty(),
      handle: (payload: unknown) =>
        call(payload, place).pipe(
          Effect.map((told) => resultOf(told, false)),
          Effect.catch((failure) => Effect.succeed(refusal(failure))),
          Effect.catchCause((cause) =>
            Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.as(logged(cause), resultOf(BUG, true))
          ),
          Effect.provide(machine),
          turns.withPermits(1)
        )
    })
  }
})

const BUG = { text: "This is a bug in Backlot; its log on stderr says more.", value: undefined }

const logged = (cause: Cause.Cause<never>) => Effect.logFatal("This is a bug in Backlot.", cause)

const refusal = (failure: ToolFailure) => {
  const value = failure instanceof ToolRefused ? failure.value : undefined
  return resultOf({ text: failure.message, value }, true)
}

const resultOf = (told: { readonly text: string; readonly value: object | undefined }, isError: boolean) => {
  const { text, value } = bounded(told)
  return new McpSchema.CallToolResult({
    content: [{ type: "text", text }],
    structuredContent: value,
    isError
  })
}
