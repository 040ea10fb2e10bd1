#!/usr/bin/env node
/**
 * The entry of `npm start`, `npm test`, `npm run test:quick`, `npm run backlot`, `npm run pack`, `npm run release`,
 * `npm run docs` and `npm run bench`. It runs on the system's Node (20 or
 * newer) with nothing installed, so it and everything below src/ imports Node's own modules only; the work itself runs
 * on the pinned Node.
 */
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { build, buildSite } from "./src/Build.mjs"
import { endChildrenWithUs } from "./src/Child.mjs"
import { ensureInstalled } from "./src/Install.mjs"
import { packAll } from "./src/Pack.mjs"
import { runProgram } from "./src/Program.mjs"
import { release } from "./src/Release.mjs"
import { Stop, say } from "./src/Report.mjs"
import { runQuickTests, runTests } from "./src/TestRun.mjs"

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..")
const program = join(root, "apps/cli/dist/main.js")

const bench = join(root, "tooling/bench/src/main.ts")

const site = join(root, "apps/site/build/main.ts")

/** The program runs without the package that is made of it. */
const RUN = ["--filter=!backlot"]

const usage =
  "usage: npm start | npm test | npm run test:quick | npm run backlot -- ARGS | npm run pack | npm run docs [-- build] | npm run release | npm run bench -- ARGS"

/** @type {Record<string, (args: ReadonlyArray<string>) => Promise<number>>} Each ends with the exit code. */
const commands = {
  start: async (args) => {
    await build(root, RUN)
    return runProgram({ root, program, args: ["start", ...args], cwd: root })
  },
  backlot: async (args) => {
    await build(root)
    // npm and pnpm run scripts in the root; paths in ARGS are relative to where the user stands.
    return runProgram({ root, program, args, cwd: process.env["INIT_CWD"] ?? process.cwd() })
  },
  pack: async () => {
    await build(root)
    return packAll(root)
  },
  release: (args) => release(root, args),
  docs: async (args) => {
    await buildSite(root)
    // As for whoever publishes it.
    if (args[0] === "build") return 0
    return runProgram({ root, program: site, args: ["serve", ...args], cwd: root })
  },
  test: (args) => runTests(root, args),
  "test:quick": (args) => runQuickTests(root, args),
  bench: async (args) => {
    await build(root, RUN)
    return runProgram({ root, program: bench, args, cwd: process.env["INIT_CWD"] ?? process.cwd() })
  }
}

const main = async () => {
  const [name = "", ...args] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    console.error(usage)
    return 2
  }
  endChildrenWithUs()
  await ensureInstalled(root)
  return command(args)
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    // A Stop is an expected end with its one line; anything else is a bug and shows its stack.
    if (error instanceof Stop) say(error.message)
    else console.error(error)
    process.exitCode = error instanceof Stop ? error.exitCode : 70
  }
)
