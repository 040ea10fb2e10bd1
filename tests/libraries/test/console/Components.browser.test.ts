/** What an app can put on the screen: components of both generations, a poll, files, and a modal with every field. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pagesOfTests } from "../browser/Chromium.ts"
import { type EndpointApp, startEndpoint } from "../EndpointApp.ts"
import { type LiveServer, startServer } from "../LiveServer.ts"
import { type ConsolePage, control, GENERAL, HARBOUR, openConsole, violations } from "./ConsolePage.ts"

pagesOfTests()

let server: LiveServer
let app: EndpointApp

const rest = async (method: string, path: string, body: unknown) => {
  const response = await fetch(`${server.ready.rest_url}/v10${path}`, {
    method,
    headers: {
      authorization: `Bot ${server.ready.applications[0]?.bot_token}`,
      "content-type": "application/json"
    },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
}

const posts = (body: unknown) => rest("POST", `/channels/${GENERAL}/messages`, body)

beforeAll(async () => {
  server = await startServer({ storage: "memory" })
  const [application] = server.ready.applications
  app = await startEndpoint(application?.public_key ?? "")
  await rest("PUT", `/applications/${application?.id}/commands`, [{ name: "form", description: "Asks everything" }])
  await rest("PATCH", "/applications/@me", { interactions_endpoint_url: app.url })
  // Everyone may begin a poll.
  const { body } = await control(server.ready.url, "GET", "/world?parts=guilds")
  const { permissions } = body.guilds[0].roles.find(({ id }: { id: string }) => id === HARBOUR)
  const more = await control(server.ready.url, "PATCH", `/guilds/${HARBOUR}/roles/${HARBOUR}`, {
    permissions: String(BigInt(permissions) | SEND_POLLS)
  })
  expect(more.status).toBeLessThan(300)
})

afterAll(async () => {
  await server.stop()
  await app.stop()
})

const text = (content: string) => ({ type: 10, content })
const button = (custom_id: string, label: string) => ({ type: 2, style: 1, custom_id, label })
const choices = (...names: ReadonlyArray<string>) => names.map((value) => ({ label: value, value }))
const label = (name: string, component: object) => ({ type: 18, label: name, component })

const SEND_POLLS = 1n << 49n

/** Uses the command that asks by a modal. */
const asks = async ({ page, pane, say }: ConsolePage) => {
  await say("/form")
  await pane().getByPlaceholder("Enter uses it").waitFor()
  await page.keyboard.press("Enter")
}

/** Chooses in the list that a field opens. */
const chooses = async ({ page }: ConsolePage, field: RegExp, option: RegExp) => {
  const dialog = page.getByRole("dialog")
  await dialog
    .getByRole("button", { name: field })
    .or(dialog.getByRole("combobox", { name: field }))
    .first()
    .click()
  const row = page.getByRole("option", { name: option }).first()
  await row.click()
  // The list of a single choice closes by itself.
  await row.waitFor({ state: "hidden" })
}

