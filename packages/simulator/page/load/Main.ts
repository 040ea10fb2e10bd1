/** The page of a load: draws the plots. */
import type UPlot from "uplot"
import type { LoadPageData } from "../../src/load/page/LoadPage.ts"
import { embedded, one } from "../Document.ts"
import { localise } from "../Time.ts"

/** The page loads the library in a script of its own. */
declare const uPlot: typeof UPlot

localise()

const { series, warmup, curves }: LoadPageData = embedded("data")

const HEIGHT = 250
const styles = getComputedStyle(document.documentElement)

type Colour = "a" | "b" | "c" | "d" | "dim" | "line"
const colourOf = (name: Colour) => styles.getPropertyValue(`--${name}`).trim()

const shorter = (value: number): string =>
  Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(3)))

type Value = number | null | undefined
const valueIn = (unit: string) => (_: UPlot, value: Value) => (value == null ? "–" : `${shorter(value)}${unit}`)

const axis = (label: string): UPlot.Axis => ({
  label,
  labelSize: 20,
  stroke: colourOf("dim"),
  font: "12px system-ui",
  labelFont: "12px system-ui",
  grid: { stroke: colourOf("line"), width: 1 },
  ticks: { stroke: colourOf("line") }
})

const valueAxis = (label: string): UPlot.Axis => ({
  ...axis(label),
  size: 62,
  values: (_, all) => all.map((value: Value) => (value == null ? "" : shorter(value)))
})

/** From zero, with some room above the greatest value. */
const fromZero: UPlot.Scale = { range: (_, _least, most) => [0, most > 0 ? most * 1.08 : 1] }

/** Greys the warm-up, which is not counted. */
const shadeWarmup = (plot: UPlot) => {
  const { ctx, bbox } = plot
  const end = plot.valToPos(warmup / 1000, "x", true)
  if (warmup <= 0 || end <= bbox.left) return
  ctx.save()
  ctx.globalAlpha = 0.12
  ctx.fillStyle = colourOf("dim")
  ctx.fillRect(bbox.left, bbox.top, Math.min(end - bbox.left, bbox.width), bbox.height)
  ctx.restore()
}

const draw = (id: string, options: Omit<UPlot.Options, "width" | "height">, data: UPlot.AlignedData) => {
  const place = one(`#${id}`, HTMLElement)
  const size = () => ({ width: place.clientWidth, height: HEIGHT })
  const plot = new uPlot({ ...size(), ...options }, data, place)
  addEventListener("resize", () => plot.setSize(size()))
}

interface Line {
  readonly name: string
  readonly stroke: Colour
  readonly of: keyof LoadPageData["series"]
  readonly fill?: boolean
}

const seconds = series.ended.map((_, index) => index + 1)

const drawOverTime = (id: string, label: string, unit: string, lines: ReadonlyArray<Line>) =>
  draw(
    id,
    {
      scales: { x: { time: false }, y: fromZero },
      axes: [axis("seconds"), valueAxis(label)],
      series: [
        { label: "second" },
        ...lines.map(({ name, stroke, fill = false }) => ({
          label: name,
          stroke: colourOf(stroke),
          width: 1.5,
          value: valueIn(unit),
          points: { show: seconds.length < 3 },
          ...(fill ? { fill: `${colourOf(stroke)}22` } : {})
        }))
      ],
      hooks: { drawClear: [shadeWarmup] }
    },
    [seconds, ...lines.map(({ of }) => [...series[of]])]
  )

drawOverTime("latency", "milliseconds", " ms", [
  { name: "p99", stroke: "c", of: "p99" },
  { name: "p95", stroke: "b", of: "p95" },
  { name: "p50", stroke: "a", of: "p50" }
])
drawOverTime("throughput", "per second", "/s", [
  { name: "steps ended", stroke: "a", of: "ended", fill: true },
  { name: "plays due", stroke: "d", of: "due" }
])
drawOverTime("errors", "per second", "/s", [{ name: "went wrong", stroke: "c", of: "errors", fill: true }])
drawOverTime("inflight", "at once", "", [
  { name: "virtual users at play", stroke: "d", of: "playing" },
  { name: "without an answer", stroke: "a", of: "in_flight", fill: true }
])

/** The x scale counts nines (`100 / (100 - percent)`, logarithmic), so that rare latencies get as much room as others. */
const percentText = (nines: number, digits: number) => String(Number((100 - 100 / nines).toPrecision(digits)))
const isWhole = (nines: number) => Math.log10(nines) % 1 <= 1e-6

const CURVE_COLOURS: ReadonlyArray<Colour> = ["a", "b", "d", "c", "dim"]

draw(
  "curve",
  {
    scales: { x: { time: false, distr: 3 }, y: fromZero },
    axes: [
      {
        ...axis("percentile"),
        values: (_, all) => all.map((value: Value) => (value == null || !isWhole(value) ? "" : percentText(value, 7)))
      },
      valueAxis("milliseconds")
    ],
    series: [
      { label: "percentile", value: (_, value: Value) => (value == null ? "–" : percentText(value, 6)) },
      ...curves.map(({ name }, index) => ({
        label: name,
        stroke: colourOf(CURVE_COLOURS[index] ?? "dim"),
        width: 1.5,
        value: valueIn(" ms"),
        points: { show: false }
      }))
    ]
  },
  [
    (curves[0]?.points ?? []).map(({ percent }) => 100 / (100 - percent)),
    ...curves.map(({ points }) => points.map(({ ms }) => ms))
  ]
)
