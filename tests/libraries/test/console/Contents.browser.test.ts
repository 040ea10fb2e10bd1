/** What the views of the inspector show of the moment, changed by a click; the frame of an Activity; panes after a reload. */
import { Client, GatewayIntentBits } from "discord.js"
import { describe, expect, it, onTestFinished } from "vitest"
import { pagesOfTests } from "../browser/Chromium.ts"
import { listen } from "../browser/Listener.ts"
import { startProgram, startServer } from "../LiveServer.ts"
import { ACTIVITY_APP, ALICE, APP, activityWorld, BOB, BOT, GENERAL, GUILD } from "../World.ts"
import { control, openConsole } from "./ConsolePage.ts"

pagesOfTests()

const JSON_BODY = { "content-type": "application/json" }
const REDIRECT = "http://127.0.0.1:4000/callback"

const LIMITED = "/applications/{application_id}/commands"

/** A server whose Pet Shop gets event webhooks, and what it got. */
const served = async (frozen = true) => {
  // Nothing answers with the 204 that a delivered event needs, but the first.
  const hook = await listen({ "/hook": (response) => void response.writeHead(204).end() })
  const world = {
    ...activityWorld,
    applications: activityWorld.applications.map((application) =>
      application.id === APP
        ? {
            ...application,
            redirect_uris: [REDIRECT],
            event_webhooks_url: `${hook.url}/hook`,
            event_webhooks_status: 2,
            event_webhooks_types: ["APPLICATION_AUTHORIZED"]
          }
        : application
    ),
    rate_limits: {
      ...activityWorld.rate_limits,
      [APP]: { per_second: 1_200, buckets: [{ method: "GET", path: LIMITED, limit: 5, window_seconds: 60 }] }
    },
    guilds: activityWorld.guilds.map((guild) =>
      guild.id === GUILD
        ? { ...guild, installs: [...(guild.installs ?? []), { application_id: ACTIVITY_APP, scopes: ["bot"] }] }
        : guild
    )
  }
  const server = await startServer({ storage: "memory", world, ...(frozen ? {} : { args: ["--clock", "real"] }) })
  onTestFinished(async () => {
    await server.stop()
    await hook.close()
  })
  return { ...server.ready, hook }
}

const inspecting = async (url: string, view: string) => {
  const shown = await openConsole(url)
  await shown.page.goto(`${url}/#/u/${ALICE}/${GUILD}/${GENERAL}/i/${view}`)
  return { ...shown, inspector: shown.page.getByRole("complementary", { name: "Inspector" }) }
}

const authorize = (url: string, user_id: string) =>
  fetch(
    `${url}/api/oauth2/authorize?client_id=${APP}&response_type=token&scope=identify+guilds&redirect_uri=${encodeURIComponent(REDIRECT)}`,
    { method: "POST", headers: JSON_BODY, body: JSON.stringify({ user_id, authorize: true }) }
  )

