/** The body of "use a command". Source: product.md "Control plane". */

import { isLocale, type Locale } from "@backlot/domain/base/Locale"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { type Fault, fault, type Path } from "@backlot/domain/error/Fault"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import { type DecodedOptions, decodeOptions } from "@backlot/domain/typing/RawOption"
import * as Shape from "@backlot/domain/validation/Shape"
import { Use } from "@backlot/protocol/control/ControlInteraction"
import { Effect } from "effect"
import { judgeLocale } from "./Asked.ts"
import { attachedOf, judgeAttached } from "./AttachedFile.ts"
import type { Attached } from "./Uploaded.ts"

export interface UseBody {
  readonly command_id: Snowflake | undefined
  readonly version: Snowflake | undefined
  /** Whether the command has a target is judged with the command. */
  readonly target_id: Snowflake | undefined
  readonly locale: Locale | undefined
  readonly autocomplete: boolean
  /** Faults of malformed options are judged with the command's own options. */
  readonly input: DecodedOptions | { readonly text: string }
  readonly attachments: ReadonlyArray<Attached>
}

const decode = Shape.decoder(Use)

type Draft = ReturnType<typeof decode>["value"]

/** The valid body, or all its faults except those of its options. */
export const decodeUse = (body: unknown): Effect.Effect<UseBody, InvalidForm> => {
  const { value, faults } = decode(body)
  const all = Shape.withoutEchoes(
    faults,
    RULES.flatMap((rule) => rule(value))
  )
  return all.length > 0
    ? Effect.fail(new InvalidForm({ faults: all }))
    : Effect.succeed(complete(value, decodeOptions(value.options)))
}

const complete = (draft: Draft, decoded: DecodedOptions): UseBody => {
  const text = draft.text ?? undefined
  return {
    command_id: draft.command_id ?? undefined,
    version: draft.version ?? undefined,
    target_id: draft.target_id ?? undefined,
    locale: isLocale(draft.locale) ? draft.locale : undefined,
    autocomplete: draft.autocomplete ?? false,
    input: text === undefined ? decoded : { text },
    attachments: attachedOf(draft.attachments, "option")
  }
}

const problem = (path: Path, code: string, message: string): ReadonlyArray<Fault> => [fault(path, { code, message })]

const RULES: ReadonlyArray<(draft: Draft) => ReadonlyArray<Fault>> = [
  ({ text, command_id }) =>
    (text ?? undefined) === undefined && (command_id ?? undefined) === undefined
      ? problem(["command_id"], "BASE_TYPE_REQUIRED", "Give command_id, or text such as /blep animal:dog.")
      : [],
  ({ text, command_id, options }) =>
    (text ?? undefined) !== undefined && (command_id ?? options ?? undefined) !== undefined
      ? problem(["text"], "NOT_BOTH", "Give either text, or command_id and options.")
      : [],
  ({ locale }) => judgeLocale(locale),
  ({ text, target_id }) =>
    (text ?? undefined) !== undefined && (target_id ?? undefined) !== undefined
      ? problem(["target_id"], "NOT_BOTH", "Give either text, or command_id and target_id: no text has a target.")
      : [],
  ({ attachments }) => judgeAttached(attachments, "option")
]
