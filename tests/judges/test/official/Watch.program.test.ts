import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it, onTestFinished, vi } from "vitest"
import { childEnvironment } from "../../src/official/ChildEnvironment.ts"
import { RECORD_VARIABLE } from "../../src/official/Record.ts"
import { reportReader } from "../../src/official/Report.ts"
import { recorded, seenOf, VARIABLE } from "../../src/official/Watch.ts"

const DOCUMENT = join(import.meta.dirname, "document.json")

const JSON_TYPE = "{ 'content-type': 'application/json' }"

/** What is told of one GET of `path` from a server in a process of its own, whose answer the statements `send` give. */
const told = async (path: string, send: string, document = DOCUMENT) => {
  const folder = await mkdtemp(join(tmpdir(), "backlot-official-test-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, "answers.jsonl")
  const program = `
    const server = require("node:http").createServer((_, response) => { ${send} })
    server.listen(0, "127.0.0.1", async () => {
      await (await fetch("http://127.0.0.1:" + server.address().port + ${JSON.stringify(path)})).text()
      server.close()
    })`
  await promisify(execFile)(process.execPath, ["-e", program], { env: childEnvironment(file) })
  vi.stubEnv(VARIABLE, document)
  onTestFinished(() => void vi.unstubAllEnvs())
  return [...reportReader(file)()].map(seenOf)
}

it("an answer is judged as it was sent, in however many parts", async () => {
  const send = `response.writeHead(200, ${JSON_TYPE}); response.write('{"id"'); response.end(Buffer.from(':"7"}'))`
  expect(await told("/api/v10/things/7", send)).toMatchObject([{ kind: "conforms" }])
})

it("a deviating answer is told with what it breaks", async () => {
  const send = `response.setHeader("content-type", "application/json"); response.end("7")`
  expect(await told("/api/v10/things/@me", send)).toMatchObject([
    { kind: "deviates", because: expect.stringContaining("must be string") }
  ])
})

it("without a document answers are only counted", async () => {
  expect(await told("/api/v10/things/7", "response.end()", "")).toEqual([{ kind: "unjudged" }])
})

it("what is no part of the API is not counted", async () => {
  expect(await told("/control/v1/health", "response.end()")).toEqual([])
})

it("while a record is asked for, an answer of success is told with its operation", async () => {
  for (const found of Object.values(recorded)) found.clear()
  vi.stubEnv(RECORD_VARIABLE, "node_modules/.cache/record-of-a-test")
  onTestFinished(() => void vi.unstubAllEnvs())
  const send = `response.writeHead(200, ${JSON_TYPE}); response.end('{"id":"7"}')`
  expect(await told("/api/v10/things/7", send)).toEqual([{ kind: "conforms" }])
  expect([...recorded.operations]).toEqual(["get_thing"])
  expect(await told("/api/v10/things/7", send.replace("200", "404"))).toMatchObject([{ kind: "deviates" }])
})
