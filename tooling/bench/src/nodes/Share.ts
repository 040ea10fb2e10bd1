/**
 * Gives processes a share of a core each, where this system lets us (control groups of Linux, as root): so a second node has
 * a core of its own, and PostgreSQL and the generator have what is left.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Shorter than an operation under load, so that a node that waits for its share holds nothing for long. */
const PERIOD_MICROS = 5_000

/** Version 1 has a folder for each kind of limit; version 2 has one for all. */
const ROOTS = ["/sys/fs/cgroup/cpu", "/sys/fs/cgroup"]

/** Gives the processes their former place back. */
export type Release = () => void

/** Undefined where the system does not let us. */
export const shareOf = (cores: number, pids: ReadonlyArray<number>): Release | undefined => {
  const releases: Array<Release> = []
  const release = () => {
    for (const one of releases.toReversed()) one()
  }
  try {
    for (const pid of pids) releases.push(limit(cores, pid))
    return release
  } catch {
    release()
    return undefined
  }
}

const limit = (cores: number, pid: number): Release => {
  const root = ROOTS.find((folder) => existsSync(join(folder, "cgroup.procs")))
  if (root === undefined) throw new Error("there are no control groups")
  const group = join(root, `backlot-bench-${pid}`)
  const before = join(root, pathOf(pid), "cgroup.procs")
  mkdirSync(group, { recursive: true })
  try {
    const quota = Math.round(cores * PERIOD_MICROS)
    if (existsSync(join(group, "cpu.max"))) writeFileSync(join(group, "cpu.max"), `${quota} ${PERIOD_MICROS}`)
    else {
      writeFileSync(join(group, "cpu.cfs_period_us"), String(PERIOD_MICROS))
      writeFileSync(join(group, "cpu.cfs_quota_us"), String(quota))
    }
    writeFileSync(join(group, "cgroup.procs"), String(pid))
  } catch (cause) {
    rmdirSync(group)
    throw cause
  }
  return () => {
    if (existsSync(`/proc/${pid}`)) writeFileSync(before, String(pid))
    rmdirSync(group)
  }
}

/** Where the process is, from the root of its control groups. */
const pathOf = (pid: number): string =>
  /^\d+:(?:.*,)?cpu(?:,.*)?:(.*)$/m.exec(readFileSync(`/proc/${pid}/cgroup`, "utf8"))?.[1] ??
  /^0::(.*)$/m.exec(readFileSync(`/proc/${pid}/cgroup`, "utf8"))?.[1] ??
  "/"
