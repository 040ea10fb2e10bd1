/** Counts and measures a running load: histograms per step, and one line per second. */
import type { Histogram } from "hdr-histogram-js"
import { empty, percentile, record } from "./Histograms.ts"
import type { LoadCourse } from "./LoadCourse.ts"
import type { ErrorKind, LoadSecond } from "./LoadReport.ts"

/** A step in progress. In milliseconds since the load began. */
export interface Underway {
  /** The index of the step in the load. */
  readonly step: number
  /** When its play became due; this decides whether it counts. */
  readonly playDue: number
  /** When this step was due, and when its request was sent. */
  due: number
  sent: number
}

export interface StepError {
  /** `refused:permission`, `failed`, `timed_out`, `wait_expired`, `error`, `http:500` (Implied.ts), `connection`, `unanswered`, `expectation`, `unplayable`. */
  readonly kind: string
  readonly message: string
}

/** The counts of one step. */
export interface StepMeter {
  readonly latency: Histogram
  readonly service: Histogram
  readonly byKind: Map<string, number>
  count: number
  errors: number
  /** Sent by the generator more than `LATE_MS` after they were due. */
  late: number
  /** Those that ended before the load did. */
  inTime: number
}

export type MeterSettings = Pick<LoadCourse, "warmup_ms" | "duration_ms"> & { readonly steps: number }

/** A step sent later than this is late. Our choice: docs/choices.md "Load". */
export const LATE_MS = 10

/** Mutable, because it is written thousands of times per second. */
export class LoadMeter {
  readonly steps: ReadonlyArray<StepMeter>
  readonly examples = new Map<string, ErrorKind>()
  /** All seconds so far. */
  readonly seconds: Array<LoadSecond> = []
  /** Current values of all plays, including warm-up and drain. */
  playing = 0
  mostInFlight = 0
  /** Totals of the plays that count. */
  playsBegan = 0
  playsCompleted = 0
  waited = 0
  dropped = 0
  readonly #settings: MeterSettings
  readonly #underway = new Set<Underway>()
  /** Of the current second. */
  readonly #latency: Histogram = empty(2)
  #counts = { ended: 0, errors: 0, due: 0 }

  constructor(settings: MeterSettings) {
    this.#settings = settings
    this.steps = Array.from({ length: settings.steps }, () => ({
      ...{ latency: empty(), service: empty(), byKind: new Map() },
      ...{ count: 0, errors: 0, late: 0, inTime: 0 }
    }))
  }

  /** Steps without an answer yet. */
  get inFlight(): number {
    return this.#underway.size
  }

  /** Those of them that count, and the time since the first was due. */
  unanswered(now: number): { readonly count: number; readonly longest_ms: number } {
    const counted = [...this.#underway].filter(({ playDue }) => this.counts(playDue))
    return { count: counted.length, longest_ms: Math.max(0, ...counted.map(({ due }) => now - due)) }
  }

  counts(playDue: number): boolean {
    return playDue >= this.#settings.warmup_ms
  }

  /** A play became due; `waits` if no virtual user was free. */
  arrived(due: number, waits: boolean): void {
    this.#counts.due += 1
    if (waits && this.counts(due)) this.waited += 1
  }

  began(due: number): void {
    this.playing += 1
    if (this.counts(due)) this.playsBegan += 1
  }

  /** A play ended; `whole` if no step failed. */
  over(due: number, whole: boolean): void {
    this.playing -= 1
    if (whole && this.counts(due)) this.playsCompleted += 1
  }

  begins(step: number, playDue: number, due: number, now: number): Underway {
    const underway = { step, playDue, due, sent: now }
    this.#underway.add(underway)
    if (this.#underway.size > this.mostInFlight) this.mostInFlight = this.#underway.size
    return underway
  }

  /** The generator sent the step this many milliseconds after it was due. */
  sentAfter(step: number, playDue: number, ms: number): void {
    const meter = this.steps[step]
    if (meter !== undefined && ms > LATE_MS && this.counts(playDue)) meter.late += 1
  }

  /** A step ended; `error` if it failed. */
  ends(underway: Underway, now: number, error: StepError | undefined): void {
    this.#underway.delete(underway)
    const { step, playDue, due, sent } = underway
    this.#counts.ended += 1
    record(this.#latency, now - due)
    if (error !== undefined) this.#counts.errors += 1
    const meter = this.steps[step]
    if (meter === undefined || !this.counts(playDue)) return
    meter.count += 1
    if (now <= this.#settings.duration_ms) meter.inTime += 1
    record(meter.latency, now - due)
    record(meter.service, now - sent)
    if (error !== undefined) this.#failed(meter, error)
  }

  /** The load is cut: steps in progress end without an answer. */
  cut(now: number): void {
    for (const underway of this.#underway)
      this.ends(underway, now, { kind: "unanswered", message: "no answer when the load was over" })
  }

  #failed(meter: StepMeter, { kind, message }: StepError): void {
    meter.errors += 1
    meter.byKind.set(kind, (meter.byKind.get(kind) ?? 0) + 1)
    const known = this.examples.get(kind)
    this.examples.set(kind, { kind, count: (known?.count ?? 0) + 1, example: known?.example ?? message })
  }

  /** A second ended, which is returned. */
  tick(): LoadSecond {
    const latency = this.#latency
    const at = (percent: number) => (latency.totalCount === 0 ? null : percentile(latency, percent))
    const now = { playing: this.playing, in_flight: this.inFlight, p50: at(50), p95: at(95), p99: at(99) }
    const second = { ...this.#counts, ...now }
    this.seconds.push(second)
    latency.reset()
    this.#counts = { ended: 0, errors: 0, due: 0 }
    return second
  }
}

/** The sum of the counts of these steps. */
export const sumOf = (steps: ReadonlyArray<StepMeter>, of: "count" | "errors" | "late" | "inTime"): number =>
  steps.reduce((sum, step) => sum + step[of], 0)
