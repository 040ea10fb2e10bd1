/**
 * The browsers that open a page as an app, in a window of its own without tabs: those of the Chromium family.
 * Our choice: docs/choices.md "Command line".
 */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { Effect } from "effect"

const PROGRAMS = [
  ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  ...["microsoft-edge", "microsoft-edge-stable", "brave-browser", "vivaldi"]
]

type Variables = Readonly<Record<string, string | undefined>>

/** Where the installers of the other systems put them. */
const installed = (platform: NodeJS.Platform, variables: Variables): ReadonlyArray<string> => {
  if (platform === "darwin") {
    const names = ["Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"]
    return names.map((name) => join("/Applications", `${name}.app`, "Contents", "MacOS", name))
  }
  if (platform !== "win32") return []
  const programs = [
    ["Google", "Chrome", "chrome"],
    ["Microsoft", "Edge", "msedge"],
    ["BraveSoftware", "Brave-Browser", "brave"]
  ]
  return programs.flatMap(([maker = "", name = "", program]) =>
    ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"].map((folder) =>
      join(variables[folder] ?? "", maker, name, "Application", `${program}.exe`)
    )
  )
}

/** What opens an address in the user's own browser. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: "open",
  win32: "explorer",
  linux: "xdg-open"
}

export interface Opener {
  /** A program and its arguments before the address. */
  readonly command: ReadonlyArray<string>
  /** Whether it opens a window of its own. */
  readonly asApp: boolean
}

/** What opens the console here: a browser in app mode, else the user's own browser, else nothing. */
export const openerOf = (
  platform: NodeJS.Platform,
  variables: Variables,
  exists: (file: string) => boolean = existsSync
): Opener | undefined => {
  const folders = (variables["PATH"] ?? "").split(delimiter)
  const onPath = (name: string) => folders.map((folder) => join(folder, name)).find((file) => exists(file))
  const browser =
    installed(platform, variables).find((file) => exists(file)) ??
    PROGRAMS.map(onPath).find((file) => file !== undefined)
  if (browser !== undefined) return { command: [browser], asApp: true }
  const opener = OPENERS[platform]
  if (opener === undefined || (platform === "linux" && onPath(opener) === undefined)) return undefined
  return { command: [opener], asApp: false }
}

/** Starts it and leaves it alone. Gives why it did not start. */
export const startOpener = ({ command, asApp }: Opener, address: string): Effect.Effect<string | undefined> =>
  Effect.callback((resume) => {
    const [program = "", ...args] = command
    const child = spawn(program, [...args, asApp ? `--app=${address}` : address], { detached: true, stdio: "ignore" })
    child.once("error", (error) => resume(Effect.succeed(error.message)))
    child.once("spawn", () => {
      child.unref()
      resume(Effect.succeed(undefined))
    })
  })
