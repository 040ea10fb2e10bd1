/**
 * Writes the failures of a run as a code quality report, which GitLab shows in merge requests.
 * Source: GitLab's documentation, "Code Quality", "Code Quality report format".
 */
import { createHash } from "node:crypto"
import type { RunResult } from "../run/RunResult.ts"
import { annotationsOf } from "./Annotations.ts"
import { shownPath } from "./Summary.ts"

/** `root`: the folder of the repository. GitLab takes only paths below it, relative to it. */
export const gitLabReport = (result: RunResult, { root }: { readonly root?: string | undefined } = {}): string => {
  const issues = annotationsOf(result).map(({ status, file, line, title, reason }) => {
    const path = shownPath(file, root).replaceAll("\\", "/")
    return {
      description: `${title}: ${reason}`,
      check_name: status === "failed" ? "backlot" : "backlot-flaky",
      // Without the line: the same failure stays the same when lines are added above it.
      fingerprint: createHash("sha256")
        .update(JSON.stringify([path, title, status]))
        .digest("hex"),
      severity: status === "failed" ? "major" : "minor",
      location: { path, lines: { begin: line } }
    }
  })
  return `${JSON.stringify(issues, null, 2)}\n`
}
