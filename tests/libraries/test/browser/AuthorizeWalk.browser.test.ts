/** The walk of docs/oauth2.md from an authorize link to an edited permission, line by line, in the demo world. */
import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { promisify } from "node:util"
import { describe, expect, it, vi } from "vitest"
import { type LiveServer, startProgram, startServer } from "../LiveServer.ts"
import { pagesOfTests, visit } from "./Chromium.ts"

pagesOfTests()

/** The section's link and commands, for the server at `url`, with the placeholders filled in. */
const pageOf = async (url: string) => {
  const text = await readFile(new URL("../../../../docs/oauth2.md", import.meta.url), "utf8")
  const section = text.split("\n### ").find((part) => part.startsWith("From an authorize link to an edited permission"))
  const { host } = new URL(url)
  const local = (section ?? "")
    .replaceAll("127.0.0.1:6780", host)
    .replaceAll("127.0.0.1%3A6780", encodeURIComponent(host))
  const [link = ""] = /^http\S+$/m.exec(local) ?? []
  const commands = [...local.matchAll(/^curl (?:.*\\\n)*.*$/gm)].map(([command]) => command)
  /** What the n-th command prints. */
  const run = async (index: number, filled: Readonly<Record<string, string>> = {}) => {
    const filledIn = Object.entries(filled).reduce(
      (text, [name, value]) => text.replaceAll(name, value),
      commands[index] ?? ""
    )
    return JSON.parse((await promisify(execFile)("sh", ["-c", filledIn])).stdout)
  }
  return { link, run, count: commands.length }
}

describe("docs/oauth2.md", () => {
  it("leads from an authorize link to an edited permission", async () => {
    const demo = await startProgram({ storage: "memory" })
    const walk = await pageOf(demo.ready.url)
    expect(walk.count).toBe(5)
    await register(demo)
    // The banner comes after the ready file.
    await vi.waitFor(() => expect(demo.output()).toContain(` ${walk.link}\n`), { timeout: 60_000 })
    const { page, complaints } = await visit(walk.link, "Alice")
    await page.getByRole("button", { name: "Authorize" }).click()
    const CODE = (await page.locator("pre").first().textContent()) ?? ""
    const { access_token: ACCESS_TOKEN } = await walk.run(0, { CODE })
    const [{ id: COMMAND_ID }] = await walk.run(1)
    expect(await walk.run(2, { COMMAND_ID, ACCESS_TOKEN })).toMatchObject({ id: COMMAND_ID })
    expect(await walk.run(3)).toMatchObject({ reason: "permission" })
    expect(await walk.run(4)).toEqual({ location: expect.stringMatching(/\?code=\w{30}/) })
    expect(complaints).toEqual([])
    expect(await demo.stop()).toBe(0)
  })

  it("is not needed for the exchange: the page says how", async () => {
    const demo = await startServer({ storage: "memory" })
    const { page } = await visit((await pageOf(demo.ready.url)).link, "Alice")
    await page.getByRole("button", { name: "Authorize" }).click()
    const shown = (await page.locator("pre").last().textContent()) ?? ""
    const command = shown.replace("APPLICATION_ID:CLIENT_SECRET", "100000000000000001:pet-shop-secret")
    const { stdout } = await promisify(execFile)("sh", ["-c", command])
    expect(JSON.parse(stdout)).toMatchObject({ token_type: "Bearer" })
    expect(await demo.stop()).toBe(0)
  })
})

/** What the demo app would do, which `npm start` runs beside the server. */
const register = async ({ ready }: LiveServer) => {
  const options = ["animal", "name"].map((name) => ({ type: 3, name, description: name, required: true }))
  const response = await fetch(`${ready.rest_url}/v10/applications/100000000000000001/commands`, {
    method: "POST",
    headers: { authorization: "Bot pet-shop-bot-token", "content-type": "application/json" },
    body: JSON.stringify({ name: "adopt", description: "Adopt", options })
  })
  expect(response.status).toBe(201)
}
