/**
 * The browser for the tests that look at pages. It is a program of the system, not of the lockfile. When it is missing,
 * this installs it where that is possible (Debian, as root); elsewhere one line explains the remedy, and the tests that
 * need it fail.
 */
import { existsSync, readFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { runChild } from "./Child.mjs"
import { say } from "./Report.mjs"

/** The programs that the tests search for (tests/libraries/test/browser/Chromium.ts). */
const programs = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

/** The time limit for the download of a browser and its dependencies. */
const capMs = 5 * 60_000

const apt = ["-qq", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20", "-o", "DPkg::Lock::Timeout=60"]

/** Run in this order. */
const steps = [
  [...apt, "update"],
  [...apt, "install", "-y", "--no-install-recommends", "chromium"]
]

/**
 * @typedef {object} System
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {boolean} isRoot
 * @property {string} release the text of /etc/os-release
 */

/** @returns {System} */
const here = () => ({
  env: process.env,
  isRoot: process.getuid?.() === 0,
  release: existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : ""
})

/**
 * Finds a browser in the same way as the tests.
 * @param {System["env"]} env
 * @returns {string | undefined}
 */
export const findChromium = (env) => {
  const named = env["BACKLOT_CHROMIUM"] ?? ""
  const folders = (env["PATH"] ?? "").split(delimiter)
  const candidates = named === "" ? programs.flatMap((name) => folders.map((folder) => join(folder, name))) : [named]
  return candidates.find((path) => existsSync(path))
}

/**
 * Never fails: the tests that need the browser report it again.
 * @param {System} [system]
 * @param {(line: string) => void} [tell]
 */
export const ensureChromium = async (system = here(), tell = say) => {
  const { env } = system
  if (findChromium(env) !== undefined) return
  if ((env["BACKLOT_CHROMIUM"] ?? "") !== "" || !isInstallable(system)) return tell(advice)
  tell("installing chromium, in which the tests look at pages …")
  /** @type {Array<string>} */
  const lines = []
  for (const args of steps) {
    const code = await runChild("apt-get", args, {
      env: { ...env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "pipe", "pipe"],
      capMs,
      onLine: (line) => lines.push(line)
    }).catch(() => 127)
    if (code === 0) continue
    for (const line of lines) tell(line)
    return tell(advice)
  }
}

const advice =
  "no Chromium was found, and some tests need one: install it (on Debian `apt-get install chromium`), or name its program by BACKLOT_CHROMIUM"

/**
 * On other systems with apt-get the package of that name may be empty (Ubuntu's only points at a snap).
 * @param {System} system
 */
const isInstallable = ({ isRoot, release }) => isRoot && /^ID="?debian"?$/m.test(release)
