/** The result of a test run. Pure. */

/**
 * The sums of RunReporter.ts.
 * @typedef {{ passed: number, failed: number, judged: number, undescribed: number, unjudged: number }} RunResult
 */

/**
 * The summary line about the official document, and its fault: a given document must judge every answer.
 * @param {RunResult} result
 * @param {boolean} given
 * @returns {{ line: string, fault: string | undefined }}
 */
export const officialCheck = ({ judged, undescribed, unjudged }, given) => {
  if (!given) {
    return {
      line: `official OpenAPI document: not given, so ${unjudged} answers were not judged by it; set BACKLOT_OFFICIAL_OPENAPI to its path`,
      fault: undefined
    }
  }
  const idle = judged === 0 || unjudged > 0
  return {
    line: `official OpenAPI document: ${judged} answers judged, ${undescribed} of operations it does not describe`,
    fault: idle ? `the official document was given, but ${unjudged} answers were not judged by it` : undefined
  }
}

/**
 * The counts and the faults of a whole run: the tests, and the steps around them.
 * @param {RunResult | undefined} result undefined when the tests ended without one
 * @param {ReadonlyArray<string>} steps the failed steps beside the tests
 * @returns {{ passed: number, failed: number, faults: ReadonlyArray<string> }}
 */
export const outcome = (result, steps) => {
  const faults = [...steps]
  if (result === undefined) faults.push("the tests ended without a result")
  else if (result.passed === 0 && result.failed === 0) faults.push("no test ran")
  return { passed: result?.passed ?? 0, failed: (result?.failed ?? 0) + faults.length, faults }
}

/**
 * @param {number} passed
 * @param {number} failed
 */
export const closingLine = (passed, failed) => `${passed} passed, ${failed} failed`
