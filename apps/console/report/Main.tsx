/** The page of a run's HTML report: the viewer in a page that needs nothing else. `generate.ts` bundles it. */
import { numbersOf } from "@backlot/simulator/report/Anchor"
import type { AttemptData, RunPageData } from "@backlot/simulator/report/RunData"
import { useCallback, useEffect, useMemo, useState } from "react"
import { createPortal } from "react-dom"
import { createRoot } from "react-dom/client"
import { localTime } from "../src/play/viewer/Moment.tsx"
import { type At, RunViewer } from "../src/play/viewer/RunViewer.tsx"
import { STATUSES } from "../src/play/viewer/ScenarioList.tsx"
import "./Page.css"

/** The first element that matches; the page always has it. */
const one = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`The page has no ${selector}.`)
  return found
}

/** The value of a JSON element, by its id. */
const embedded = (id: string): unknown => JSON.parse(one(`#${id}`).textContent ?? "null")

// The report writes these elements (HtmlReport.ts).
const { scenarios } = embedded("run") as RunPageData
const attemptsOf = (index: number) => embedded(`scenario-${index}`) as ReadonlyArray<AttemptData>

const placeOf = (hash: string, { asked }: At): At | undefined => {
  const numbers = numbersOf(hash)
  return scenarios[(numbers[0] ?? 0) - 1] === undefined ? undefined : { numbers, asked: asked + 1 }
}

const NOWHERE: At = { numbers: [], asked: 0 }

const Page = () => {
  const [at, setAt] = useState<At>(() => placeOf(location.hash, NOWHERE) ?? NOWHERE)
  const follow = useCallback(() => setAt((now) => placeOf(location.hash, now) ?? now), [])
  useEffect(() => {
    addEventListener("hashchange", follow)
    // A link that is followed again changes no address.
    const again = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>(".failures a") : null
      if (link !== null && link.hash === location.hash) follow()
    }
    document.addEventListener("click", again)
    return () => {
      removeEventListener("hashchange", follow)
      document.removeEventListener("click", again)
    }
  }, [follow])
  const go = useCallback((numbers: ReadonlyArray<number>, focus: boolean) => {
    history.replaceState(null, "", `#${numbers.join("-")}`)
    setAt(({ asked }) => ({ numbers, asked: focus ? asked + 1 : asked }))
  }, [])
  const run = useMemo(() => ({ scenarios, attempts: attemptsOf }), [])
  return (
    <>
      {createPortal(<Share />, one(".share"))}
      <RunViewer run={run} at={at} onGo={go} />
    </>
  )
}

const Share = () =>
  STATUSES.map((status) => {
    const count = scenarios.filter((scenario) => scenario.status === status).length
    return count === 0 ? null : (
      <i key={status} className={status} title={`${count} ${status}`} style={{ flexGrow: count }} />
    )
  })

/** Rewrites the times that the markup has as ISO texts, and names the reader's time zone where the page wants it. */
const localise = (): void => {
  for (const element of document.querySelectorAll("time")) element.textContent = localTime(element.dateTime, "day")
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  for (const element of document.querySelectorAll(".zone")) element.textContent = ` (${timeZone})`
}

localise()
createRoot(one(".layout")).render(<Page />)
