import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { MESSAGE, SLASH } from "./SamplePayload.ts"

const WATCH = join(import.meta.dirname, "../../src/published/Watch.ts")

/**
 * What is told of one POST of `sent` to `path`, answered with `answer`, by a server in a process of its own: what this
 * process sees is judged already.
 */
const told = async (path: string, sent: unknown, headers: object, answer: unknown = {}) => {
  const program = `
    import { createServer } from "node:http"
    import { text } from "node:stream/consumers"
    import { watch } from ${JSON.stringify(WATCH)}
    const seen = []
    watch((one) => seen.push(one))
    const server = createServer(async (request, response) => {
      const body = await text(request)
      response.end(body === ${JSON.stringify(JSON.stringify(sent))} ? ${JSON.stringify(JSON.stringify(answer))} : "")
    })
    server.listen(0, "127.0.0.1", async () => {
      const url = "http://127.0.0.1:" + server.address().port + ${JSON.stringify(path)}
      const init = { method: "POST", body: ${JSON.stringify(JSON.stringify(sent))}, headers: ${JSON.stringify(headers)} }
      await (await fetch(url, init)).text()
      server.close()
      console.log(JSON.stringify(seen.map(({ what, deviations }) => ({ what, deviations: deviations() }))))
    })`
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program], { timeout: 60_000 })
  return JSON.parse(stdout)
}

const SIGNED = { "x-signature-ed25519": "00" }

const WEBHOOK = "/api/v10/webhooks/1/token"

it("a payload that an app receives is judged", { timeout: 60_000 }, async () => {
  expect(await told("/interactions", SLASH, SIGNED)).toEqual([{ what: "payload", deviations: [] }])
})

it("a payload that deviates is told with what it breaks", async () => {
  expect(await told("/interactions", { ...SLASH, version: 2 }, SIGNED)).toMatchObject([
    { what: "payload", deviations: [expect.stringContaining("/version")] }
  ])
})

it("a message that the API answers with is judged", async () => {
  expect(await told(WEBHOOK, {}, {}, MESSAGE)).toEqual([{ what: "message", deviations: [] }])
  expect(await told(WEBHOOK, {}, {}, { ...MESSAGE, content: null })).toMatchObject([
    { what: "message", deviations: [expect.stringContaining("/content")] }
  ])
})

it("what is neither is not looked at", async () => {
  expect(await told("/interactions", { type: 99 }, {})).toEqual([])
  expect(await told("/control/v1/clock", {}, {}, { now: 1 })).toEqual([])
})
