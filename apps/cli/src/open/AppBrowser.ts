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

/** Where the installers of the other systems put them, below a folder of programs. */
const INSTALLED: Readonly<
  Partial<
    Record<NodeJS.Platform, { readonly folders: ReadonlyArray<string>; readonly programs: ReadonlyArray<string> }>
  >
> = {
  darwin: {
    folders: ["/Applications"],
    programs: ["Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"].map((name) =>
      join(`${name}.app`, "Contents", "MacOS", name)
    )
  },
  win32: {
    folders: ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"].map((name) => process.env[name] ?? ""),
    programs: [
      join("Google", "Chrome", "Application", "chrome.exe"),
      join("Microsoft", "Edge", "Application", "msedge.exe"),
      join("BraveSoftware", "Brave-Browser", "Application", "brave.exe")
    ]
  }
}

/** What opens an address in the user's own browser. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, ReadonlyArray<string>>>> = {
  darwin: ["open"],
  win32: ["explorer"],
  linux: ["xdg-open"]
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
  path: string,
  exists: (file: string) => boolean = existsSync
): Opener | undefined => {
  const onPath = (name: string) =>
    path
      .split(delimiter)
      .map((folder) => join(folder, name))
      .find((file) => exists(file))
  const { folders, programs } = INSTALLED[platform] ?? { folders: [], programs: [] }
  const installed = programs.flatMap((program) => folders.map((folder) => join(folder, program)))
  const browser = installed.find((file) => exists(file)) ?? PROGRAMS.map(onPath).find((file) => file !== undefined)
  if (browser !== undefined) return { command: [browser], asApp: true }
  const [opener = ""] = OPENERS[platform] ?? []
  return platform === "linux" && onPath(opener) === undefined ? undefined : { command: [opener], asApp: false }
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
