/** The requirements that every answer to a hostile request must meet. */
import { assert } from "vitest"
import type { Endpoint } from "./Endpoints.ts"
import type { HostileRequest } from "./Mutation.ts"
import type { Answer, Outcome } from "./Wire.ts"

/** Judges the only answer. */
export const judge = (endpoint: Endpoint, { method, refused }: HostileRequest, outcome: Outcome): Answer => {
  assert.isTrue(outcome.closed, `answered within the bound; so far: ${JSON.stringify(outcome)}`)
  const [answer] = outcome.answers
  if (answer === undefined) throw new Error(`no answer, but ${JSON.stringify(outcome.rest)}`)
  assert.isBelow(answer.status, 500, answer.body)
  assert.isAtLeast(answer.status, refused ? 400 : 200, answer.body)
  if (answer.status >= 400 && method !== "HEAD") judgeError(endpoint, answer)
  assert.deepStrictEqual(Object.keys(Object.prototype), [])
  // A polluted prototype would show here.
  assert.isUndefined(({} as { readonly polluted?: unknown }).polluted)
  return answer
}

const judgeError = ({ surface }: Endpoint, { headers, body }: Answer): void => {
  assert.strictEqual(headers["content-type"], "application/json")
  const parsed: unknown = JSON.parse(body)
  assert.isObject(parsed)
  const { message, code, errors, error } = parsed as Record<string, unknown>
  if (surface === "oauth" && error !== undefined) {
    assert.isString(error)
    return
  }
  assert.isString(message)
  assert.isNotEmpty(message)
  assert.isTrue(Number.isInteger(code), body)
  // The control plane lists the faults of a world, each with its place in the text.
  if (errors === undefined || (surface === "control" && Array.isArray(errors))) return
  judgeTree(errors)
}

const judgeTree = (tree: unknown): void => {
  if (typeof tree !== "object" || tree === null || Array.isArray(tree))
    throw new Error(`no tree: ${JSON.stringify(tree)}`)
  assert.isNotEmpty(Object.keys(tree))
  for (const [key, value] of Object.entries(tree)) {
    if (key === "_errors") judgeLeaf(value)
    else judgeTree(value)
  }
}

const judgeLeaf = (leaf: unknown): void => {
  assert.isArray(leaf)
  assert.isNotEmpty(leaf)
  for (const entry of leaf as ReadonlyArray<unknown>) {
    assert.isObject(entry)
    assert.sameMembers(Object.keys(entry as object), ["code", "message"])
    const { code, message } = entry as { readonly code: unknown; readonly message: unknown }
    assert.isString(code)
    assert.isString(message)
  }
}
