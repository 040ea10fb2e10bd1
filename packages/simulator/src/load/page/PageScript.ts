/**
 * Draws the plots of the page, in the reader's browser: a text, because it is no part of this program. It finds its data in
 * the element `data` and a place for each plot by its id.
 */
export const SCRIPT = `
const { series, warmup, curves } = JSON.parse(document.getElementById("data").textContent)
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim()
const seconds = series.ended.map((_, i) => i + 1)
const plots = []

const axis = (label, values) => ({
  label, labelSize: 20, stroke: color("dim"), font: "12px system-ui", labelFont: "12px system-ui",
  grid: { stroke: color("line"), width: 1 }, ticks: { stroke: color("line") }, ...(values ? { values } : {})
})
const shorter = (v) => v == null ? "" : Math.abs(v) >= 1000 ? Math.round(v).toLocaleString("en-US") : String(+v.toPrecision(3))
const value = (unit) => (_, v) => v == null ? "–" : shorter(v) + unit

// What the warm-up shows is not counted.
const shade = { drawClear: (u) => {
  const end = u.valToPos(warmup / 1000, "x", true)
  if (warmup <= 0 || end <= u.bbox.left) return
  u.ctx.save(); u.ctx.globalAlpha = 0.12; u.ctx.fillStyle = color("dim")
  u.ctx.fillRect(u.bbox.left, u.bbox.top, Math.min(end - u.bbox.left, u.bbox.width), u.bbox.height); u.ctx.restore()
} }

const draw = (id, options, data) => {
  const place = document.getElementById(id)
  const plot = new uPlot({ width: place.clientWidth, height: 250, ...options }, data, place)
  plots.push([place, plot])
}

const overTime = (id, label, unit, lines) => draw(id, {
  scales: { x: { time: false }, y: { range: (_, least, most) => [0, most > 0 ? most * 1.08 : 1] } },
  axes: [axis("seconds"), { ...axis(label, (_, all) => all.map(shorter)), size: 62 }],
  series: [{ label: "second" }, ...lines.map(({ name, stroke, fill }) => ({
    label: name, stroke: color(stroke), width: 1.5, value: value(unit), points: { show: seconds.length < 3 },
    ...(fill ? { fill: color(stroke) + "22" } : {})
  }))],
  hooks: { drawClear: [shade.drawClear] }
}, [seconds, ...lines.map(({ values }) => values)])

overTime("latency", "milliseconds", " ms", [
  { name: "p99", stroke: "c", values: series.p99 },
  { name: "p95", stroke: "b", values: series.p95 },
  { name: "p50", stroke: "a", values: series.p50 }
])
overTime("throughput", "per second", "/s", [
  { name: "steps ended", stroke: "a", values: series.ended, fill: true },
  { name: "plays due", stroke: "d", values: series.due }
])
overTime("errors", "per second", "/s", [{ name: "went wrong", stroke: "c", values: series.errors, fill: true }])
overTime("inflight", "at once", "", [
  { name: "virtual users at play", stroke: "d", values: series.playing },
  { name: "without an answer", stroke: "a", values: series.in_flight, fill: true }
])

// Evenly by the number of nines, so that the rarest have as much room as the others.
const nines = curves[0].points.map(({ percent }) => 100 / (100 - percent))
draw("curve", {
  scales: { x: { time: false, distr: 3 }, y: { range: (_, least, most) => [0, most > 0 ? most * 1.08 : 1] } },
  axes: [
    axis("percentile", (_, all) => all.map((v) => v == null || Math.log10(v) % 1 > 1e-6 ? "" : String(+(100 - 100 / v).toPrecision(7)))),
    { ...axis("milliseconds", (_, all) => all.map(shorter)), size: 62 }
  ],
  series: [{ label: "percentile", value: (_, v) => v == null ? "–" : String(+(100 - 100 / v).toPrecision(6)) },
    ...curves.map(({ name }, i) => ({
      label: name, stroke: color(["a", "b", "d", "c", "dim"][i]), width: 1.5, value: value(" ms"), points: { show: false }
    }))]
}, [nines, ...curves.map(({ points }) => points.map(({ ms }) => ms))])

addEventListener("resize", () => { for (const [place, plot] of plots) plot.setSize({ width: place.clientWidth, height: 250 }) })
`
