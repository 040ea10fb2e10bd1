/** What a preload leads, by the words of a command. */
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { isStatic, namesNode, runsOnNode, whyNotLoaded } from "../../src/intercept/NodeProgram.ts"

const folder = mkdtempSync(join(tmpdir(), "backlot-program-"))
const program = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  chmodSync(join(folder, name), 0o755)
}

program("bot", "#!/usr/bin/env node\n")
program("linked", '#!/bin/sh\nbasedir=.\nif true; then\n  exec "$basedir/node" "$@"\nfi\n')
program("compiled", "\x7fELF node")
program("snake", "#!/usr/bin/env python3\nimport node\n")
const scripts = {
  start: "tsx src/bot.ts",
  py: "python3 bot.py",
  outer: "npm run py",
  loop: "npm run loop",
  heavy: "cross-env NODE_OPTIONS=--inspect node ."
}
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
  ["npm ci && python3 bot.py", false],
  ["npm ci && node bot.js", true],
  ["node gen.js; ./compiled", false],
  ["cd bot && NODE_ENV=test FOO='a b' node bot.js", true],
  ["sleep 1", false],
  ["", false]
])("%s: %s", (command, expected) => {
  expect(runsOnNode(command, folder, { PATH: folder })).toBe(expected)
})

it.each([
  ["node bot.js", undefined],
  ["NODE_OPTIONS=--max-old-space-size=4096 node bot.js", "it sets NODE_OPTIONS itself"],
  ['NODE_OPTIONS="$NODE_OPTIONS --max-old-space-size=4096" node bot.js', undefined],
  ["npm run heavy", "it sets NODE_OPTIONS itself"],
  ["env -i node bot.js", "it runs without the environment (env -i)"],
  ["env -u A node bot.js", undefined],
  ["npx pm2 start bot.js", "pm2 may run the program in a daemon that runs already"],
  ["pm2 start bot.js --no-daemon", undefined]
])("%s would not load a file: %s", (command, why) => {
  expect(whyNotLoaded(command, folder)).toBe(why)
})

it("knows a program that loads no library, and a line that speaks of Node", () => {
  const header = (kind: number) => {
    const bytes = Buffer.alloc(128)
    bytes.write("\x7fELF\x02\x01", "latin1")
    bytes.writeBigUInt64LE(64n, 32)
    bytes.writeUInt16LE(56, 54)
    bytes.writeUInt16LE(1, 56)
    bytes.writeUInt32LE(kind, 64)
    return bytes
  }
  writeFileSync(join(folder, "static"), header(1))
  writeFileSync(join(folder, "dynamic"), header(3))
  writeFileSync(join(folder, "short"), header(1).subarray(0, 30))
  const all = ["static", "dynamic", "short", "snake", "missing"].map((name) => isStatic(name, folder, { PATH: folder }))
  expect(all).toEqual([true, false, false, false, false])
  expect(["bash start.sh", "pm2 start bot.js", "nodeless"].map(namesNode)).toEqual([false, true, false])
})
