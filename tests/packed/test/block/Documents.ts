/** Blocks of YAML: scenarios, by the loader; worlds, by the decoder. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { parse } from "@backlot/document/DocumentText"
import { formatPath } from "@backlot/domain/error/Fault"
import { decodeWorld } from "@backlot/domain/world/WorldDecoder"
import { freshIds, fromSeed } from "@backlot/domain/world/WorldMint"
import { load } from "@backlot/scenario/file/ScenarioFile"
import { Effect, Exit, Result } from "effect"
import { ROOT } from "./Block.ts"

const documentOf = (text: string) => parse(text, { empty: "It is empty", depth: 32 })

/** Fields of a scenario without steps are those of a scenario. A world that it names is the demo world. */
export const judgeScenario = async (text: string): Promise<ReadonlyArray<string>> => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-block-"))
  try {
    const world = /^world: (\S+\.yaml)$/m.exec(text)?.[1]
    if (world !== undefined) {
      mkdirSync(dirname(join(folder, world)), { recursive: true })
      writeFileSync(join(folder, world), readFileSync(join(ROOT, "examples/worlds/demo.yaml")))
    }
    const whole = /^steps:/m.test(text)
      ? text
      : `${text}name: a page\nsteps: [{ as: alice, in: general, say: hello }]\n`
    writeFileSync(join(folder, "page.scenario.yaml"), whole)
    const loaded = await Effect.runPromiseExit(load(join(folder, "page.scenario.yaml")))
    return Exit.isSuccess(loaded) ? [] : [String(loaded.cause)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const judgeWorld = (text: string): ReadonlyArray<string> => {
  const document = documentOf(text)
  if (Result.isFailure(document)) return [document.failure.message]
  const { value } = document.success
  const ids = Array.from({ length: freshIds(value) }, (_, n) => String(9_000 + n))
  const owned = { users: [{ id: "10", username: "alice" }], ...Object(value) }
  const applications: ReadonlyArray<object> = owned.applications ?? []
  const whole = { ...owned, applications: applications.map((one) => ({ owner_id: "10", ...one })) }
  const decoded = decodeWorld(
    whole,
    fromSeed({ seed: "page", sha256: (one) => one.padEnd(64, "0").slice(-64), ids }),
    0
  )
  return Result.isSuccess(decoded)
    ? []
    : decoded.failure.map(({ path, code, message }) => `${formatPath(path)} ${code}: ${message}`)
}

export const judgeJson = (text: string): ReadonlyArray<string> => {
  const document = parse(text, { empty: "It is empty", depth: 32, format: "json" })
  return Result.isFailure(document) ? [document.failure.message] : []
}
