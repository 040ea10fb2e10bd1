/**
 * `npm test`: style, build and types of every package, then one vitest run over all of them. `npm run test:quick`: the
 * tests that need no build, no PostgreSQL and no other program. Both take vitest's arguments: `npm test -- typing`, and
 * `npm test` also `--no-chromium`, which declines the installation of a browser.
 */
import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { taskEnvironment } from "./Build.mjs"
import { runChild, tool, toolEnvironment } from "./Child.mjs"
import { ensureChromium, isDeclined, leftOut } from "./Chromium.mjs"
import { Stop, say } from "./Report.mjs"
import { closingLine, officialCheck, outcome } from "./RunResult.mjs"

/** Several times the time of a whole cold run on two slow cores: only a test process that hangs ends here. */
const capMs = 45 * 60_000

const DECLINE = "--no-chromium"

/**
 * @param {string} root
 * @param {ReadonlyArray<string>} args
 * @returns {Promise<number>} 0 only when at least one test ran and nothing failed
 */
export const runTests = async (root, args) => {
  // The environment of the tests is ours, so the flag is the variable.
  if (args.includes(DECLINE)) process.env["BACKLOT_NO_CHROMIUM"] = "1"
  await ensureChromium()
  if (isDeclined(process.env)) say(leftOut(root))
  const faults = []
  say("checking style …")
  if ((await checkStyle(root)) !== 0) faults.push("style: see `npm run lint`")
  say("building and checking types …")
  if ((await buildAndCheck(root)) !== 0) faults.push("build: its output is above")
  say("testing …")
  const result = await runVitest(
    root,
    args.filter((arg) => arg !== DECLINE),
    {}
  )
  if (isDeclined(process.env)) print(`  ${leftOut(root)}`)
  return conclude(result, faults)
}

/**
 * @param {string} root
 * @param {ReadonlyArray<string>} args
 */
export const runQuickTests = async (root, args) => conclude(await runVitest(root, args, { BACKLOT_QUICK: "1" }), [])

/**
 * @param {import("./RunResult.mjs").RunResult | undefined} result
 * @param {ReadonlyArray<string>} steps
 */
const conclude = (result, steps) => {
  const given = (process.env["BACKLOT_OFFICIAL_OPENAPI"] ?? "") !== ""
  const official = result === undefined ? undefined : officialCheck(result, given)
  const { passed, failed, faults } = outcome(result, [
    ...steps,
    ...(official?.fault === undefined ? [] : [official.fault])
  ])
  if (faults.length > 0) print(`\nFailed:\n${faults.map((fault) => `  ${fault}`).join("\n")}`)
  if (official !== undefined) print(`  ${official.line}`)
  print(`\n${closingLine(passed, failed)}`)
  return failed === 0 ? 0 : 1
}

/** @param {string} root */
const checkStyle = (root) => {
  const colors = process.stdout.isTTY ? "force" : "off"
  const args = ["ci", "--log-level=warn", "--error-on-warnings", `--colors=${colors}`, "."]
  return runChild(tool(root, "biome"), args, { cwd: root, env: toolEnvironment(root), stdio: "inherit" })
}

/** @param {string} root */
const buildAndCheck = (root) =>
  runChild(tool(root, "turbo"), ["run", "build", "check", "site", "--output-logs=errors-only", "--log-prefix=none"], {
    cwd: root,
    env: taskEnvironment(root),
    stdio: "inherit"
  })

/**
 * @param {string} root
 * @param {ReadonlyArray<string>} args
 * @param {Record<string, string>} variables
 * @returns {Promise<import("./RunResult.mjs").RunResult | undefined>}
 */
const runVitest = async (root, args, variables) => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-run-"))
  const file = join(folder, "result.json")
  try {
    await runChild(tool(root, "vitest"), ["run", ...args], {
      cwd: root,
      env: { ...toolEnvironment(root), ...officialEnvironment(), ...variables, BACKLOT_RUN_RESULT: file },
      stdio: "inherit",
      capMs
    })
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The path and the digest of the official OpenAPI document, if one is given. The digest keeps results of another
 * document out of the cache.
 */
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
