/**
 * The browser for the tests that look at pages (`*.browser.test.ts`). It is a program of the system, not of the
 * lockfile. When it is missing, this names what it is about to run and installs it where that is possible (Debian, as
 * root), unless that is declined: then those tests are left out. Elsewhere one line explains the remedy, and the tests
 * that need it fail.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, delimiter, join } from "node:path"
import { runChild } from "./Child.mjs"
import { say } from "./Report.mjs"

/** The programs that the tests search for (tests/libraries/test/browser/Chromium.ts). */
const programs = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

/** The time limit for the download of a browser and its dependencies. */
const capMs = 5 * 60_000

const apt = ["-qq", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20", "-o", "DPkg::Lock::Timeout=60"]

/** Run in this order, each with the options of `apt`. */
const steps = [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]

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
 * Whether the installation of a missing browser is declined, and the tests that need one are therefore left out.
 * @param {System["env"]} env
 */
export const isDeclined = (env) => (env["BACKLOT_NO_CHROMIUM"] ?? "") !== "" && findChromium(env) === undefined

/**
 * The tests that a declined installation leaves out.
 * @param {string} root
 * @returns {string}
 */
export const leftOut = (root) => {
  const files = readdirSync(join(root, "tests/libraries/test"), { recursive: true, encoding: "utf8" })
  const names = files.filter((file) => file.endsWith(".browser.test.ts")).map((file) => basename(file))
  return `left out, because there is no Chromium and BACKLOT_NO_CHROMIUM declines to install one: ${names.join(", ")}`
}

/**
 * Never fails: the tests that need the browser report it again.
 * @param {System} [system]
 * @param {(line: string) => void} [tell]
 */
export const ensureChromium = async (system = here(), tell = say) => {
  const { env } = system
  if (findChromium(env) !== undefined || isDeclined(env)) return
  if ((env["BACKLOT_CHROMIUM"] ?? "") !== "" || !isInstallable(system)) return tell(advice)
  tell(`no Chromium was found, in which some tests look at pages; as root this now runs ${commands} …`)
  tell("to decline, stop this and run `npm test -- --no-chromium`, or set BACKLOT_NO_CHROMIUM=1")
  /** @type {Array<string>} */
  const lines = []
  for (const args of steps) {
    const code = await runChild("apt-get", [...apt, ...args], {
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

const commands = steps.map((args) => `\`apt-get ${args.join(" ")}\``).join(" and ")

const advice =
  "no Chromium was found, and some tests need one: install it (on Debian `apt-get install chromium`), name its program by BACKLOT_CHROMIUM, or leave those tests out by BACKLOT_NO_CHROMIUM=1"

/**
 * On other systems with apt-get the package of that name may be empty (Ubuntu's only points at a snap).
 * @param {System} system
 */
const isInstallable = ({ isRoot, release }) => isRoot && /^ID="?debian"?$/m.test(release)
