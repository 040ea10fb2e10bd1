/**
 * Disks that are full or read-only: real ones of two megabytes, mounted for one program only.
 * If the system does not allow mounts, file size limits and permissions replace them.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const isRoot = process.getuid?.() === 0
const OWN_MOUNTS = ["unshare", "--mount", ...(isRoot ? [] : ["--map-root-user"])]

/** `$1` is the folder, the rest the command. */
const script = (text: string): ReadonlyArray<string> => [
  "bash",
  "-c",
  `set -e; folder=$1; shift; ${text}; exec "$@"`,
  "-"
]
const mount = (access: "rw" | "ro") => `mount -t tmpfs -o ${access},size=2m none "$folder"`

const canMount = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-mount-"))
  const [program = "", ...args] = [...OWN_MOUNTS, ...script(mount("rw")), folder, "true"]
  const { status } = spawnSync(program, args)
  rmSync(folder, { recursive: true })
  return status === 0
}

export interface Disk {
  /** A command line that runs another one with such a disk as the folder. */
  readonly command: (folder: string, command: ReadonlyArray<string>) => ReadonlyArray<string>
  /** Part of the error message of a write. */
  readonly says: string
  /** Whether removing `BALLAST` makes room. */
  readonly hasBallast: boolean
  /** The most characters of a value that is written to it. */
  readonly longest: number
}

export const BALLAST = "ballast"

const mounted = (text: string, says: string, hasBallast = false): Disk => ({
  command: (folder, command) => [...OWN_MOUNTS, ...script(text), folder, ...command],
  says,
  hasBallast,
  longest: 20_000
})

/** Ignores the signal of the limit. The journal reaches it first: the file has room for the window of short values. */
const limited = (kilobytes: number): Disk => ({
  command: (folder, command) => [...script(`trap "" XFSZ; ulimit -f ${kilobytes}`), folder, ...command],
  says: "the disk refused a write",
  hasBallast: false,
  longest: 2_000
})

const FULL = "the disk is full; make room"

const withMounts = {
  nearlyFull: mounted(`${mount("rw")}; head -c 1500000 /dev/zero > "$folder/${BALLAST}"`, FULL, true),
  full: mounted(`${mount("rw")}; head -c 3000000 /dev/zero 2>/dev/null > "$folder/${BALLAST}" || true`, FULL),
  readOnly: mounted(mount("ro"), "a place that is read-only")
}

const NOBODY = isRoot ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""

const withoutMounts: typeof withMounts = {
  nearlyFull: limited(256),
  full: limited(0),
  readOnly: {
    command: (folder, command) => [...script(`chmod 555 "$folder"; set -- ${NOBODY} "$@"`), folder, ...command],
    says: "a place that is read-only",
    hasBallast: false,
    longest: 2_000
  }
}

export const disks = canMount() ? withMounts : withoutMounts
