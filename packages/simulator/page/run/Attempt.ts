/** One play of a scenario: its steps, transcript, changes of the world, and output of apps. */
import { formatSpan } from "../../src/report/Amount.ts"
import { anchorOf } from "../../src/report/Anchor.ts"
import type { AppData, AttemptData } from "../../src/report/HtmlReport.ts"
import { timeElement } from "../Time.ts"
import { type Child, diff, fold, make } from "./Elements.ts"
import { type Axis, stepRow } from "./Step.ts"

/** `anchor` is the address of the attempt. */
export const attemptParts = (attempt: AttemptData, anchor: string): ReadonlyArray<Child> => {
  const { failure, transcript, world, asked, apps } = attempt
  const unchanged = asked ? "Nothing changed." : "The server could not be asked any more."
  return [
    make("p", "soft times", make("span", {}, "began ", timeElement(attempt.began, "day"))),
    failure === undefined ? undefined : make("div", { className: "card alarm", id: anchor, tabIndex: -1 }, failure),
    ...section("Steps", stepRows(attempt, anchor)),
    ...section("Transcript", transcript === "" ? [] : [transcriptFold(transcript)]),
    ...section("World before and after", world.length === 0 ? [make("p", "soft", unchanged)] : world.map(worldPart)),
    ...section("Output of apps", apps.map(appOutput))
  ]
}

const section = (title: string, content: ReadonlyArray<Child>): ReadonlyArray<Child> =>
  content.length === 0 ? [] : [make("h3", {}, title), ...content]

const stepRows = ({ steps, began, names }: AttemptData, anchor: string): ReadonlyArray<Child> => {
  if (steps.length === 0) return []
  const played = steps.filter(({ status }) => status !== "skipped")
  const from = Math.min(...played.map((step) => step.began))
  const axis: Axis = { from, whole: Math.max(1, ...played.map((step) => step.began + step.took - from)) }
  const ends = make("span", {}, make("span", {}, "0"), make("span", {}, formatSpan(axis.whole)))
  return [
    make(
      "div",
      "card",
      make("div", { className: "axis", ariaHidden: "true" }, make("span", {}), ends, make("span", {})),
      steps.map((step) => stepRow(step, { axis, began, names, anchor: (number) => anchorOf(anchor, number) }))
    )
  ]
}

const transcriptFold = (transcript: string) =>
  fold("fold", make("summary", {}, "What happened, line by line"), () => [make("pre", { tabIndex: 0 }, transcript)])

const worldPart = ({ name, added, removed, lines }: AttemptData["world"][number]) => {
  const counts = make("span", "soft", `+${added} −${removed} lines`)
  return fold("fold", make("summary", {}, make("b", {}, name), counts), () => [diff(lines, "diff world")])
}

/** The output of an app that ended by itself is shown at once. */
const appOutput = ({ application, command, exit_code, output }: AppData) => {
  const ended = make("span", "soft", exit_code === undefined ? "" : `  ended with ${exit_code}`)
  const lines = () => output.map(outputLine)
  return fold(
    "fold",
    make("summary", {}, make("b", {}, application), command, ended),
    () => [make("pre", { tabIndex: 0 }, output.length === 0 ? "(nothing)" : lines())],
    exit_code !== undefined
  )
}

const outputLine = ({ at_ms, stream, text }: AppData["output"][number]) => {
  const at = make("span", "at", `${String(Math.round(at_ms)).padStart(7)} ms  `)
  return make("span", stream === "stderr" ? "stderr" : {}, at, `${text}\n`)
}
