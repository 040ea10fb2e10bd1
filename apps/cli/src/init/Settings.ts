/** The settings that a bot reads for its token and for ids, and test values for them. Source: docs/init.md. */
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import type { ProjectFiles } from "./ProjectFiles.ts"

export type SettingKind = "token" | "application" | "guild" | "channel" | "role" | "user"

/** A setting that is about an id of the platform, or about the token. */
export interface Setting {
  /** As the program reads it: `CLIENT_ID`. */
  readonly name: string
  readonly kind: SettingKind
  /** The id that the project has. Never a token. */
  readonly id: string | undefined
  /** Whether it is a variable of the environment; else it is in a file of the program. */
  readonly isVariable: boolean
}

export interface Settings {
  readonly all: ReadonlyArray<Setting>
  /** Of the application, if its id or the token is there. */
  readonly applicationId: string | undefined
}

const KINDS: ReadonlyArray<readonly [SettingKind, RegExp]> = [
  ["token", /^(?:TOKEN|(?:DISCORD|BOT|CLIENT|APP)\w{0,40}TOKEN)$/i],
  ["application", /^(?:DISCORD_|BOT_)?(?:CLIENT|APPLICATION|APP|BOT)_?ID$/i],
  ["guild", /(?:GUILD|SERVER)_?ID$/i],
  ["channel", /CHANNEL_?ID$/i],
  ["role", /ROLE_?ID$/i],
  ["user", /(?:OWNER|ADMIN|DEVELOPER|DEV|USER)_?ID$/i]
]

const kindOf = (name: string): SettingKind | undefined => KINDS.find(([, pattern]) => pattern.test(name))?.[0]

const FILLED = [".env", ".env.local", ".env.development"]
const EXAMPLES = [".env.example", ".env.sample", ".env.template", "example.env"]
const CONFIGS = ["config.json", "src/config.json", "settings.json"]

/** `process.env.TOKEN`, `os.environ["TOKEN"]`, `os.getenv("TOKEN")`, `os.Getenv("TOKEN")`, `env::var("TOKEN")`. */
const READ =
  /(?:process\.env\.|process\.env\[["']|Bun\.env\.|environ\[["']|environ\.get\(["']|[gG]etenv\(["']|env::var\(["'])(\w{1,60})/g

/** At most this many; others are left to the project. Our choice: docs/choices.md "Command line". */
const MOST = 40

export const settingsIn = (files: ProjectFiles): Settings => {
  const filled = new Map(FILLED.toReversed().flatMap((name) => variablesIn(files.text(name))))
  const examples = EXAMPLES.flatMap((name) => variablesIn(files.text(name)))
  const read = files.sources().flatMap(({ text }) => [...text.matchAll(READ)].map(([, name = ""]) => name))
  const names = new Set([...read, ...filled.keys(), ...examples.map(([name]) => name)])
  const variables = [...names].flatMap((name) => settingOf(name, filled.get(name), true))
  const inFiles = CONFIGS.flatMap((name) => Object.entries(files.json(name))).flatMap(([name, value]) =>
    settingOf(name, typeof value === "string" ? value : undefined, false)
  )
  const found = [...variables, ...inFiles].slice(0, MOST)
  const own = found.find(({ kind, id }) => kind === "application" && id !== undefined)?.id
  const ofToken = found.find(({ kind, id }) => kind === "token" && id !== undefined)?.id
  return { all: found.map(withoutTokens), applicationId: own ?? ofToken }
}

const withoutTokens = (setting: Setting): Setting =>
  setting.kind === "token" ? { ...setting, id: undefined } : setting

const settingOf = (name: string, value: string | undefined, isVariable: boolean): ReadonlyArray<Setting> => {
  const kind = kindOf(name)
  if (kind === undefined) return []
  const text = kind === "token" ? idInToken(value ?? "") : (value ?? "")
  const isId = isSnowflake(text)
  // Names instead of ids are the program's own matter.
  if (!isId && kind !== "token" && (value ?? "") !== "" && !PLACEHOLDER.test(text)) return []
  return [{ name, kind, id: isId ? text : undefined, isVariable }]
}

/** What stands in an example for a value: `your-id-here`, `<id>`, `123`. */
const PLACEHOLDER = /your|here|xxx|change|example|^[<[{]|^\d+$/i

/** The first part of a token is the id of its application. */
const idInToken = (token: string): string => Buffer.from(token.split(".")[0] ?? "", "base64").toString("latin1")

/** In the order of the file. */
const variablesIn = (text: string): ReadonlyArray<readonly [name: string, value: string]> =>
  text.split("\n").flatMap((line) => {
    const at = line.indexOf("=")
    const name = line
      .slice(0, Math.max(at, 0))
      .trim()
      .replace(/^export\s/, "")
      .trim()
    return /^\w{1,60}$/.test(name) ? [[name, unquoted(line.slice(at + 1).trim())] as const] : []
  })

const unquoted = (text: string): string => {
  const quote = text[0] ?? ""
  const isQuoted = (quote === '"' || quote === "'") && text.indexOf(quote, 1) > 0
  return isQuoted ? text.slice(1, text.indexOf(quote, 1)) : (text.split(" #")[0] ?? "").trim()
}