describe("the inspector", () => {
  it("shows an authorization when it is given, the webhook it sent, and its end when the clock moves", async () => {
    const { url } = await served()
    const { page, inspector, complaints } = await inspecting(url, "grants")
    const card = inspector.getByRole("article").filter({ hasText: "Alice" })
    await inspector.getByRole("heading", { name: /authorizations/ }).waitFor()
    expect(await card.count()).toBe(0)
    expect((await authorize(url, ALICE)).status).toBe(200)
    await expect.poll(() => card.textContent()).toMatch(/Alice → Pet Shop.*guilds.*bearer token, 2 scopes.*left/)
    await page.goto(`${url}/#/u/${ALICE}/${GUILD}/${GENERAL}/i/webhooks`)
    await expect.poll(() => inspector.getByRole("listbox").textContent()).toMatch(/webhook_event\.delivered|delivered/)
    await page.goto(`${url}/#/u/${ALICE}/${GUILD}/${GENERAL}/i/grants`)
    expect((await control(url, "POST", "/clock", { advance_ms: 8 * 86_400_000 })).status).toBeLessThan(300)
    await expect.poll(() => card.count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it("connects a member to a lobby by a click, which its idle time then waits for", async () => {
    const { url } = await served()
    const { inspector, complaints } = await inspecting(url, "lobbies")
    const made = await fetch(`${url}/api/v10/lobbies`, {
      method: "POST",
      headers: { ...JSON_BODY, authorization: BOT },
      body: JSON.stringify({ metadata: { map: "dock" }, members: [{ id: ALICE }, { id: BOB, flags: 1 }] })
    })
    expect(made.status).toBe(201)
    const card = inspector.getByRole("article")
    await expect.poll(() => card.textContent()).toMatch(/Pet Shop.*ends in .*the application.*dock.*Bob.*may link/s)
    await card.getByRole("button", { name: "Connect Bob" }).click()
    await expect.poll(() => card.textContent()).toMatch(/in use/)
    await card.getByRole("button", { name: "Disconnect Bob" }).click()
    await expect.poll(() => card.textContent()).toMatch(/ends in/)
    expect(complaints).toEqual([])
  })

  it("counts the requests of a bot in its windows, as they come", async () => {
    const { url } = await served(false)
    const { inspector, complaints } = await inspecting(url, "limits")
    await inspector.getByText("No window has begun").waitFor()
    const ask = () => fetch(`${url}/api/v10/applications/${APP}/commands`, { headers: { authorization: BOT } })
    expect((await ask()).status).toBe(200)
    const row = inspector.locator("div").filter({ hasText: /^GET \/applications/ })
    await expect.poll(() => row.first().textContent()).toMatch(/1 of \d+.*Pet Shop.*ends in/)
    expect((await ask()).status).toBe(200)
    await expect.poll(() => row.first().textContent()).toMatch(/2 of \d+/)
    expect(complaints).toEqual([])
  })

  it("shows the session of a bot, and disconnects it alone; the bot comes back", async () => {
    const { url, rest_url } = await served()
    const bots = await Promise.all(
      ["pet-shop-bot-token", "playground-bot-token"].map(async (token) => {
        const client = new Client({
          intents: [GatewayIntentBits.Guilds],
          rest: { api: rest_url.replace(/\/v10$/, "") }
        })
        await client.login(token)
        onTestFinished(() => client.destroy())
        return client
      })
    )
    const { inspector, complaints, shot } = await inspecting(url, "gateway")
    const cards = inspector.getByRole("article")
    await expect.poll(() => cards.count()).toBe(2)
    const id = async (name: string) => cards.filter({ hasText: name }).locator("code").first().textContent()
    const [mine, others] = [await id("Pet Shop"), await id("Playground")]
    await cards.filter({ hasText: "Pet Shop" }).getByRole("button", { name: "Disconnect this session" }).click()
    // It resumes the same session.
    await expect.poll(() => inspector.getByRole("listbox", { name: "Frames" }).textContent()).toMatch(/RESUMED|RESUME/)
    await shot("inspector-disconnected")
    expect(await Promise.all([id("Pet Shop"), id("Playground")])).toEqual([mine, others])
    expect(bots.every((client) => client.isReady())).toBe(true)
    expect(complaints).toEqual([])
  })
})

describe("an Activity", () => {
  it("is launched by its entry point and runs in a frame, with who else is there", async () => {
    const { url } = await served()
    const page = `<!doctype html><title>Chess</title><h1>Chess</h1><script>
      document.body.append(new URLSearchParams(location.search).get("channel_id"))
    </script>`
    const activity = await listen({ "/": page })
    onTestFinished(() => activity.close())
    const shown = await openConsole(url)
    await shown.pane().getByRole("button", { name: "Activities" }).click()
    await shown.page.getByRole("option", { name: /Playground/ }).click()
    const launched = shown.page.getByRole("region", { name: "Activity Playground" })
    await expect.poll(() => launched.textContent()).toMatch(/with Alice, instance /)
    await launched.getByRole("textbox").fill("http://192.0.2.1/")
    await launched.getByRole("button", { name: "Open" }).click()
    await launched.getByText("Only pages at http://127.0.0.1").waitFor()
    await launched.getByRole("textbox").fill(`${activity.url}/`)
    await launched.getByRole("button", { name: "Open" }).click()
    await expect
      .poll(() => shown.page.frameLocator("iframe[title=Playground]").locator("body").textContent())
      .toContain(`Chess`)
    expect(await shown.page.frameLocator("iframe[title=Playground]").locator("body").textContent()).toContain(GENERAL)
    expect(activity.asked[0]).toMatch(/^\/\?instance_id=[^&]+&.*platform=desktop/)
    await shown.shot("activity")
    expect(shown.complaints).toEqual([])
  })
})

describe("the panes", () => {
  it("keep their sizes and their people over a reload", async () => {
    const { url } = await served()
    const { page } = await openConsole(url)
    await page.keyboard.press("Alt+Shift+N")
    const panes = page.locator("section[data-pane]")
    await expect.poll(() => panes.count()).toBe(2)
    await panes
      .last()
      .getByRole("button", { name: /^You are/ })
      .click()
    await page.getByRole("menuitemradio", { name: "Bob" }).click()
    const widths = async () =>
      Promise.all((await panes.all()).map(async (pane) => (await pane.boundingBox())?.width ?? 0))
    const [before = 0] = await widths()
    await page.locator("[data-separator]").first().focus()
    for (let at = 0; at < 3; at++) await page.keyboard.press("ArrowLeft")
    await expect.poll(async () => (await widths())[0]).toBeLessThan(before - 40)
    const [left = 0, right = 0] = await widths()
    await page.reload()
    await expect.poll(() => panes.count()).toBe(2)
    await expect.poll(async () => Math.abs(((await widths())[0] ?? 0) - left)).toBeLessThan(3)
    expect(Math.abs(((await widths())[1] ?? 0) - right)).toBeLessThan(3)
    expect(
      await panes
        .last()
        .getByRole("button", { name: /^You are/ })
        .textContent()
    ).toMatch(/Bob/)
  })
})

describe("a connection that was lost", () => {
  it("misses none of hundreds of events, and shows none twice", async () => {
    let server = await startProgram({ storage: "file" })
    const shown = await openConsole(server.ready.url)
    await shown.say("first")
    await expect.poll(() => shown.texts()).toHaveLength(1)
    server = await server.restart("SIGTERM", "same port")
    onTestFinished(async () => void (await server.stop()))
    const { url } = server.ready
    for (let at = 0; at < 400; at += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, more) =>
          control(url, "POST", `/users/${BOB}/channels/${GENERAL}/messages`, { content: `number ${at + more};` })
        )
      )
    const numbers = async () => (await shown.texts()).map((text) => Number(/number (\d+);/.exec(text)?.[1]))
    await control(url, "POST", `/users/${BOB}/channels/${GENERAL}/messages`, { content: "number 400;" })
    await expect.poll(async () => (await numbers()).at(-1)).toBe(400)
    // Everything, from the newest to the oldest.
    const seen = new Set<number>()
    await expect
      .poll(
        async () => {
          const onScreen = await numbers()
          expect(new Set(onScreen).size).toBe(onScreen.length)
          for (const number of onScreen) if (!Number.isNaN(number)) seen.add(number)
          await shown.page.evaluate("document.querySelector('[role=log]').scrollTop -= 300")
          return seen.size
        },
        { timeout: 60_000, interval: 30 }
      )
      .toBe(401)
  })
})
