/** A developer's first hour with the demo app in the console, by mouse and keyboard, in a real Chromium. */
import { beforeAll, describe, expect, it } from "vitest"
import { pagesOfTests } from "../browser/Chromium.ts"
import { BOB, control, openConsole, pick } from "./ConsolePage.ts"
import { demoServer } from "./DemoServer.ts"

pagesOfTests()

/** A server with the demo app, whose commands are there. The tests use different pets and people, and leave the world as it was. */
const address = demoServer()
let url: string

beforeAll(() => {
  url = address()
})

describe("with the demo app", () => {
  it("a command is picked, completed, filled and used, its deferred answer comes, and the trace shows what was signed", async () => {
    const shown = await openConsole(url)
    const { page, pane, texts, shot, complaints } = shown
    await pick(shown, "/adopt")
    await pane().getByRole("option", { name: "Cat" }).waitFor()
    await shot("journey-autocomplete")
    // Faster than the app answers: what is on the screen is meant.
    await page.keyboard.type("do")
    await page.keyboard.press("Enter")
    await pane().getByRole("option", { name: "Dog" }).waitFor({ state: "hidden" })
    // The next required option has the focus.
    await page.keyboard.type("Rex")
    await page.keyboard.press("Enter")
    await expect.poll(async () => (await texts()).join()).toContain("the dog has found a home with")
    await shown.say("/vet pet:Rex reason:Check-up")
    await expect.poll(async () => (await texts()).join()).toContain("was at the vet (check-up) and is well")
    await shot("journey-answered")
    await page.keyboard.press("Control+I")
    const inspector = page.getByRole("complementary", { name: "Inspector" })
    await inspector.getByText("/vet").first().click()
    await inspector.getByText(/Sent to the app/).click()
    await expect.poll(() => inspector.textContent()).toMatch(/x-signature-ed25519/i)
    await shot("journey-trace")
    expect(complaints).toEqual([])
  })

  it("buttons, a select and a modal do what the app made them for, and ephemeral answers are seen by one person", async () => {
    const shown = await openConsole(url)
    const bobs = await openConsole(url, { user_id: BOB }, { locale: "en-GB" })
    const { page, pane, texts, say } = shown
    await say("/adopt animal:Cat name:Tom")
    await expect.poll(async () => (await texts()).join()).toContain("Tom the cat has found a home")
    await pick(shown, "/pets list")
    // A command without required options is filled in already.
    await pane().getByPlaceholder("Enter uses it").waitFor()
    await page.keyboard.press("Enter")
    await pane()
      .getByRole("button", { name: /Stroke one of them/ })
      .click()
    await page.getByRole("option", { name: /Tom/ }).click()
    await page.keyboard.press("Escape")
    await expect.poll(async () => (await texts()).join()).toContain("You stroked Tom.")
    await say("/pets release name:Tom")
    await pane().getByRole("button", { name: "Keep" }).click()
    await expect.poll(async () => (await texts()).join()).toContain("Tom stays with you.")
    // Bob sees the adoption, and nothing that was whispered to Alice.
    await expect.poll(async () => (await bobs.texts()).join()).toContain("Tom the cat has found a home")
    expect((await bobs.texts()).join()).not.toMatch(/stroked|stays with you/)
    // The message command asks by a modal.
    const adopted = pane().getByRole("article").filter({ hasText: "Tom the cat has found a home" })
    await adopted.click({ button: "right" })
    await page.getByRole("menuitem", { name: "Apps" }).click()
    await page.getByRole("menuitem", { name: /Praise/ }).click()
    const dialog = page.getByRole("dialog")
    await dialog.waitFor()
    await shown.shot("journey-modal")
    expect([...shown.complaints, ...bobs.complaints]).toEqual([])
  })

  it("a role that is taken from a moderator by a click takes its command with it", async () => {
    const shown = await openConsole(url, { user_id: BOB })
    const { page, pane, composer, shot } = shown
    const rows = async () => (await pane().getByRole("option").allInnerTexts()).join()
    await page.getByRole("complementary", { name: "Members" }).getByRole("button", { name: /Bobby/ }).click()
    await page.getByRole("button", { name: "Roles and settings" }).click()
    const moderator = page
      .getByRole("complementary", { name: "Inspector" })
      .getByRole("checkbox", { name: "Moderator" })
    await moderator.waitFor()
    await composer().click()
    await page.keyboard.type("/")
    await expect.poll(rows).toContain("/announce")
    await shot("journey-role")
    await moderator.click({ force: true })
    await composer().click()
    await expect.poll(rows).not.toContain("/announce")
    expect(await rows()).toContain("/vet")
    await moderator.click({ force: true })
    await composer().click()
    await expect.poll(rows).toContain("/announce")
    // Carol was never a moderator: the picker says what she lacks.
    await page
      .getByRole("button", { name: /^You are/ })
      .first()
      .click()
    await page.getByRole("menuitemradio", { name: "Carol" }).click()
    await composer().click()
    await page.keyboard.type("/ann")
    await pane().getByText("Show hidden").click()
    await pane()
      .getByRole("option", { name: /announce/ })
      .hover()
    await pane()
      .getByText(/lacks MANAGE_MESSAGES/)
      .waitFor()
  })

  it("the clock is advanced by a click, and an answer's token ends with it", async () => {
    const shown = await openConsole(url)
    const { page, say, texts } = shown
    await say("/adopt animal:Duck name:Ida")
    await expect.poll(async () => (await texts()).join()).toContain("Ida the duck")
    const { body } = await control(url, "GET", "/interactions?limit=1")
    await page.getByRole("button", { name: /Real time/ }).click()
    const inspector = page.getByRole("complementary", { name: "Inspector" })
    await inspector.getByText("the token of the interaction ends").first().waitFor()
    await shown.shot("journey-clock")
    await inspector.getByRole("button", { name: /15 min/ }).click()
    await expect.poll(() => inspector.getByText("the token of the interaction ends").count()).toBe(0)
    expect(body.interactions).toHaveLength(1)
  })
})
