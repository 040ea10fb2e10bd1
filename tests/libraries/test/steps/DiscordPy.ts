/** discord.py, where the Python of this machine has it. */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { startStepProgram } from "./ChildStepBot.ts"
import type { StepLibrary } from "./StepBot.ts"

/** Debian's package belongs to Debian's Python, which need not be the first in PATH. */
const has = (python: string) => spawnSync(python, ["-c", "import discord.app_commands"]).status === 0

const python = ["python3", "/usr/bin/python3"].find(has)

const folder = import.meta.dirname

/** Runs a program that comes on standard input, kept from any other machine. */
export const pythonOnInput: ReadonlyArray<string> = [
  python ?? "python3",
  "-B",
  "-c",
  `import sys; sys.path.insert(0, ${JSON.stringify(folder)}); import only_loopback; exec(sys.stdin.read(), {"__name__": "__main__"})`
]

export const discordPy: StepLibrary = {
  name: "discord.py",
  ...(python === undefined ? { missing: "no Python here has it: apt-get install python3-discord" } : {}),
  start: (server, shards) =>
    startStepProgram([python ?? "python3", "-B", join(folder, "discord_py_bot.py")], server, shards)
}
