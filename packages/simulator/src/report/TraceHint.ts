/** Summarises a line of an interaction's trace. */
import { field, textOf } from "@backlot/scenario/Fields"
import { formatValue } from "@backlot/scenario/match/DescribeValue"

const HINT = 100

/** What distinguishes the line: the target, the result, the reason. */
export const hintOf = (detail: unknown): string => {
  if (Array.isArray(detail)) {
    const failed = detail.find((decision) => field(decision, "outcome") === "fail")
    return failed === undefined ? `${detail.length} decisions` : `fails: ${textOf(failed, "because") ?? ""}`
  }
  const hints = ["method", "path", "url", "event", "status", "outcome", "because"].flatMap((name) => {
    const value = field(detail, name)
    return textOf(detail, name) ?? (typeof value === "number" ? String(value) : [])
  })
  return hints.length > 0 ? hints.join(" ") : detail == null ? "" : formatValue(detail, HINT)
}