describe("a modal", () => {
  const FORM = {
    type: 9,
    data: {
      custom_id: "form",
      title: "Tell us all",
      components: [
        text("Some **words** before"),
        label("Your name", { type: 4, custom_id: "name", style: 1, min_length: 2 }),
        label("Size", { type: 3, custom_id: "size", options: choices("small", "large") }),
        label("Way", { type: 21, custom_id: "way", options: choices("ship", "train") }),
        label("Extras", { type: 22, custom_id: "extras", options: choices("bag", "dog") })
      ]
    }
  }
  const MORE = {
    type: 9,
    data: {
      custom_id: "more",
      title: "And more",
      components: [
        label("Friend", { type: 5, custom_id: "friend" }),
        label("Room", { type: 8, custom_id: "room" }),
        label("Rank", { type: 6, custom_id: "rank" }),
        label("Agreed", { type: 23, custom_id: "agreed" }),
        label("Papers", { type: 19, custom_id: "papers", required: false })
      ]
    }
  }

  it("has every field, says what is missing, and gives the app what was filled in", async () => {
    app.handle = ({ type, data }) =>
      type === 2 ? { json: FORM } : { json: { type: 4, data: { content: `Got ${data.custom_id}` } } }
    const shown = await openConsole(server.ready.url)
    const { page, shot, texts } = shown
    await asks(shown)
    const dialog = page.getByRole("dialog", { name: "Tell us all" })
    await dialog.waitFor()
    await dialog.getByRole("button", { name: "Submit" }).click()
    await expect.poll(() => dialog.textContent()).toContain("This is required")
    expect(await violations(page, "[role=dialog]")).toEqual([])
    await dialog.getByRole("textbox", { name: /Your name/ }).fill("Alice")
    await chooses(shown, /Size/, /large/)
    await dialog.getByRole("radio", { name: "train" }).click({ force: true })
    await dialog.getByRole("checkbox", { name: "dog" }).click({ force: true })
    await shot("modal-fields")
    await dialog.getByRole("button", { name: "Submit" }).click()
    await expect.poll(async () => (await texts()).join()).toContain("Got form")
    expect(valuesOf(app.received.at(-1)?.interaction.data.components)).toEqual({
      ...{ name: "Alice", size: ["large"], way: "train", extras: ["dog"] }
    })
  })

  it("asks for people, rooms, ranks, consent and files", async () => {
    app.handle = ({ type, data }) =>
      type === 2 ? { json: MORE } : { json: { type: 4, data: { content: `Got ${data.custom_id}` } } }
    const shown = await openConsole(server.ready.url)
    const { page, shot, texts } = shown
    await asks(shown)
    const dialog = page.getByRole("dialog", { name: "And more" })
    await dialog.waitFor()
    await chooses(shown, /Friend/, /Bob/)
    await chooses(shown, /Room/, /general/)
    await chooses(shown, /Rank/, /Moderator/)
    await dialog.getByRole("checkbox", { name: /Agreed/ }).click({ force: true })
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "pass.txt", mimeType: "text/plain", buffer: Buffer.from("Alice") })
    await dialog.getByText("pass.txt").waitFor()
    expect(await violations(page, "[role=dialog]")).toEqual([])
    await shot("modal-more")
    await dialog.getByRole("button", { name: "Submit" }).click()
    await expect.poll(async () => (await texts()).join()).toContain("Got more")
    const { data } = app.received.at(-1)?.interaction ?? {}
    const values = valuesOf(data.components)
    expect(values).toMatchObject({
      friend: [expect.any(String)],
      room: [GENERAL],
      rank: [expect.any(String)],
      agreed: true
    })
    expect(Object.values(data.resolved.attachments)).toMatchObject([{ filename: "pass.txt", size: 5 }])
  })
})

/** By custom_id, in whichever layout it lies. */
const valuesOf = (components: ReadonlyArray<SubmittedPart> = []): Readonly<Record<string, unknown>> =>
  Object.assign(
    {},
    ...components.map(({ custom_id, value, values, component, components: inner }) => ({
      ...(custom_id === undefined ? {} : { [custom_id]: values ?? value }),
      ...valuesOf([...(component === undefined ? [] : [component]), ...(inner ?? [])])
    }))
  )

interface SubmittedPart {
  readonly custom_id?: string
  readonly value?: unknown
  readonly values?: unknown
  readonly component?: SubmittedPart
  readonly components?: ReadonlyArray<SubmittedPart>
}

describe("a message", () => {
  it("shows components of both generations, a poll and files, and its buttons and selects reach the app", async () => {
    await posts({
      content: "The old kind",
      components: [
        {
          type: 1,
          components: [button("yes", "Yes"), { type: 2, style: 5, label: "Read", url: "https://example.com/" }]
        },
        {
          type: 1,
          components: [{ type: 3, custom_id: "day", placeholder: "Which day?", options: choices("today", "tomorrow") }]
        }
      ]
    })
    await posts({
      flags: 1 << 15,
      components: [
        {
          type: 17,
          accent_color: 0xff8800,
          components: [
            text("# The new kind\nwith a list:\n- one\n- two"),
            { type: 14 },
            { type: 9, components: [text("Beside a button")], accessory: button("side", "Aside") }
          ]
        }
      ]
    })
    await posts({
      poll: {
        question: { text: "Which pet?" },
        answers: [{ poll_media: { text: "Dog" } }, { poll_media: { text: "Cat" } }],
        duration: 24
      }
    })
    app.handle = ({ data }) => ({
      json: { type: 4, data: { content: `Pressed ${data.custom_id} ${data.values ?? ""}` } }
    })
    const shown = await openConsole(server.ready.url)
    const { page, pane, texts, shot, complaints } = shown
    await pane().getByText("Which pet?").waitFor()
    const old = pane().getByRole("article").filter({ hasText: "The old kind" })
    await old.getByRole("button", { name: "Yes" }).click()
    await expect.poll(async () => (await texts()).join()).toContain("Pressed yes")
    await old.getByRole("button", { name: /Which day/ }).click()
    await page.getByRole("option", { name: "tomorrow" }).click()
    await page.keyboard.press("Escape")
    await expect.poll(async () => (await texts()).join()).toContain("Pressed day tomorrow")
    await pane().getByRole("button", { name: "Aside" }).click()
    await expect.poll(async () => (await texts()).join()).toContain("Pressed side")
    await pane()
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("milk") })
    await shown.say("Here is the list")
    await pane().getByRole("article").getByText("list.txt").waitFor()
    expect(await violations(page, "section[data-pane]")).toEqual([])
    await shot("message-kinds")
    expect(complaints).toEqual([])
  })
})
