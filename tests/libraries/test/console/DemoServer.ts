/** A server with the demo app, whose commands are there, for the tests of a file. */
import { afterAll, beforeAll, expect, vi } from "vitest"
import { type LiveProgram, startProgram } from "../LiveServer.ts"

/** Its address, once the tests run. */
export const demoServer = (): (() => string) => {
  let program: LiveProgram | undefined
  beforeAll(async () => {
    program = await startProgram({ storage: "memory", command: "start" })
    await vi.waitFor(() => expect(program?.output()).toContain("Demo app ready"), { timeout: 60_000 })
  })
  afterAll(async () => void (await program?.stop()))
  return () => program?.ready.url ?? ""
}
