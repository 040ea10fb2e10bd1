/** How the page of a load looks; light or dark as the reader's system is. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #59636e; --line: #d9dee3; --ground: #fff; --card: #f6f8fa;
  --good: #1a7f37; --bad: #cf222e; --warn: #9a6700; --warn-ground: #fff8c5; --a: #0969da; --b: #bf8700; --c: #cf222e; --d: #8250df }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --dim: #9198a1; --line: #30363d; --ground: #0d1117; --card: #151b23; --good: #3fb950;
    --bad: #f85149; --warn: #e3b341; --warn-ground: #2b2411; --a: #4493f8; --b: #d29922; --c: #f85149; --d: #ab7df8 }
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 24px; max-width: 1240px; background: var(--ground); color: var(--ink);
  font: 14px/1.5 system-ui, sans-serif }
h1 { margin: 0; font-size: 22px; overflow-wrap: anywhere } h2 { margin: 28px 0 8px; font-size: 16px } p { margin: 4px 0 }
p.dim::first-letter { text-transform: uppercase }
.dim { color: var(--dim) } .good { color: var(--good) } .bad { color: var(--bad) }
.warning { margin: 16px 0; padding: 10px 14px; border-left: 4px solid var(--warn); background: var(--warn-ground) }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 10px; margin: 16px 0 }
.tile { padding: 10px 14px; border: 1px solid var(--line); border-radius: 6px; background: var(--card) }
.tile b { display: block; font-size: 18px; font-variant-numeric: tabular-nums } .tile span { color: var(--dim) }
.wide { overflow-x: auto }
.wide:focus-visible { outline: 2px solid var(--a) }
.wide table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
.wide :is(th, td) { padding: 5px 8px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap }
.wide th { color: var(--dim); font-weight: 600 }
.wide[aria-label="Errors"] :is(th, td):last-child { text-align: left; white-space: normal; overflow-wrap: anywhere }
.wide :is(th, td):first-child { min-width: 13em; text-align: left; white-space: normal; overflow-wrap: anywhere }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 520px), 1fr)); gap: 16px }
.plot { min-width: 0; padding: 10px; border: 1px solid var(--line); border-radius: 6px }
.plot h3 { margin: 0 0 4px; font-size: 14px }
.u-legend { color: var(--ink) } .u-legend .u-label { overflow-wrap: anywhere }
`
