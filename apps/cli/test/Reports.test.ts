/** What a run writes at its end: to stdout, in which GitHub's runner may read, and to files. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { RunResult } from "@backlot/simulator/run/RunResult"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeReports } from "../src/simulate/Reports.ts"

/** A run whose app wrote these lines before it ended. */
const runOf = (lines: ReadonlyArray<string>): RunResult => ({
  began: "2026-01-01T00:00:00.000Z",
  real_ms: 1,
  seed: 1,
  scenarios: [
    {
      file: join(process.cwd(), "a.scenario.yaml"),
      name: "a",
      example: undefined,
      tags: [],
      status: "failed",
      attempts: [
        {
          began: "2026-01-01T00:00:00.000Z",
          steps: [],
          transcript: [],
          failure: "Pet Shop ended",
          apps: [
            {
              application: "Pet Shop",
              command: "node bot.mjs",
              output: lines.join("\n"),
              lines: lines.map((text) => ({ at_ms: 1, stream: "stdout", text })),
              exit_code: 1
            }
          ],
          world_before: {},
          world_after: undefined,
          real_ms: 1
        }
      ]
    }
  ]
})

const written = Effect.fnUntraced(function* (result: RunResult, files: ReadonlyArray<string>, annotated = true) {
  const texts: Array<string> = []
  const stdout = { colours: false, isLive: false, width: 80, write: (text: string) => void texts.push(text) }
  const reports = { shown: "text", annotated, files: files.map((file) => ({ format: "json", file }) as const) } as const
  const error = yield* Effect.flip(writeReports(result, reports, stdout, {})).pipe(
    Effect.orElseSucceed(() => undefined)
  )
  return { text: texts.join(""), error: error?.message }
})

/** As the runner of GitHub Actions does: space before a command does not hide it, and `##[` begins one anywhere. */
const commandsOf = (text: string) => {
  let stopped: string | undefined
  const read: Array<string> = []
  for (const line of text.split("\n").map((one) => one.trimStart())) {
    if (stopped !== undefined) {
      if (line === `::${stopped}::`) stopped = undefined
    } else if (line.startsWith("::stop-commands::")) stopped = line.slice("::stop-commands::".length)
    else if (/^::\w+[^:]*::|##\[/.test(line)) read.push(line)
  }
  return { read, stopped }
}

it.effect("the runner of GitHub reads no command in what the app wrote, and all annotations", () =>
  Effect.gen(function* () {
    const app = ["::error::forged", "  ::warning file=x::forged", "##[error]forged", "::stop-commands::mine"]
    const { text } = yield* written(runOf(app), [])
    expect(text).toContain("::error::forged")
    const { read, stopped } = commandsOf(text)
    expect(read).toEqual([
      expect.stringMatching(/^::error file=\S+a\.scenario\.yaml,line=1,col=1,title=a::Pet Shop ended/)
    ])
    expect(stopped).toBeUndefined()
    expect((yield* written(runOf(app), [], false)).text).not.toMatch(/^::stop-commands::[0-9a-f-]{36}$/m)
  })
)

it.live("a report that cannot be written is told after the others are written", () =>
  Effect.gen(function* () {
    const folder = mkdtempSync(join(tmpdir(), "backlot-reports-"))
    yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
    writeFileSync(join(folder, "file"), "")
    const [one = "", two = "", good = ""] = ["file/one.json", "file/two.json", "good.json"].map((name) =>
      join(folder, name)
    )
    const { error } = yield* written(runOf([]), [one, good, two])
    expect(error).toMatch(/one\.json cannot be written: [\s\S]*\n.*two\.json cannot be written/)
    expect(existsSync(good)).toBe(true)
  })
)
