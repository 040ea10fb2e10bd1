/** Runs the benchmarks one after the other, then prints and saves the results. */
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { resolve } from "node:path"
import { type Arguments, parse, UsageError, usage } from "./Arguments.ts"
import { PROGRAM } from "./Backlot.ts"
import { browserConsole } from "./benchmark/Console.ts"
import { embed } from "./benchmark/Embed.ts"
import { evaluate } from "./benchmark/Evaluate.ts"
import { flood } from "./benchmark/Flood.ts"
import { gateway, gatewayAt } from "./benchmark/Gateway.ts"
import { generator } from "./benchmark/Generator.ts"
import { guild } from "./benchmark/Guild.ts"
import { large } from "./benchmark/Large.ts"
import { empty, list } from "./benchmark/List.ts"
import { lobbies } from "./benchmark/Lobbies.ts"
import { memory } from "./benchmark/Memory.ts"
import { nodes } from "./benchmark/Nodes.ts"
import { scale } from "./benchmark/Scale.ts"
import { sessions } from "./benchmark/Sessions.ts"
import { start } from "./benchmark/Start.ts"
import { tokens } from "./benchmark/Tokens.ts"
import { use } from "./benchmark/Use.ts"
import { bulk, upsert } from "./benchmark/Writes.ts"
import { checkText, lost, readMet, recorded, writeMet } from "./Met.ts"
import { measureParts } from "./Parts.ts"
import { judge, type Row } from "./Row.ts"
import { type Benchmark, type Settings, stage } from "./Scene.ts"
import { shown, tableOf } from "./Table.ts"

const benchmarks: Readonly<Record<string, Benchmark>> = {
  list,
  empty,
  upsert,
  bulk,
  use,
  gateway,
  "gateway-50": gatewayAt(50),
  sessions,
  lobbies,
  tokens,
  evaluate,
  generator,
  start,
  embed,
  memory,
  scale,
  guild,
  flood,
  nodes,
  large,
  console: browserConsole
}
/** Takes minutes before it measures. */
const BY_NAME = ["large"]
const ROUNDS = 3
/** Enough for the long paths: a use and a reply run through most of the program. */
const WARM_UP = { requests: 2_000, mostSeconds: 10 }

/** Paths are relative to the user's folder; npm and pnpm run scripts in another one. */
const path = (given: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), given)

const run = async (args: Arguments): Promise<number> => {
  const settings = {
    seconds: args.seconds,
    rounds: ROUNDS,
    warmUp: WARM_UP,
    size: args.size,
    program: args.program === undefined ? PROGRAM : path(args.program),
    profile: args.profile === undefined ? undefined : path(args.profile)
  }
  if (args.parts) {
    console.log(await measureParts(settings))
    return 0
  }
  const { rows, failed } = await measureAll(args.names, settings)
  console.log(`\n${tableOf(rows)}\n`)
  const file = path(args.json)
  writeFileSync(
    file,
    `${JSON.stringify({ ...surroundings(), seconds: args.seconds, rounds: ROUNDS, rows }, null, 2)}\n`
  )
  console.log(`All figures: ${file}`)
  const met = readMet()
  if (args.record) writeMet(recorded(met, rows))
  if (args.check) console.log(checkText(met, rows))
  return failed || (args.check && lost(met, rows).length > 0) ? 1 : 0
}

/** A benchmark that fails does not lose the rows of the others. */
const measureAll = async (names: ReadonlyArray<string>, settings: Settings) => {
  const rows: Array<Row> = []
  let failed = false
  for (const name of names) {
    const benchmark = benchmarks[name]
    if (benchmark === undefined) continue
    const began = performance.now()
    try {
      rows.push(...(await stage(benchmark, settings)).map(judge))
      console.error(`${name}: done in ${shown((performance.now() - began) / 1000)} s`)
    } catch (error) {
      failed = true
      console.error(`${name}: failed, and its rows are missing. If the machine was busy, run it again alone.`, error)
    }
  }
  return { rows, failed }
}

const surroundings = () => ({
  date: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  commit: commit()
})

/** Null without git or without a commit. */
const commit = (): string | null => {
  try {
    const options: ExecFileSyncOptionsWithStringEncoding = {
      cwd: import.meta.dirname,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"]
    }
    return execFileSync("git", ["rev-parse", "HEAD"], options).trim()
  } catch {
    return null
  }
}

const main = async (): Promise<number> => {
  const names = Object.keys(benchmarks)
  try {
    const args = parse(process.argv.slice(2), names, BY_NAME)
    if (args !== "help") return await run(args)
    console.log(usage(names, BY_NAME))
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    return 2
  }
}

process.exitCode = await main()
