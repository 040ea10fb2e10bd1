/** Latency histograms: three exact digits from a microsecond to hours, in constant memory. */
import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64, type Histogram } from "hdr-histogram-js"
import type { Spread } from "./LoadReport.ts"

/** Values are microseconds. Two digits are enough for a histogram of one second. */
export const empty = (digits: 2 | 3 = 3): Histogram =>
  build({ bitBucketSize: 32, numberOfSignificantValueDigits: digits })

export const record = (histogram: Histogram, ms: number): void =>
  histogram.recordValue(Math.max(0, Math.round(ms * 1000)))

/** In milliseconds. Rounding may raise a value within the precision, but never above the maximum. */
export const percentile = (histogram: Histogram, percent: number): number => {
  const { maxValue } = histogram
  return (percent >= 100 ? maxValue : Math.min(maxValue, histogram.getValueAtPercentile(percent))) / 1000
}

export const spreadOf = (histogram: Histogram): Spread => {
  if (histogram.totalCount === 0) return { mean: 0, p50: 0, p90: 0, p95: 0, p99: 0, "p99.9": 0, max: 0, histogram: "" }
  const at = (percent: number) => percentile(histogram, percent)
  return {
    mean: histogram.mean / 1000,
    ...{ p50: at(50), p90: at(90), p95: at(95), p99: at(99), "p99.9": at(99.9), max: at(100) },
    histogram: encodeIntoCompressedBase64(histogram)
  }
}

export const decoded = ({ histogram }: Spread): Histogram =>
  histogram === "" ? empty() : decodeFromCompressedBase64(histogram)

export const merged = (histograms: ReadonlyArray<Histogram>): Histogram => {
  const all = empty()
  for (const one of histograms) all.add(one)
  return all
}

/** Points of the percentile curve, evenly in the number of nines, from p0 to the percentile of the last of `count` values. */
export const curveOf = (histogram: Histogram, count: number = histogram.totalCount) => {
  const points = Math.ceil(Math.max(1, Math.log10(Math.max(1, count))) * PER_DECADE)
  return Array.from({ length: points + 1 }, (_, i) => {
    const percent = 100 * (1 - 10 ** -(i / PER_DECADE))
    return { percent, ms: histogram.totalCount === 0 ? 0 : percentile(histogram, percent) }
  })
}

const PER_DECADE = 20
