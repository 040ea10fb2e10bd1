import * as DocumentText from "@backlot/document/DocumentText"
import { jsonFault } from "@backlot/document/JsonFault"
import { it } from "vitest"
const t = (f: () => unknown) => { try { return JSON.stringify(f())?.slice(0, 200) } catch (e) { return `THROWS ${String(e).slice(0, 100)}` } }
it("probe", () => {
  for (const fill of ["a", "é", "😀", "\\n", "\\\\", " "]) {
    const long = fill.repeat(20_000_000)
    console.log(JSON.stringify(fill), t(() => jsonFault(`["${long}",]`)), t(() => jsonFault(`["${long}`)))
    console.log(JSON.stringify(fill), "bad end", t(() => jsonFault(`["${fill.repeat(2000)}\\q"]`)), t(() => jsonFault(`["\\q${fill.repeat(5_000_000)}"]`)))
  }
  console.log("spaces", t(() => jsonFault(`[${" ".repeat(20_000_000)}1,]`)), t(() => jsonFault(`${"1".repeat(20_000_000)}`)), t(()=>jsonFault("a".repeat(5_000_000))))
  for (const n of [500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 5000, 6000, 8000, 10000, 20000, 50000]) {
    for (const [open, tail] of [["[", ""], ["{a: ", ""], ["[", "*x"], ["- ", "*x"], ["- ", "'x"], ["- ", "[x"]] as const)
      console.log(n, open, tail, t(() => DocumentText.parse(open.repeat(n) + tail, { empty: "", depth: 8 })))
  }
}, 120_000)
