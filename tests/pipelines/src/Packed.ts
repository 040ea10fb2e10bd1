/** The package as people install it, and projects of bots in empty folders. */
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import type { Place } from "./Runner.ts"

const HERE = join(import.meta.dirname, "..")
export const ROOT = join(HERE, "../..")

export class Workshop {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "backlot-pipelines-")))
  #tarball: string | undefined

  /** What `npm run pack` makes. */
  get tarball(): string {
    if (this.#tarball !== undefined) return this.#tarball
    const packed = join(this.folder, "packed")
    const args = ["--filter", "backlot", "pack", "--pack-destination", packed]
    execFileSync(join(HERE, "node_modules/.bin/pnpm"), args, { cwd: ROOT, stdio: "pipe" })
    this.#tarball = join(packed, readdirSync(packed)[0] ?? "")
    return this.#tarball
  }

  /** A checkout with the bot of `projects/bot` and these files in it. */
  project(files: Readonly<Record<string, string>> = {}): Place {
    const home = mkdtempSync(join(this.folder, "run-"))
    const [workspace, temp] = [join(home, "checkout"), join(home, "temp")]
    mkdirSync(temp)
    cpSync(join(HERE, "projects/bot"), workspace, { recursive: true })
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(workspace, name)), { recursive: true })
      writeFileSync(join(workspace, name), text)
    }
    return { workspace, temp, variables: this.variables }
  }

  /** Those of a machine that reaches no registry. */
  get variables(): Readonly<Record<string, string>> {
    return {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`,
      HOME: this.folder,
      NO_COLOR: "1",
      npm_config_registry: "http://127.0.0.1:1",
      npm_config_offline: "true",
      npm_config_update_notifier: "false"
    }
  }

  run({ workspace }: Place, command: string, ...args: ReadonlyArray<string>): string {
    return execFileSync(command, args, { cwd: workspace, env: this.variables, encoding: "utf8", stdio: "pipe" })
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A scenario of that bot, which passes if it expects pong. */
export const scenario = (name: string, content: string): string => `name: ${name}
app: { command: node ../bot.mjs, env: { DISCORD_TOKEN: of-nobody }, intercept: true, ready: { commands: 1, gateway: true, within: 60s } }
steps:
  - as: alice
    in: general
    use: /ping
    expect: { message: { content: ${content} } }
`
