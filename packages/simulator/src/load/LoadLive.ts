/**
 * Shows a load in progress: on a terminal a block of lines that is redrawn each second, elsewhere one line per second.
 */
import type { LoadProgress } from "./LoadJob.ts"
import { countText, millisText, percentText, rateText, shareOf } from "./LoadNumbers.ts"

export interface Output {
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  /** Characters per line. */
  readonly columns: number
}

export const liveView = ({ write, isTerminal, columns }: Output) => {
  if (!isTerminal) return { onSecond: (progress: LoadProgress) => write(`${lineOf(progress)}\n`), end: () => {} }
  let height = 0
  const back = () => (height === 0 ? "" : `\u001B[${height}A\u001B[J`)
  const rates: Array<number> = []
  return {
    onSecond: (progress: LoadProgress): void => {
      rates.push(progress.ended)
      // A wrapped line would take two rows, and the block would climb.
      const lines = blockOf(progress, rates).map((line) => line.slice(0, Math.max(1, columns - 1)))
      write(`${back()}${lines.join("\n")}\n`)
      height = lines.length
    },
    /** Erases the block, so that the report takes its place. */
    end: (): void => {
      write(back())
      height = 0
    }
  }
}

/** e.g. `12/30 s  201/s  in flight 4  p50 3.20 ms  p95 5.10 ms  p99 9.80 ms  errors 0`. */
export const lineOf = (progress: LoadProgress): string => {
  const { second, seconds, ended, in_flight, errors } = progress
  return [
    `${second}/${seconds} s${progress.isWarmingUp ? " (warm-up)" : second > seconds ? " (ending)" : ""}`,
    rateText(ended),
    `in flight ${countText(in_flight)}`,
    ...percentiles(progress),
    `errors ${countText(errors)}`
  ].join("  ")
}

/** The block for a terminal; `rates` are those of all seconds so far. */
export const blockOf = (progress: LoadProgress, rates: ReadonlyArray<number>): ReadonlyArray<string> => {
  const { second, seconds, due, ended, in_flight, playing, errors, count, failed } = progress
  const share = shareOf(failed, count)
  const phase = progress.isWarmingUp ? "warm-up" : second > seconds ? "ending" : ""
  return [
    `${bar(Math.min(1, second / Math.max(1, seconds)))} ${second}/${seconds} s ${phase}`.trimEnd(),
    `rate      ${rateText(ended)} ended, ${rateText(due)} due  ${sparks(rates.slice(-WIDTH))}`,
    `at play   ${countText(playing)} virtual users, ${countText(in_flight)} in flight`,
    `latency   ${percentiles(progress).join("  ")}`,
    `errors    ${countText(errors)} in this second, ${countText(failed)} of ${countText(count)} in all (${percentText(share)})`
  ]
}

const percentiles = (progress: LoadProgress): ReadonlyArray<string> =>
  (["p50", "p95", "p99"] as const).map((name) => `${name} ${millisText(progress[name] ?? Number.NaN)}`)

const WIDTH = 30

const bar = (share: number): string => {
  const full = Math.round(share * WIDTH)
  return `${"█".repeat(full)}${"░".repeat(WIDTH - full)}`
}

const LEVELS = "▁▂▃▄▅▆▇█"

/** Each second as a bar, relative to the highest. */
const sparks = (values: ReadonlyArray<number>): string => {
  const most = Math.max(1, ...values)
  return values.map((value) => LEVELS[Math.round((value / most) * (LEVELS.length - 1))]).join("")
}
