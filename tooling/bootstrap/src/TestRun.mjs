/**
 * `npm test`: style, then build, check, test and conformance of every package through turbo. The result is read from
 * turbo's log records, which it replays for what it answers from its cache; so the sum is the same either way.
 */
import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { runChild, tool, toolEnvironment } from "./Child.mjs"
import { ensureChromium } from "./Chromium.mjs"
import { Stop, say } from "./Report.mjs"
import { closingLine, officialCheck, outcome, parseRecord, TaskLogs, testCounts } from "./TestReport.mjs"

/** Far above a whole cold run on two cores; a hung test process ends here. */
const capMs = 14 * 60_000

const turboArguments = [
  ...["run", "build", "check", "test", "conformance"],
  ...["--json", "--continue=dependencies-successful", "--concurrency=3"]
]

/**
 * @param {string} root
 * @returns {Promise<number>} 0 only when at least one test ran and nothing failed
 */
export const runTests = async (root) => {
  await ensureChromium()
  const lint = await checkStyle(root)
  say("building, checking and testing every package …")
  const { logs, code } = await runTurbo(root)
  const { passed, failed, faults } = outcome(logs, code)
  const official = officialCheck(logs.testLines(), (process.env["BACKLOT_OFFICIAL_OPENAPI"] ?? "") !== "")
  const allFaults = [
    ...(lint === 0 ? [] : ["style: see `npm run lint`"]),
    ...faults,
    ...(official.fault === undefined ? [] : [official.fault])
  ]
  for (const task of logs.failedTasks()) print(`\n──── ${task}\n${logs.of(task).join("\n")}`)
  for (const line of logs.complaints()) print(line)
  if (allFaults.length > 0) print(`\nFailed:\n${allFaults.map((fault) => `  ${fault}`).join("\n")}`)
  const failures = failed + (lint === 0 ? 0 : 1) + (official.fault === undefined ? 0 : 1)
  print(`  ${official.line}`)
  print(`\n${closingLine(passed, failures)}`)
  return failures === 0 && passed > 0 && code === 0 ? 0 : 1
}

/** @param {string} root */
const checkStyle = (root) => {
  say("checking style …")
  const colors = process.stdout.isTTY ? "force" : "off"
  const args = ["ci", "--log-level=warn", "--error-on-warnings", `--colors=${colors}`, "."]
  return runChild(tool(root, "biome"), args, { cwd: root, env: toolEnvironment(root), stdio: "inherit" })
}

/** @param {string} root */
const runTurbo = async (root) => {
  const logs = new TaskLogs()
  const code = await runChild(tool(root, "turbo"), turboArguments, {
    cwd: root,
    env: { ...toolEnvironment(root), ...officialEnvironment() },
    stdio: ["ignore", "pipe", "pipe"],
    capMs,
    onLine: (line) => {
      const record = parseRecord(line)
      if (record === undefined) return
      logs.add(record)
      const counts = testCounts(record.text)
      if (counts !== undefined && logs.isTest(record.source)) {
        print(`  ${counts.failed === 0 ? "✓" : "✗"} ${record.source}  ${record.text.trim().replace(/^Tests\s+/, "")}`)
      }
    }
  })
  return { logs, code }
}

/** The official OpenAPI document, if one is given: where it is, and its digest, so that no result of another counts. */
const officialEnvironment = () => {
  const given = process.env["BACKLOT_OFFICIAL_OPENAPI"] ?? ""
  if (given === "") return {}
  const file = resolve(process.env["INIT_CWD"] ?? process.cwd(), given)
  if (!existsSync(file)) throw new Stop(`BACKLOT_OFFICIAL_OPENAPI names ${file}, which is not there`)
  const digest = createHash("sha256").update(readFileSync(file)).digest("hex")
  return { BACKLOT_OFFICIAL_OPENAPI: file, BACKLOT_OFFICIAL_DIGEST: digest }
}

/** @param {string} line */
const print = (line) => {
  process.stdout.write(`${line}\n`)
}
