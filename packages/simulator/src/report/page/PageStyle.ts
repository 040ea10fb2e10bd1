/** The look of the HTML report: light and dark by the reader's system, no fonts or pictures from outside. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f7f9, #14161a);
  --card: light-dark(#ffffff, #1c1f25);
  --raised: light-dark(#f0f2f5, #252932);
  --line: light-dark(#dfe3e8, #323842);
  --text: light-dark(#1b1f24, #e4e7eb);
  --soft: light-dark(#59636e, #9aa4b0);
  --accent: light-dark(#3b5bdb, #8ea6ff);
  --passed: light-dark(#1a7f4b, #4cc38a);
  --failed: light-dark(#c62a2f, #ff7b72);
  --flaky: light-dark(#9a6700, #e3b341);
  --skipped: light-dark(#6e7781, #8b949e);
  --failed-wash: light-dark(#fdecec, #3a1f22);
  --passed-wash: light-dark(#e7f6ee, #16301f);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/1.5 system-ui, sans-serif; }
button, input { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.passed { --tone: var(--passed); } .failed { --tone: var(--failed); }
.flaky { --tone: var(--flaky); } .skipped { --tone: var(--skipped); }
.skip-link { position: absolute; left: -99rem; }
.skip-link:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 2; }
.soft { color: var(--soft); }
.mono, pre { font-family: var(--mono); font-size: 12.5px; }

.layout { display: grid; grid-template-columns: minmax(260px, 360px) minmax(0, 1fr); height: 100vh; }
.side { display: flex; flex-direction: column; min-height: 0; border-right: 1px solid var(--line); background: var(--card); }
.side header { padding: 1.1rem 1.1rem .8rem; border-bottom: 1px solid var(--line); }
.side h1 { margin: 0; font-size: 1.05rem; letter-spacing: -.01em; }
.facts { margin: .1rem 0 .8rem; color: var(--soft); font-size: 12.5px; }
.share { display: flex; gap: 2px; height: 8px; border-radius: 4px; overflow: hidden; background: var(--raised); }
.share i { display: block; background: var(--tone); min-width: 3px; }
.filters { display: flex; flex-wrap: wrap; gap: .35rem; margin: .8rem 0 .6rem; }
.filters button { display: inline-flex; align-items: center; gap: .4rem; border: 1px solid var(--line); background: none; border-radius: 99px; padding: .1rem .65rem; cursor: pointer; font-size: 12.5px; }
.filters button[aria-pressed=true] { border-color: var(--tone, var(--accent)); box-shadow: inset 0 0 0 1px var(--tone, var(--accent)); font-weight: 600; }
.search { width: 100%; padding: .42rem .7rem; border: 1px solid var(--line); border-radius: 7px; background: var(--page); }
.list { list-style: none; margin: 0; padding: .4rem; overflow: auto; flex: 1; }
.list li { content-visibility: auto; contain-intrinsic-size: auto 52px; }
.list button { display: grid; grid-template-columns: 1.4rem 1fr auto; gap: 0 .3rem; width: 100%; text-align: left; border: 0; background: none; padding: .45rem .6rem; border-radius: 7px; cursor: pointer; }
.list button:hover { background: var(--raised); }
.list button[aria-current=true] { background: color-mix(in srgb, var(--accent) 14%, transparent); }
.list .name { overflow-wrap: anywhere; font-weight: 500; }
.list .file { grid-column: 2 / 4; color: var(--soft); font-size: 12px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.none { padding: 1rem; color: var(--soft); }
.dot { color: var(--tone); font-weight: 700; }
.dot::before { content: "●"; } .failed > .dot::before { content: "✕"; } .passed > .dot::before { content: "✓"; }
.flaky > .dot::before { content: "~"; } .skipped > .dot::before { content: "–"; }

main { overflow: auto; padding: 1.5rem 2rem 5rem; scroll-padding: 1rem; }
main > * { max-width: 1120px; margin-inline: auto; }
.title { display: flex; align-items: baseline; gap: .8rem; flex-wrap: wrap; }
.title h2 { margin: 0; font-size: 1.4rem; letter-spacing: -.015em; overflow-wrap: anywhere; }
.badge { color: var(--tone); border: 1px solid currentColor; border-radius: 99px; padding: 0 .6rem; font-size: 12px; font-weight: 650; }
.tag { background: var(--raised); border-radius: 5px; padding: 0 .45rem; font-size: 12px; }
.under { color: var(--soft); display: flex; flex-wrap: wrap; gap: .3rem 1rem; margin: .25rem 0 1.2rem; font-size: 13px; overflow-wrap: anywhere; }
.tabs { display: flex; gap: .3rem; margin-bottom: 1rem; border-bottom: 1px solid var(--line); }
.tabs button { border: 0; background: none; padding: .4rem .8rem; cursor: pointer; border-bottom: 2px solid transparent; color: var(--soft); }
.tabs button[aria-selected=true] { border-color: var(--tone); color: var(--text); font-weight: 600; }
h3 { font-size: 12px; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 2rem 0 .6rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.alarm { border-color: var(--failed); background: var(--failed-wash); padding: .8rem 1rem; margin-bottom: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }

.axis { display: grid; grid-template-columns: 1fr 260px 76px; gap: 0 1rem; padding: .3rem 1rem .3rem 2.9rem; color: var(--soft); font-size: 11px; border-bottom: 1px solid var(--line); }
.axis span:nth-child(2) { display: flex; justify-content: space-between; }
.step + .step { border-top: 1px solid var(--line); }
.step > summary { display: grid; grid-template-columns: 1.9rem 1fr 260px 76px; gap: 0 1rem; align-items: center; padding: .55rem 1rem; cursor: pointer; list-style: none; }
.step > summary > :nth-child(2) { margin-left: -1rem; overflow-wrap: anywhere; }
.step > summary::-webkit-details-marker { display: none; }
.step > summary:hover { background: color-mix(in srgb, var(--raised) 60%, transparent); }
.step[open] > summary { background: var(--raised); }
.step.skipped { color: var(--soft); }
.step .number { color: var(--soft); margin-right: .5rem; font-variant-numeric: tabular-nums; }
.track { position: relative; height: 8px; border-radius: 4px; background: var(--raised); }
.step[open] .track { background: var(--line); }
.track i { position: absolute; top: 0; bottom: 0; min-width: 3px; border-radius: 4px; background: var(--tone); }
.time { text-align: right; color: var(--soft); font-size: 12.5px; font-variant-numeric: tabular-nums; }
.body { padding: .4rem 1rem 1.1rem 2.9rem; border-top: 1px solid var(--line); }
.body h4, .part > h4 { margin: 1rem 0 .35rem; font-size: 12.5px; font-weight: 650; }
.outcome { list-style: none; margin: 0; padding: 0; }
.outcome li { padding: .05rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.outcome li::before { content: "→ "; color: var(--soft); }
.outcome li.fault { color: var(--failed); } .outcome li.fault::before { content: "✗ "; color: inherit; }
pre { margin: 0; padding: .7rem .9rem; background: var(--page); border: 1px solid var(--line); border-radius: 8px; overflow: auto; max-height: 34rem; line-height: 1.55; }
.diff { padding-inline: 0; }
.diff span { display: block; padding: 0 .9rem; white-space: pre; width: max-content; min-width: 100%; }
.diff .minus { background: var(--passed-wash); color: var(--passed); } .diff .plus { background: var(--failed-wash); color: var(--failed); }
.legend { display: inline-flex; gap: 1rem; margin-left: .8rem; font-weight: 400; font-size: 12px; }
.legend .minus { color: var(--passed); } .legend .plus { color: var(--failed); }
.world .minus { background: var(--failed-wash); color: var(--failed); } .world .plus { background: var(--passed-wash); color: var(--passed); }
.json .key { color: var(--accent); } .json .text { color: var(--passed); } .json .value { color: var(--flaky); }
.trace { display: grid; grid-template-columns: minmax(0, 1fr); gap: .3rem; }
.fold { border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.fold > summary { padding: .35rem .8rem; cursor: pointer; overflow-wrap: anywhere; }
.fold > summary .when { display: inline-block; min-width: 4.6rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.fold > summary b { font-weight: 600; margin-right: .6rem; }
.fold > summary .hint { color: var(--soft); }
.fold > pre { border: 0; border-top: 1px solid var(--line); border-radius: 0 0 8px 8px; }
.fold + .fold { margin-top: .4rem; } .trace .fold + .fold { margin-top: 0; }
.fold h5 { margin: .5rem .9rem 0; font-size: 11.5px; color: var(--soft); }
.stderr { color: var(--failed); } .at { color: var(--soft); user-select: none; }
.keys { color: var(--soft); font-size: 12px; padding: .5rem 1.1rem; border-top: 1px solid var(--line); }
kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 .3rem; font: 11px var(--mono); background: var(--raised); }
@media (max-width: 860px) {
  .layout { grid-template-columns: 1fr; height: auto; }
  .list { max-height: 40vh; } main { padding: 1rem; }
  .axis { display: none; } .step > summary { grid-template-columns: 1.9rem 1fr 70px; } .step .track { display: none; }
}
@media print { .side { display: none; } .layout { display: block; height: auto; } pre { max-height: none; } }
`
