/** A Node program in a namespace that listens. Needs nothing but Node. */
import { readFileSync } from "node:fs"
import type { AddressInfo } from "node:net"

/** Milliseconds. A port that never comes is taken outside. */
const PATIENCE = 300
const EVERY = 5

/** A port is often asked for from outside of the namespace as soon as it is printed. */
export const waitUntilMirrored = (address: AddressInfo | string | null, file: string): void => {
  if (address === null || typeof address !== "object") return
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; waited < PATIENCE && !portsIn(file).includes(address.port); waited += EVERY) {
    Atomics.wait(clock, 0, 0, EVERY)
  }
}

const portsIn = (file: string): ReadonlyArray<unknown> => {
  try {
    const ports: unknown = JSON.parse(readFileSync(file, "utf8"))
    return Array.isArray(ports) ? ports : []
  } catch {
    return []
  }
}
