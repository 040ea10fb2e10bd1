/** Every view of the inspector by its address, in both themes, and what a click changes there. */
import { beforeAll, describe, expect, it } from "vitest"
import { pagesOfTests } from "../browser/Chromium.ts"
import { ALICE, BOB, CAROL, control, GENERAL, HARBOUR, openConsole, violations } from "./ConsolePage.ts"
import { demoServer } from "./DemoServer.ts"

pagesOfTests()

const STAFF = "200000000000000022"

const address = demoServer()
let url: string

beforeAll(async () => {
  url = address()
  // Something to look at in each view.
  const used = await control(url, "POST", `/users/${ALICE}/channels/${GENERAL}/interactions`, {
    text: "/adopt animal:Dog name:Log"
  })
  expect(used.status).toBeLessThan(300)
  const planned = await control(url, "POST", "/faults", {
    match: { surface: "rest", path: "/never-asked" },
    status: 500
  })
  expect(planned.status).toBeLessThan(300)
})

const VIEWS: ReadonlyArray<readonly [id: string, name: string]> = [
  ["interactions", "Uses"],
  ["events", "Events"],
  ["rest", "REST"],
  ["gateway", "Gateway"],
  ["webhooks", "Webhooks"],
  ["permissions", "Permissions"],
  ["world", "World"],
  ["clock", "Clock"],
  ["faults", "Faults"],
  ["limits", "Limits"],
  ["grants", "Grants"],
  ["lobbies", "Lobbies"]
]

describe("the inspector", () => {
  it("has an address for every view and every use, which axe finds nothing wrong with in dark and light", async () => {
    const { body } = await control(url, "GET", "/interactions?limit=1")
    const [{ id }] = body.interactions
    const { page, shot, complaints } = await openConsole(url)
    const inspector = page.getByRole("complementary", { name: "Inspector" })
    for (const [view, name] of [...VIEWS, [`interaction/${id}`, "Uses"] as const]) {
      await page.goto(`${url}/#/u/${ALICE}/${HARBOUR}/${GENERAL}/i/${view}`)
      await inspector.getByRole("heading", { level: 2, name, exact: true }).waitFor()
      await inspector.getByText("Loading …").waitFor({ state: "hidden" })
      for (const colorScheme of ["dark", "light"] as const) {
        await page.emulateMedia({ colorScheme })
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
        expect(await violations(page, "aside[aria-label=Inspector]"), `${view}, ${colorScheme}`).toEqual([])
        await shot(`inspector-${view.split("/")[0]}-${colorScheme}`)
      }
    }
    await expect.poll(() => inspector.textContent()).toMatch(/Sent to the app/)
    expect(complaints).toEqual([])
  })

  it("shows frames of voice connections among those of the gateway", async () => {
    const { page, complaints } = await openConsole(url)
    const inspector = page.getByRole("complementary", { name: "Inspector" })
    await page.goto(`${url}/#/u/${ALICE}/${HARBOUR}/${GENERAL}/i/gateway`)
    await inspector.getByText("No frame has gone over the gateway").waitFor()
    const frames = () => inspector.getByRole("listbox", { name: "Frames" }).getByRole("option").allInnerTexts()
    const connect = () => {
      const socket = new WebSocket(`${url.replace("http", "ws")}/voice?v=8`)
      socket.onopen = () => socket.send(JSON.stringify({ op: 3, d: { t: 1, seq_ack: 0 } }))
      socket.onmessage = () => socket.close()
    }
    // Frames count from when the stream is open.
    await expect
      .poll(async () => {
        connect()
        return (await frames()).join()
      })
      .toMatch(/voice HELLO/)
    await expect.poll(async () => (await frames()).join()).toMatch(/voice HEARTBEAT/)
    await inspector.getByRole("button", { name: "voice", exact: true }).click()
    await expect.poll(async () => (await frames()).every((line) => line.includes("voice"))).toBe(true)
    expect(complaints).toEqual([])
  })

  it("denies one person a command by a click, and gives it back by another", async () => {
    const { page, pane, composer, shot } = await openConsole(url, { user_id: BOB })
    const rows = async () => (await pane().getByRole("option").allInnerTexts()).join()
    await composer().click()
    await page.keyboard.type("/")
    await expect.poll(rows).toContain("/vet")
    const { body } = await control(url, "GET", `/users/${BOB}/channels/${GENERAL}/commands?query=vet`)
    const [{ id, application_id }] = body.commands
    const editor = await openConsole(url, { user_id: ALICE }, { locale: "en-GB" })
    await editor.page.goto(`${url}/#/u/${ALICE}/${HARBOUR}/${GENERAL}/i/permissions/${HARBOUR}/${application_id}/${id}`)
    const inspector = editor.page.getByRole("complementary", { name: "Inspector" })
    await inspector.getByRole("heading", { level: 3, name: "/vet" }).waitFor()
    await inspector.getByRole("button", { name: /Add a role or a member/ }).click()
    await editor.page.getByRole("option", { name: /Bob/ }).click()
    await inspector.getByRole("button", { name: "Deny Bob" }).click()
    await expect.poll(rows).not.toContain("/vet")
    await editor.shot("permission-editor")
    await pane().getByText("Show hidden").click()
    await pane().getByRole("option", { name: /vet/ }).hover()
    await expect.poll(() => pane().textContent()).toMatch(/denied|overwrite|permission/i)
    await shot("journey-hidden")
    expect(await rows()).toMatch(/\/vet[^/]*hidden/)
    await inspector.getByRole("button", { name: "Remove the overwrite of Bob" }).click()
    const isOpen = async () =>
      (await pane().getByRole("option").allInnerTexts()).some((row) => row.includes("/vet") && !row.includes("hidden"))
    await expect.poll(isOpen).toBe(true)
    expect(editor.complaints).toEqual([])
  })

  it("lets one person into a channel by a form, and the channel is there at once", async () => {
    const carol = await openConsole(url, { user_id: CAROL })
    const rooms = () => carol.page.getByRole("navigation", { name: "Channels" }).getByRole("button").allInnerTexts()
    await expect.poll(rooms).toContain("general")
    expect(await rooms()).not.toContain("staff")
    const editor = await openConsole(url, { user_id: ALICE }, { locale: "en-GB" })
    await editor.page.goto(`${url}/#/u/${ALICE}/${HARBOUR}/${GENERAL}/i/world/channel/${HARBOUR}/${STAFF}`)
    const inspector = editor.page.getByRole("complementary", { name: "Inspector" })
    await inspector.getByRole("button", { name: /Add a role or a member/ }).click()
    await editor.page.getByRole("option", { name: /Carol/ }).click()
    const carols = inspector.getByRole("group", { name: "Carol" })
    await carols.getByText("Allows: none").click()
    await carols.getByRole("checkbox", { name: "View channel" }).click({ force: true })
    await editor.shot("channel-overwrites")
    await inspector.getByRole("button", { name: "Save" }).click()
    await expect.poll(rooms).toContain("staff")
    expect([...carol.complaints, ...editor.complaints]).toEqual([])
  })
})
