/** The page of authorization in a real Chromium, against a live server. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type LiveServer, startServer } from "../LiveServer.ts"
import { ALICE, APP, BOB, GUILD, OTHER_APP, world } from "../World.ts"
import { open, pagesOfTests, visit } from "./Chromium.ts"
import { type Listener, listen } from "./Listener.ts"

const QUAY = "200000000000000003"
const LONG = "W".repeat(32)
const town = {
  ...world,
  users: [...world.users, { id: "300000000000000099", username: LONG.toLowerCase(), global_name: LONG }],
  applications: world.applications.map((application) => ({
    ...application,
    redirect_uris: ["http://127.0.0.1/callback", "http://127.0.0.1/onward"]
  })),
  guilds: [...world.guilds, { id: QUAY, name: "Quay", owner_id: BOB, members: [{ user_id: ALICE }] }]
}

let server: LiveServer
let app: Listener
let elsewhere: Listener

beforeAll(async () => {
  server = await startServer({ storage: "memory", world: town })
  elsewhere = await listen()
  app = await listen({
    "/onward": (response) => {
      response.writeHead(302, { location: `${elsewhere.url.replace("127.0.0.1", "localhost")}/landed` }).end()
    }
  })
})
afterAll(async () => {
  await app.close()
  await elsewhere.close()
  expect(await server.stop()).toBe(0)
})

pagesOfTests()

const link = (changes: Readonly<Record<string, string>>, clientId = APP) =>
  `${server.ready.url}/oauth2/authorize?${new URLSearchParams({ client_id: clientId, ...changes })}`

const code = (changes: Readonly<Record<string, string>> = {}) =>
  link({ response_type: "code", scope: "identify", redirect_uri: `${app.url}/callback`, ...changes })

const queryOf = (path: string | undefined) => Object.fromEntries(new URL(path ?? "", "http://app").searchParams)

describe("the page of authorization", () => {
  it("signs in, lets choose a guild and permissions, and sends the code to the application", async () => {
    const asked = code({ scope: "bot identify", permissions: "2050", state: "s t" })
    const { page, complaints } = await visit(asked, "Alice")
    const guilds = page.getByLabel("Add to server")
    expect(await guilds.getByRole("option").allTextContents()).toEqual(
      expect.arrayContaining(["Choose a server", "Harbour", "Quay (you may not manage this server)"])
    )
    expect(await guilds.getByRole("option", { name: "Quay" }).isDisabled()).toBe(true)
    await guilds.selectOption({ label: "Harbour" })
    await page.getByLabel("Kick members").uncheck()
    await page.getByRole("button", { name: "Authorize" }).click()
    await page.waitForURL(`${app.url}/**`)
    expect(queryOf(app.asked.at(-1))).toEqual({
      code: expect.stringMatching(/^\w{30}$/),
      state: "s t",
      guild_id: GUILD,
      permissions: "2048",
      iss: server.ready.url
    })
    expect(complaints).toEqual([])
  })

  it("wants a guild to be chosen before it goes on", async () => {
    const { page, visited } = await visit(link({ scope: "bot" }, OTHER_APP), "Bob")
    const before = visited.length
    await page.getByRole("button", { name: "Authorize" }).click()
    expect(await page.getByLabel("Add to server").evaluate((select) => select.matches(":invalid"))).toBe(true)
    expect(visited).toHaveLength(before)
  })

  it("sends a person who declines back with access_denied", async () => {
    const { page, complaints } = await visit(code(), "Bob")
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.waitForURL(`${app.url}/**`)
    expect(queryOf(app.asked.at(-1))).toMatchObject({ error: "access_denied" })
    expect(complaints).toEqual([])
  })

  it("can be used with the keyboard alone", async () => {
    const { page, complaints } = await visit(code({ scope: "bot identify", permissions: "2" }))
    const focused = () => page.locator(":focus").textContent()
    await page.keyboard.press("Tab")
    expect(await focused()).toContain("Alice")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "wants access" }).waitFor()
    await page.keyboard.press("Tab")
    expect(await focused()).toBe("Not you?")
    await page.keyboard.press("Tab")
    await page.keyboard.type("Harb")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await page.keyboard.press("Tab")
    expect(await focused()).toBe("Authorize")
    await page.keyboard.press("Enter")
    await page.waitForURL(`${app.url}/**`)
    expect(queryOf(app.asked.at(-1))).toMatchObject({ guild_id: GUILD, permissions: "0" })
    expect(complaints).toEqual([])
  })

  it.each([`discord-${APP}`, "petshop"])("opens the app that has the scheme %s", async (scheme) => {
    const uri = `${scheme}:/authorize/callback`
    const { page, visited, complaints } = await visit(code({ redirect_uri: uri, state: "s" }), "Alice")
    const opened = page.waitForRequest((request) => request.url().startsWith(uri))
    await page.getByRole("button", { name: "Authorize" }).click()
    expect(queryOf((await opened).url())).toMatchObject({ code: expect.stringMatching(/^\w{30}$/), state: "s" })
    expect(visited.at(-1)).toContain(uri)
    expect(complaints).toEqual([])
  })

  it("lets the application's address lead on to another origin", async () => {
    const { page, complaints } = await visit(code({ redirect_uri: `${app.url}/onward` }), "Alice")
    await page.getByRole("button", { name: "Authorize" }).click()
    await page.waitForURL("http://localhost:*/landed")
    expect(complaints).toEqual([])
  })

  it.each(["127.0.0.1", "localhost"])("installs without leaving the server, by its name %s", async (host) => {
    const asked = link({ scope: "applications.commands", guild_id: GUILD }).replace("127.0.0.1", host)
    const { page, complaints } = await visit(asked, "Alice")
    await page.getByRole("button", { name: "Authorize" }).click()
    await page.getByRole("heading", { name: "Authorized" }).waitFor()
    expect(new URL(page.url()).hostname).toBe(host)
    expect(complaints).toEqual([])
  })

  it("lets somebody else sit down", async () => {
    const { page, complaints } = await visit(code(), "Alice")
    await page.getByRole("button", { name: "Not you?" }).click()
    await page.getByRole("button", { name: "Bob" }).click()
    expect(await page.getByText("Signed in as").textContent()).toContain("Bob")
    expect(complaints).toEqual([])
  })

  it("has landmarks, a heading and a name for everything that can be used", async () => {
    const { page } = await visit(code({ scope: "bot", permissions: "2" }), "Alice")
    const tree = await page.locator("body").ariaSnapshot()
    for (const line of [
      "- banner: Backlot",
      "- main:",
      '- heading "Pet Shop wants access to your account" [level=1]',
      '- list "This will let it":',
      '- combobox "Add to server":',
      '- group "Permissions of its bot":',
      '- checkbox "Kick members" [checked]',
      '- button "Authorize"',
      '- button "Cancel"',
      "- contentinfo:"
    ]) {
      expect(tree).toContain(line)
    }
  })

  it.each(["light", "dark"] as const)(
    "is %s where the person wants it, and fits a narrow screen",
    async (colorScheme) => {
      const { page } = await open({ colorScheme, viewport: { width: 320, height: 640 } })
      await page.goto(code({ scope: "bot identify", permissions: "1099511627775" }))
      // As text: this project knows the types of Node, and none of browsers.
      const ground = await page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
      const overflow = () => page.evaluate("document.documentElement.scrollWidth - innerWidth")
      expect(ground).toBe(colorScheme === "light" ? "rgb(236, 238, 244)" : "rgb(20, 22, 29)")
      expect(await overflow()).toBe(0)
      await page.getByRole("button", { name: "Alice" }).click()
      expect(await overflow()).toBe(0)
      await page.getByRole("button", { name: "Not you?" }).click()
      await page.getByRole("button", { name: LONG }).click()
      expect(await overflow()).toBe(0)
    }
  )
})

