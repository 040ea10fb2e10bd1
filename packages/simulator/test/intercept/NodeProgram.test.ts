/** What a preload leads, by the words of a command. */
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { runsOnNode } from "../../src/intercept/NodeProgram.ts"

const folder = mkdtempSync(join(tmpdir(), "backlot-program-"))
const program = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  chmodSync(join(folder, name), 0o755)
}

program("bot", "#!/usr/bin/env node\n")
program("linked", '#!/bin/sh\nbasedir=.\nif true; then\n  exec "$basedir/node" "$@"\nfi\n')
program("compiled", "\x7fELF node")
program("snake", "#!/usr/bin/env python3\nimport node\n")
const scripts = { start: "tsx src/bot.ts", py: "python3 bot.py", outer: "npm run py", loop: "npm run loop" }
writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts }))

it.each([
  ["node bot.js", true],
  ["LOG=1 exec node bot.js", true],
  ["/usr/bin/node bot.js", true],
  ["npx tsx bot.ts", true],
  ["npm start", true],
  ["npm run py", false],
  ["yarn outer", false],
  ["npm run loop", true],
  ["bot --now", true],
  ["./bot", true],
  ["linked", true],
  ["compiled", false],
  ["snake", false],
  ["python3 bot.py", false],
  ["bun bot.ts", false],
  ["missing", false],
  ["", false]
])("%s: %s", (command, expected) => {
  expect(runsOnNode(command, folder, { PATH: folder })).toBe(expected)
})
