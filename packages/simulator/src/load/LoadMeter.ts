/** Counts and measures while a load runs: histograms for every step, and one line for each second. */
import type { Histogram } from "hdr-histogram-js"
import { coarse, empty, percentile, record } from "./Histograms.ts"
import type { ErrorKind, Series } from "./LoadReport.ts"

/** A step that is under way. Milliseconds since the load began. */
export interface Underway {
  /** Position among the steps of the load, from 0. */
  readonly step: number
  /** When its play became due: whether it counts depends on it. */
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

/** What was counted of one step. */
export interface StepMeter {
  readonly latency: Histogram
  readonly service: Histogram
  readonly byKind: Map<string, number>
  count: number
  errors: number
  /** Sent by the generator itself more than `LATE_MS` after they were due. */
  late: number
  /** Of the count, those that ended before the load did. */
  inTime: number
}

export interface MeterSettings {
  readonly steps: number
  readonly warmup_ms: number
  readonly duration_ms: number
}

/** What is sent later than this was late. Ours. */
export const LATE_MS = 10

/** Mutable: it is written thousands of times a second. */
export class LoadMeter {
  readonly steps: ReadonlyArray<StepMeter>
  readonly examples = new Map<string, ErrorKind>()
  readonly series: { readonly [K in keyof Series]: Array<Series[K][number]> } = {
    ended: [],
    errors: [],
    due: [],
    playing: [],
    in_flight: [],
    p50: [],
    p95: [],
    p99: []
  }
  /** Of everything, warm-up and drain among it: what is going on now. */
  playing = 0
  mostInFlight = 0
  /** Of what counts. */
  playsBegan = 0
  playsCompleted = 0
  waited = 0
  dropped = 0
  readonly #settings: MeterSettings
  readonly #underway = new Set<Underway>()
  readonly #second: Histogram = coarse()
  #ended = 0
  #errors = 0
  #due = 0

  constructor(settings: MeterSettings) {
    this.#settings = settings
    this.steps = Array.from({ length: settings.steps }, () => ({
      latency: empty(),
      service: empty(),
      byKind: new Map(),
      count: 0,
      errors: 0,
      late: 0,
      inTime: 0
    }))
  }

  get late(): number {
    return this.steps.reduce((sum, { late }) => sum + late, 0)
  }

  /** Steps that have no answer yet. */
  get inFlight(): number {
    return this.#underway.size
  }

  /** Those of them that count, and how long the first has been due. */
  unanswered(now: number): { readonly count: number; readonly longest_ms: number } {
    const counted = [...this.#underway].filter(({ playDue }) => this.counts(playDue))
    return { count: counted.length, longest_ms: Math.max(0, ...counted.map(({ due }) => now - due)) }
  }

  counts(playDue: number): boolean {
    return playDue >= this.#settings.warmup_ms
  }

  /** A play became due; `waits` where all virtual users were at play. */
  arrived(due: number, waits: boolean): void {
    this.#due += 1
    if (waits && this.counts(due)) this.waited += 1
  }

  began(due: number): void {
    this.playing += 1
    if (this.counts(due)) this.playsBegan += 1
  }

  /** A play is over; `whole` where no step went wrong. */
  over(due: number, whole: boolean): void {
    this.playing -= 1
    if (whole && this.counts(due)) this.playsCompleted += 1
  }

  /** A step begins. */
  begins(step: number, playDue: number, due: number, now: number): Underway {
    const underway = { step, playDue, due, sent: now }
    this.#underway.add(underway)
    if (this.#underway.size > this.mostInFlight) this.mostInFlight = this.#underway.size
    return underway
  }

  /** The generator sent it so many milliseconds after it was due. */
  sentAfter(step: number, playDue: number, ms: number): void {
    const meter = this.steps[step]
    if (meter !== undefined && ms > LATE_MS && this.counts(playDue)) meter.late += 1
  }

  /** It ended; `error` is what went wrong, if anything did. */
  ends(underway: Underway, now: number, error: StepError | undefined): void {
    this.#underway.delete(underway)
    const { step, playDue, due, sent } = underway
    this.#ended += 1
    record(this.#second, now - due)
    if (error !== undefined) this.#errors += 1
    const meter = this.steps[step]
    if (meter === undefined || !this.counts(playDue)) return
    meter.count += 1
    if (now <= this.#settings.duration_ms) meter.inTime += 1
    record(meter.latency, now - due)
    record(meter.service, now - sent)
    if (error !== undefined) this.#failed(meter, error)
  }

  /** The load is cut: what has no answer yet will have none. */
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

  /** A second is over. */
  tick(): void {
    const { series } = this
    const at = (percent: number) => (this.#second.totalCount === 0 ? null : percentile(this.#second, percent))
    series.ended.push(this.#ended)
    series.errors.push(this.#errors)
    series.due.push(this.#due)
    series.playing.push(this.playing)
    series.in_flight.push(this.inFlight)
    series.p50.push(at(50))
    series.p95.push(at(95))
    series.p99.push(at(99))
    this.#second.reset()
    this.#ended = 0
    this.#errors = 0
    this.#due = 0
  }
}