describe("a page of another site", () => {
  it.each(["127.0.0.1", "localhost"])("on %s cannot consent in a person's name", async (host) => {
    const asked = code({ scope: "identify email" })
    const { page } = await visit(asked, "Alice")
    const nonce = await page.locator("[name=nonce]").getAttribute("value")
    const evil = await listen({
      "/evil": `<form method="post" action="${asked.replaceAll("&", "&amp;")}"><input name="nonce" value="${nonce}"><button name="authorize" value="true">Win</button></form>`
    })
    const before = app.asked.length
    await page.goto(`${evil.url.replace("127.0.0.1", host)}/evil`)
    await page.getByRole("button", { name: "Win" }).click()
    await page.getByRole("heading", { name: "Nothing happened" }).waitFor()
    expect(app.asked).toHaveLength(before)
    await evil.close()
  })

  it("cannot show the page inside its own", async () => {
    const evil = await listen({ "/evil": `<iframe src="${code().replaceAll("&", "&amp;")}"></iframe>` })
    const { page } = await open()
    const refused = page.waitForEvent("console", (message) => message.text().includes("frame"))
    await page.goto(`${evil.url}/evil`)
    expect((await refused).text()).toMatch(/frame-ancestors|X-Frame-Options/)
    await evil.close()
  })
})
