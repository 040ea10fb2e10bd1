/** The test that is running, as its runner says: failures of tests that share a Backlot show their own acts only. */
import { textOf } from "@backlot/scenario/Fields"

/** Its full name. Undefined outside of a test, and in runners that do not say. */
export const runningTest = (): string | undefined => {
  const matchers = Reflect.get(globalThis, MATCHERS)
  // node:test is not loaded in vitest and jest.
  return matchers === undefined ? ofNodeTest() : textOf(matchers, "state", "currentTestName")
}

/** The path of its file, in vitest and jest. */
export const runningFile = (): string | undefined => textOf(Reflect.get(globalThis, MATCHERS), "state", "testPath")

/** Where vitest and jest both keep the state of `expect`. */
const MATCHERS = Symbol.for("$$jest-matchers-object")

const ofNodeTest = (): string | undefined => {
  // Newer Nodes have it.
  const current: unknown = Reflect.get(process.getBuiltinModule("node:test"), "getTestContext")
  const context: unknown = typeof current === "function" ? current() : undefined
  // Its name is a getter of its class.
  return typeof context === "object" && context !== null ? String(Reflect.get(context, "fullName")) : undefined
}
