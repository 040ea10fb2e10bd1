/**
 * What an app did wrong though every step held: it ended, its calls were refused, or it called what Backlot lacks. Each
 * fails the scenario unless `allow` names it. Source: product.md "Scenario files" (allow).
 */
import type { PlayedStep, Player } from "@backlot/player/Player"
import { type Misdeeds, refusalText } from "@backlot/player/turn/Misdeeds"
import type { RefusedCall } from "@backlot/protocol/control/ControlRefused"
import { oneLine } from "@backlot/scenario/match/DescribeValue"
import type { Scenario } from "@backlot/scenario/Scenario"
import { Data, Effect } from "effect"

/** The steps held, but the app did not. */
export class AppMisbehaved extends Data.TaggedError("AppMisbehaved")<{ readonly message: string }> {}

/** Misdeeds that the author of a test accepts. */
export type Allowed = NonNullable<Scenario["allow"]>

export interface Judged {
  readonly allow: Allowed | undefined
  /** What the author wrote. */
  readonly unit: "step" | "act"
}

/** Fails with what the app did wrong though all steps held. */
export const judgeApp = Effect.fnUntraced(function* ({ allow = [], unit }: Judged, player: Player) {
  const misdeeds = yield* player.misdeeds
  const lines = linesOf(misdeeds, player.played(), { beganAt: player.began_at, unit })
  const faults = KINDS.filter((kind) => !allow.includes(kind) && lines[kind].length > 0)
  if (faults.length === 0) return
  const message = faults.flatMap((kind) => [
    `Every ${unit} held, but ${TEXTS[kind]} (\`allow: [${kind}]\` accepts this):`,
    ...shown(lines[kind])
  ])
  return yield* new AppMisbehaved({ message: message.join("\n") })
})

/** Misdeeds that the server tells; the exit of a program shows by itself. */
export const KINDS = ["refused_calls", "not_implemented"] as const

const TEXTS = {
  refused_calls: "calls of the app were refused",
  not_implemented: "the app called what this version of Backlot lacks"
} as const

interface When extends Pick<Judged, "unit"> {
  /** Milliseconds since 1970. */
  readonly beganAt: number
}

const linesOf = ({ refused_calls, not_implemented }: Misdeeds, played: ReadonlyArray<PlayedStep>, when: When) => ({
  refused_calls: refused_calls.map((call) => describeRefused(call, played, when)),
  not_implemented
})

const describeRefused = (call: RefusedCall, played: ReadonlyArray<PlayedStep>, { beganAt, unit }: When): string => {
  const step = played.filter(({ began_ms }) => beganAt + began_ms <= call.at).at(-1)
  const where = step === undefined ? `before the first ${unit}` : `in ${unit} ${step.number} (${step.title})`
  return oneLine(`${refusalText(call)}; ${where}`, WIDTH)
}

const WIDTH = 500
const SHOWN = 20

const shown = (lines: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...lines.slice(0, SHOWN).map((line) => `  ${line}`),
  ...(lines.length > SHOWN ? [`  … and ${lines.length - SHOWN} more`] : [])
]
