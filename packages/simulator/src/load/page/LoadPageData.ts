/** The JSON that the page of a load holds, in the element `data`: the report writes it, the script of the page reads it. */
export interface LoadPageData {
  /** One value per second; null where nothing was measured. */
  readonly series: Readonly<Record<SeriesName, ReadonlyArray<number | null>>>
  /** Milliseconds. */
  readonly warmup: number
  /** All have the same percentiles. */
  readonly curves: ReadonlyArray<Curve>
}

type SeriesName = "ended" | "errors" | "due" | "playing" | "in_flight" | "p50" | "p95" | "p99"

interface Curve {
  readonly name: string
  readonly points: ReadonlyArray<{ readonly percent: number; readonly ms: number }>
}
