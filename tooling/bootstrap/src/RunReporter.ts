/**
 * Reports a run: a line for each finished package, the failures, and the number of answers that the official document
 * judged. `BACKLOT_RUN_RESULT` names the file for the sums (RunResult.mjs reads it).
 */
import { writeFileSync } from "node:fs"
import { relative } from "node:path"
import type { Tally } from "@backlot/test-judges/official/Tally"
import type { SerializedError } from "vitest"
import {
  DefaultReporter,
  type TestModule,
  type TestProject,
  type TestRunEndReason,
  type TestSpecification
} from "vitest/node"

interface Progress {
  files: number
  passed: number
  failed: number
  ms: number
}

export default class RunReporter extends DefaultReporter {
  readonly #projects = new Map<string, Progress>()

  override onTestRunStart(specifications: ReadonlyArray<TestSpecification>): void {
    for (const { project, moduleId } of specifications) this.#progress(packageOf(project, moduleId)).files++
    super.onTestRunStart(specifications)
  }

  /** Prints no lines per file; the failures follow at the end. */
  protected override printTestModule(module: TestModule): void {
    const name = packageOf(module.project, module.moduleId)
    const progress = this.#progress(name)
    for (const test of module.children.allTests()) {
      if (test.result().state === "failed") progress.failed++
      if (test.result().state === "passed") progress.passed++
    }
    progress.files--
    progress.ms += module.diagnostic().duration
    if (progress.files === 0) this.log(line(name, progress))
  }

  override onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    errors: ReadonlyArray<SerializedError>,
    reason: TestRunEndReason
  ): void {
    super.onTestRunEnd(modules, errors, reason)
    const file = process.env["BACKLOT_RUN_RESULT"] ?? ""
    if (file !== "") writeFileSync(file, JSON.stringify(sum(modules, errors)))
  }

  #progress(name: string): Progress {
    const known = this.#projects.get(name) ?? { files: 0, passed: 0, failed: 0, ms: 0 }
    this.#projects.set(name, known)
    return known
  }
}

/** A project of all packages is reported by package. */
const packageOf = ({ name, config }: TestProject, file: string): string =>
  name === "packages" ? (relative(config.root, file).split("/")[1] ?? name) : name

const line = (name: string, { passed, failed, ms }: Progress): string => {
  const counts = failed === 0 ? `${passed} passed` : `${failed} failed | ${passed} passed`
  return `  ${failed === 0 ? "✓" : "✗"} ${name}  ${counts}  ${(ms / 1000).toFixed(1)} s`
}

/** A file or a run that fails without a failed test counts as one failure. */
const sum = (modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<SerializedError>) => {
  const states = modules.map((module) => [...module.children.allTests()].map((test) => test.result().state))
  const broken = modules.filter((module, i) => module.state() === "failed" && !states[i]?.includes("failed"))
  const tallies: ReadonlyArray<Tally> = modules.flatMap((module) => module.meta().official ?? [])
  const total = (count: (tally: Tally) => number) => tallies.reduce((all, one) => all + count(one), 0)
  return {
    passed: states.flat().filter((state) => state === "passed").length,
    failed: states.flat().filter((state) => state === "failed").length + broken.length + errors.length,
    judged: total((tally) => tally.judged),
    undescribed: total((tally) => tally.undescribed),
    unjudged: total((tally) => tally.unjudged)
  }
}
