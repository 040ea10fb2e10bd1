/** Drives a server: at full speed for throughput, one request after the other for latency. */

import { cpuMs } from "./Child.ts"
import { type Answer, Connection } from "./Connection.ts"
import { median } from "./Statistics.ts"

/** A server process and the requests to send. */
export interface Target {
  readonly url: string
  readonly pid: number
  /** The next request of a connection, counted from 0. */
  readonly next: (connection: number) => Buffer
  /** Explains why an answer does not count; by default the status must be 2xx. */
  readonly complaint?: (answer: Answer) => string | undefined
}

/** One round of load. */
export interface Round {
  readonly requests: number
  readonly seconds: number
  /** CPU time of the server per request in microseconds; undefined where the system does not report it. */
  readonly cpuMicros: number | undefined
  /** CPU time of the server per second of the round: 1 is a core in full use. */
  readonly cores: number | undefined
  /** Milliseconds, one for each request. */
  readonly latencies: ReadonlyArray<number>
}

/**
 * The uncounted round of each side: as long as a counted one, and longer until so many requests are answered, because
 * long paths are optimised by how often they ran.
 */
export interface WarmUp {
  readonly requests: number
  /** The longest that it takes. */
  readonly mostSeconds: number
}

export interface LoadOptions {
  readonly connections: number
  readonly seconds: number
  readonly rounds: number
  readonly warmUp: WarmUp
  /** The generator sleeps between answers, because another process needs its core. */
  readonly sleeps?: boolean
}

/** Cycles through requests on each connection separately, over all rounds. */
export const cycle = (requestsOf: (connection: number) => ReadonlyArray<Buffer>): Target["next"] => {
  const state = new Map<number, { readonly requests: ReadonlyArray<Buffer>; at: number }>()
  return (connection) => {
    const known = state.get(connection) ?? { requests: requestsOf(connection), at: 0 }
    state.set(connection, known)
    const request = known.requests[known.at % known.requests.length]
    if (request === undefined) throw new Error("a connection without requests")
    known.at += 1
    return request
  }
}

/** Measures the target and the baseline in turn, round by round, after a warm-up of each. */
export const alternate = async (ours: Target, baseline: Target, options: LoadOptions) =>
  takeTurns({ ours, baseline }, options)

/** The same with any number of targets. */
export const takeTurns = async <Name extends string>(
  targets: Readonly<Record<Name, Target>>,
  { rounds, warmUp, ...options }: LoadOptions
): Promise<Readonly<Record<Name, ReadonlyArray<Round>>>> => {
  const measured = new Map<string, Array<Round>>()
  for (let round = 0; round <= rounds; round++) {
    for (const [name, target] of Object.entries<Target>(targets)) {
      const made = await load(target, round === 0 ? { ...options, warmUp } : options)
      const before = measured.get(name)
      if (before === undefined) measured.set(name, [])
      else before.push(made)
    }
  }
  // Every target has its rounds by now.
  return Object.fromEntries(measured) as Record<Name, Array<Round>>
}

/** Requests per second: the median of the rounds. */
export const rateOf = (rounds: ReadonlyArray<Round>): number =>
  median(rounds.map(({ requests, seconds }) => requests / seconds))

/** Microseconds of CPU per request: the median of the rounds. */
export const cpuOf = (rounds: ReadonlyArray<Round>): number | undefined => {
  const known = rounds.flatMap(({ cpuMicros }) => cpuMicros ?? [])
  return known.length === 0 ? undefined : median(known)
}

/**
 * One round: every connection sends its next request when the last one is answered, until the time or `count` is
 * reached.
 */
export const load = async (
  target: Target,
  {
    connections,
    seconds,
    sleeps,
    count = Number.POSITIVE_INFINITY,
    warmUp
  }: Omit<LoadOptions, "rounds" | "warmUp"> & { readonly count?: number; readonly warmUp?: WarmUp }
): Promise<Round> => {
  const opened = await Promise.all(Array.from({ length: connections }, () => Connection.open(target.url)))
  const latencies: Array<number> = []
  const cpuBefore = cpuMs(target.pid)
  const start = performance.now()
  const end = start + seconds * 1000
  const latest = start + Math.max(seconds, warmUp?.mostSeconds ?? 0) * 1000
  let sent = 0
  const goesOn = (now: number) => now < end || (now < latest && sent < (warmUp?.requests ?? 0))
  const drive = async (connection: Connection, index: number) => {
    for (let now = start; goesOn(now) && sent < count; ) {
      sent += 1
      const sentAt = performance.now()
      require2xx(target, await connection.send(target.next(index)))
      now = performance.now()
      latencies.push(now - sentAt)
    }
  }
  const awake = connections === 1 || sleeps === true ? undefined : stayAwake()
  await Promise.all(opened.map(drive)).finally(() => {
    awake?.abort()
    for (const connection of opened) connection.close()
  })
  const elapsedMs = performance.now() - start
  const cpuAfter = cpuMs(target.pid)
  const cpu = cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore
  return {
    requests: latencies.length,
    seconds: elapsedMs / 1000,
    cpuMicros: cpu === undefined ? undefined : (cpu * 1000) / latencies.length,
    cores: cpu === undefined ? undefined : cpu / elapsedMs,
    latencies
  }
}

/**
 * Keeps the generator's core awake between answers. The kernel charges the work of waking a sleeping core, large in a
 * virtual machine, to the writing process: here a server that is slow enough.
 */
const stayAwake = (): AbortController => {
  const over = new AbortController()
  const turn = () => {
    if (!over.signal.aborted) setImmediate(turn)
  }
  turn()
  return over
}

/** A single refusal stops the run, because figures of refusals are worthless. */
const require2xx = ({ url, complaint = refusal }: Target, answer: Answer): void => {
  const wrong = complaint(answer)
  if (wrong !== undefined) throw new Error(`${url} ${wrong}`)
}

/** Explains an answer whose status is not 2xx. */
export const refusal = ({ status, body }: Answer): string | undefined =>
  status >= 200 && status < 300 ? undefined : `answered ${status}: ${body.toString().slice(0, 500)}`
