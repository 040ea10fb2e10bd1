/**
 * Runs `check` from files to report and exit code. 0: success. 1: faults, too many warnings or, with --exit-code,
 * differences. 2: unreadable file. 3: unreachable server. Source: product.md "First minute" (exit codes).
 */
import { frame } from "@backlot/document/CodeFrame"
import * as DocumentText from "@backlot/document/DocumentText"
import { http } from "@backlot/domain/base/Limits"
import type { ApplicationTraits } from "@backlot/domain/command/ApplicationTraits"
import { definitionsIn } from "@backlot/domain/command/CommandDefinitions"
import { type CommandDiff, diff } from "@backlot/domain/command/CommandDiff"
import type { ValidationContext } from "@backlot/domain/command/CommandValidation"
import { formatPath } from "@backlot/domain/error/Fault"
import { Console, Effect, Result } from "effect"
import { badUsage, type Variables } from "../given/Given.ts"
import { readText } from "../given/GivenText.ts"
import { shownPath } from "../given/ShownPath.ts"
import { Ended } from "../process/Ended.ts"
import { type CheckSource, SourceUnreadable } from "./CheckDefinitions.ts"
import type { CheckFlags } from "./CheckFlags.ts"
import { type Judgement, judgeSources, type Remark } from "./CheckJudgement.ts"
import { isModule, readModule } from "./CheckModule.ts"
import { accountOf, registered } from "./CheckRegistered.ts"
import { diffText, laterText, remarksText, summaryText } from "./CheckText.ts"

export const runCheck = Effect.fnUntraced(function* (flags: CheckFlags, variables: Variables) {
  yield* beside(flags)
  const color = process.stdout.isTTY === true && (variables["NO_COLOR"] ?? "") === ""
  const [sources, unreadable] = yield* Effect.partition(flags.files, readSource)
  for (const failure of unreadable) yield* Console.error(unreadableText(failure, color))
  if (unreadable.length > 0) return yield* new Ended({ code: 2 })
  const account = flags.against === undefined ? undefined : yield* accountOf(flags.against.value, flags)
  const context = contextOf(flags, account?.traits)
  const judged = judgeSources(sources, { context, strict: flags.strict?.value === true })
  const judgement = flags.warnings?.value === false ? { ...judged, warnings: [] } : judged
  const changes =
    account === undefined || judgement.faults.length > 0
      ? undefined
      : diff(yield* registered(account, flags.guild?.value, context), judgement.contents)
  const later = flags.warnings?.value === false ? [] : laterText(judgement, color)
  const text = () => [
    ...remarksText(judgement.faults, color),
    ...remarksText(judgement.warnings, color),
    ...(changes === undefined ? [] : [...diffText(changes, color), ""]),
    ...later,
    summaryText(judgement)
  ]
  yield* Console.log(flags.format?.value === "json" ? asJson(judgement, changes) : text().join("\n"))
  if (isBad(flags, judgement, changes)) return yield* new Ended({ code: 1 })
})

/** Refuses flags that need another flag. */
const beside = ({ against, ...flags }: CheckFlags) => {
  const alone = ["application", "token", "exitCode"] as const
  const lost = against === undefined ? alone.find((name) => flags[name]?.by === "flag") : undefined
  if (lost === undefined) return Effect.void
  const name = lost === "exitCode" ? "exit-code" : lost
  return badUsage(`--${name} needs --against`)
}

/** Flags override the server's data about the application. */
const contextOf = (
  { guild, applicationFlags, integrationTypes }: CheckFlags,
  known: ApplicationTraits | undefined
): ValidationContext => {
  const types = integrationTypes?.value.split(",")
  const application: ApplicationTraits = {
    integration_types: ([0, 1] as const).filter((type) =>
      types === undefined ? (known?.integration_types.includes(type) ?? true) : types.includes(String(type))
    ),
    embedded: applicationFlags === undefined ? (known?.embedded ?? false) : applicationFlags.value.includes("EMBEDDED"),
    discoverable: known?.discoverable ?? false
  }
  return { scope: guild === undefined ? "global" : "guild", application }
}

const isBad = ({ maxWarnings, exitCode }: CheckFlags, judgement: Judgement, changes: CommandDiff | undefined) =>
  judgement.faults.length > 0 ||
  (maxWarnings !== undefined && judgement.warnings.length > maxWarnings.value) ||
  (exitCode?.value === true &&
    changes !== undefined &&
    changes.created.length + changes.updated.length + changes.deleted.length > 0)

export const unreadableText = ({ file, text, position, message }: SourceUnreadable, color: boolean): string => {
  if (position === undefined) return `${file}: ${message}`
  const shown = frame(text, position, { color })
  return [`${file}:${position.line}:${position.column} ${message}`, ...(shown === "" ? [] : [shown])].join("\n")
}

const asJson = ({ commands, faults, warnings }: Judgement, changes: CommandDiff | undefined): string =>
  JSON.stringify(
    {
      commands,
      errors: faults.map(remarkJson),
      warnings: warnings.map(remarkJson),
      ...(changes === undefined ? {} : { diff: diffJson(changes) })
    },
    null,
    2
  )

const remarkJson = ({ source, because, ...remark }: Remark) => ({
  file: source.file,
  ...remark,
  ...(because === undefined ? {} : { source: because })
})

const diffJson = ({ created, updated, deleted, unchanged }: CommandDiff) => ({
  created: created.map(named),
  updated: updated.map(({ after, changes }) => ({
    ...named(after),
    changes: changes.map(({ path, before, after: now }) => ({ path: formatPath(path), before, after: now }))
  })),
  deleted: deleted.map(named),
  unchanged: unchanged.map(named)
})

const named = ({ type, name }: { readonly type: number; readonly name: string }) => ({ type, name })

/** Reads a file of command definitions, or runs a module of them. `-` is stdin, which cannot be a module. */
export const readSource = Effect.fnUntraced(function* (path: string) {
  const file = path === "-" ? "stdin" : shownPath(path)
  const text = yield* readText(path, http.bodyBytes).pipe(
    Effect.mapError(
      ({ why, isFolder }) =>
        new SourceUnreadable({ file, text: "", position: undefined, message: isFolder ? folder(file) : why })
    )
  )
  if (isModule(path)) return yield* readModule({ path, file, text })
  const parsed = DocumentText.parse(text, { ...KIND, format: DocumentText.formatOf(path) })
  if (Result.isFailure(parsed)) {
    return yield* new SourceUnreadable({ file, text, position: parsed.failure, message: parsed.failure.message })
  }
  const { value, locate } = parsed.success
  return { file, text, locate, ...definitionsIn(value) } satisfies CheckSource
})

/** A definition file has the size and depth limits of one request. Our choice: docs/choices.md "Command line". */
export const KIND = {
  empty: "It is empty. A definition is a command, a list of commands, or { commands: [...] }.",
  depth: 32
}

const folder = (file: string): string => `it is a folder; name its files, as in: backlot check ${file}/*.json`
