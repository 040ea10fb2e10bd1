/** Each act of a person that the console has a place for, played by clicks, with what it changes in the world. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect, it, onTestFinished } from "vitest"
import { pagesOfTests } from "../browser/Chromium.ts"
import { startServer } from "../LiveServer.ts"
import { ALICE, APP, BOB, BOT, FOREIGN_GUILD, GENERAL, GUILD, MODERATOR, world } from "../World.ts"
import { control, openConsole, violations } from "./ConsolePage.ts"

pagesOfTests()

const [LOUNGE, STAGE, THREAD, QUAY] = [
  "200000000000000071",
  "200000000000000072",
  "200000000000000073",
  "200000000000000074"
]
const [REGATTA, SECOND_TIME, SKU] = ["860000000000000001", "860000000000000002", "870000000000000001"]

const served = async () => {
  const [harbour, elsewhere] = world.guilds
  const guilds = [
    {
      ...harbour,
      features: ["COMMUNITY"],
      roles: [{ id: MODERATOR, name: "Moderator", permissions: ["ADMINISTRATOR"], position: 1 }],
      members: [
        { user_id: ALICE, roles: [] },
        { user_id: BOB, roles: [MODERATOR], pending: true }
      ],
      channels: [
        { id: GENERAL, name: "general", type: 0 },
        { id: LOUNGE, name: "lounge", type: 2 },
        { id: STAGE, name: "podium", type: 13 },
        { id: THREAD, name: "Knots", type: 11, parent_id: GENERAL, owner_id: ALICE }
      ],
      rules_channel_id: GENERAL,
      public_updates_channel_id: GENERAL,
      scheduled_events: [
        {
          ...{ id: REGATTA, name: "Regatta", entity_type: 3, location: "The bay" },
          ...{ scheduled_start_time: "2030-01-06T10:00:00Z", scheduled_end_time: "2030-01-06T12:00:00Z" },
          recurrence_rule: { start: "2030-01-06T10:00:00Z", frequency: 2, interval: 1, by_weekday: [6] },
          exceptions: [{ event_exception_id: SECOND_TIME, scheduled_start_time: "2030-01-13T11:00:00Z" }]
        }
      ]
    },
    {
      ...elsewhere,
      features: ["MEMBER_VERIFICATION_GATE_ENABLED"],
      channels: [{ id: QUAY, name: "quay", type: 0 }],
      invites: [{ code: "AbCd1234", channel_id: QUAY }]
    }
  ]
  const applications = world.applications.map((one) =>
    one.id === APP ? { ...one, skus: [{ id: SKU, type: 5, name: "Gold", flags: 132 }] } : one
  )
  const server = await startServer({ storage: "memory", world: { ...world, applications, guilds } })
  onTestFinished(async () => void (await server.stop()))
  return server.ready.url
}

/** The operations of the control plane that a page asks for with success. */
const operationsOf = async (page: Page, url: string): Promise<ReadonlySet<string>> => {
  const done = new Set<string>()
  const { paths } = (await control(url, "GET", "/openapi.json")).body
  const routes = Object.entries<Record<string, { readonly operationId: string }>>(paths).map(([path, methods]) => ({
    pattern: new RegExp(`${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    methods
  }))
  page.on("response", (response) => {
    const { pathname } = new URL(response.url())
    const method = response.request().method().toLowerCase()
    const found = routes.find(({ pattern, methods }) => method in methods && pattern.test(pathname))?.methods[method]
    if (found !== undefined && response.ok()) done.add(found.operationId)
  })
  return done
}

/** The operations in the table of acts. */
const inTable = async (): Promise<ReadonlyArray<string>> => {
  const file = join(import.meta.dirname, "../../../../apps/console/src/act/Acts.ts")
  const found = [...(await readFile(file, "utf8")).matchAll(/\bcontrol\(\s*"(\w+)"/g)]
  return found.map(([, name = ""]) => name).sort()
}

const playing = async () => {
  const url = await served()
  const shown = await openConsole(url, { user_id: BOB, guild_id: GUILD, channel_id: GENERAL })
  const { page } = shown
  const form = page.getByRole("dialog")
  return {
    ...shown,
    url,
    form,
    at: async (user: string, guild: string, channel: string) => {
      await page.goto(`${url}/#/u/${user}/${guild}/${channel}`)
    },
    /** An entry of a menu. */
    menu: async (button: string, entry: string) => {
      await page.getByRole("button", { name: button, exact: true }).click()
      await page.getByRole("menuitem", { name: entry }).click()
    },
    choose: async (label: string, option: string | RegExp) => {
      await form.getByRole("button", { name: new RegExp(label) }).click()
      await page.getByRole("option", { name: option }).click()
    },
    /** Sends the form that is open, and waits until it is done. */
    send: async (name: string) => {
      await form.getByRole("button", { name, exact: true }).click()
      await form.waitFor({ state: "hidden" })
    },
    world: async (path: string) => (await control(url, "GET", path)).body
  }
}

type Playing = Awaited<ReturnType<typeof playing>>

const inGuild = async ({ menu, form, choose, send, world }: Playing) => {
  const member = () => world(`/guilds/${GUILD}/members/${BOB}`)
  await menu("Menu of Harbour", "Accept the rules")
  await expect.poll(async () => (await member()).pending ?? false).toBe(false)
  await menu("Menu of Harbour", "Edit nickname and profile")
  await form.getByRole("textbox", { name: "Nickname" }).fill("Bobby")
  await form.getByRole("textbox", { name: "About you" }).fill("Ties knots")
  await send("Save")
  expect(await member()).toMatchObject({ nick: "Bobby", bio: "Ties knots" })
  const invites = async () => (await world(`/guilds/${GUILD}`)).invites ?? []
  await menu("Menu of Harbour", "Make an invite")
  await choose("It lasts", "An hour")
  await choose("How often it can be used", /^5 times/)
  await choose("To the stream of", "Alice")
  await send("Make the invite")
  expect(await invites()).toMatchObject([
    { channel_id: GENERAL, inviter_id: BOB, max_age: 3600, max_uses: 5, target_type: 1, target_user_id: ALICE }
  ])
  await menu("Menu of Harbour", "Revoke an invite")
  await choose("Invite", /#general/)
  await send("Revoke")
  expect(await invites()).toEqual([])
  await menu("Menu of Harbour", "Boost the guild")
  await expect.poll(async () => (await member()).premium_since ?? null).not.toBeNull()
  await menu("Menu of Harbour", "Stop boosting")
  await expect.poll(async () => (await member()).premium_since ?? null).toBeNull()
}

const forwarding = async ({ pane, page, say, choose, send, world, texts }: Playing) => {
  await say("Low tide at six")
  await expect.poll(() => texts()).toHaveLength(1)
  await pane().getByRole("article").last().click({ button: "right" })
  await page.getByRole("menuitem", { name: "Forward the message" }).click()
  await choose("To", "#lounge")
  await send("Forward")
  const { messages } = await world(`/users/${BOB}/channels/${LOUNGE}/messages`)
  expect(messages[0].message_snapshots[0].message.content).toBe("Low tide at six")
}

const inThread = async ({ at, menu, choose, send, world }: Playing) => {
  await at(BOB, GUILD, THREAD)
  const members = async () =>
    ((await world(`/guilds/${GUILD}/channels/${THREAD}`)).members ?? []).map((one: { user_id: string }) => one.user_id)
  await menu("People of the thread", "Join the thread")
  await expect.poll(members).toEqual([ALICE, BOB])
  await menu("People of the thread", "Remove somebody")
  await choose("Who", "Alice")
  await send("Remove")
  expect(await members()).toEqual([BOB])
  await menu("People of the thread", "Add somebody")
  await choose("Who", "Alice")
  await send("Add")
  expect((await members()).toSorted()).toEqual([ALICE, BOB])
  await menu("People of the thread", "Leave the thread")
  await expect.poll(members).toEqual([ALICE])
}

const inVoice = async ({ at, page, pane, form, send, world, shot, choose }: Playing) => {
  const state = async () => (await voiceOf(world)) ?? {}
  await at(BOB, GUILD, LOUNGE)
  await pane().getByRole("button", { name: "Join voice" }).click()
  const panel = page.getByRole("region", { name: "Voice", exact: true })
  await panel.getByRole("button", { name: "Mute yourself" }).click()
  await expect.poll(state).toMatchObject({ channel_id: LOUNGE, self_mute: true })
  await panel.getByRole("button", { name: "Share your screen" }).click()
  await expect.poll(state).toMatchObject({ self_mute: true, self_stream: true })
  await panel.getByRole("button", { name: "Mute yourself" }).click()
  await expect.poll(async () => (await state()).self_mute ?? false).toBe(false)
  await expect.poll(() => pane().getByRole("region", { name: "In voice" }).textContent()).toContain("Bob")
  await shot("acts-voice")
  await panel.getByRole("button", { name: "Sound or emoji …" }).click()
  await form.getByRole("button", { name: "Send", exact: true }).click()
  // The platform's words and code, where neither is given.
  await expect.poll(() => form.getByRole("alert").textContent()).toMatch(/either a sound or an emoji.*50035/i)
  await shot("acts-refused")
  await choose("Sound", "quack")
  await send("Send")
  await at(BOB, GUILD, STAGE)
  await pane().getByRole("button", { name: "Join voice" }).click()
  await panel.getByRole("button", { name: "Ask to speak" }).click()
  await expect.poll(async () => (await state()).request_to_speak_timestamp ?? null).not.toBeNull()
  await panel.getByRole("button", { name: "Disconnect from voice" }).click()
  await panel.waitFor({ state: "hidden" })
  expect(await voiceOf(world)).toBeUndefined()
}

const voiceOf = async (world: Playing["world"]): Promise<Record<string, unknown> | undefined> =>
  (await world(`/guilds/${GUILD}`)).voice_states?.find((one: { user_id: string }) => one.user_id === BOB)

const atEvents = async ({ page, world, shot }: Playing) => {
  const event = () => world(`/guilds/${GUILD}/scheduled_events/${REGATTA}`)
  await page.getByRole("button", { name: "Scheduled events" }).click()
  const whole = page.getByRole("button", { name: "Interested in Regatta", exact: true })
  await whole.click()
  await expect.poll(async () => (await event()).user_ids).toEqual([BOB])
  await page.getByRole("button", { name: "Interested in Regatta, one time" }).click()
  await expect.poll(async () => (await event()).exceptions[0].user_ids).toEqual([BOB])
  await shot("acts-events")
  await whole.click()
  await expect.poll(async () => (await event()).user_ids ?? []).toEqual([])
  await page.keyboard.press("Escape")
}

const ofOneself = async ({ menu, form, choose, send, world, shot }: Playing) => {
  await menu("Presence and purchases", "Set your presence")
  await choose("Status", "Do not disturb")
  await choose("Activity", "Playing")
  await form.getByRole("textbox", { name: /Its name or text/ }).fill("Chess")
  await shot("acts-presence")
  await send("Set")
  const { presences } = await world(`/users/${BOB}/view`)
  expect(presences).toMatchObject([{ user_id: BOB, status: "dnd", activities: [{ name: "Chess", type: 0 }] }])
  await menu("Presence and purchases", "Buy from an app")
  await choose("What", "Gold")
  await choose("For", "Harbour")
  await send("Buy")
  const bought = async () => (await world(`/applications/${APP}`)).entitlements?.[0]
  expect(await bought()).toMatchObject({ sku_id: SKU, user_id: BOB, guild_id: GUILD })
  await menu("Presence and purchases", "Cancel a subscription")
  await choose("Subscription", "Gold")
  await send("Cancel the subscription")
  expect(await bought()).toMatchObject({ subscription: { status: 2 } })
}

const byPremiumButton = async ({ at, url, pane, form }: Playing) => {
  const button = { type: 2, style: 6, sku_id: SKU }
  const posted = await fetch(`${url}/api/v10/channels/${GENERAL}/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: BOT },
    body: JSON.stringify({ content: "More knots", components: [{ type: 1, components: [button] }] })
  })
  expect(posted.status).toBe(200)
  await at(BOB, GUILD, GENERAL)
  await pane().getByRole("button", { name: "Premium" }).click()
  await form.getByRole("button", { name: /Gold/ }).waitFor()
  await form.getByRole("button", { name: "Cancel" }).click()
}

const joining = async ({ at, menu, form, page, choose, send, world, pane }: Playing) => {
  const isMember = async () =>
    (await world(`/guilds/${FOREIGN_GUILD}`)).members.some((one: { user_id: string }) => one.user_id === ALICE)
  const asked = async () => (await world(`/guilds/${FOREIGN_GUILD}`)).join_requests ?? []
  const ask = async () => {
    await menu("Join a guild", "Ask to join a guild")
    await choose("Guild", "Elsewhere")
    await send("Ask")
  }
  await at(ALICE, GUILD, GENERAL)
  await ask()
  expect(await asked()).toMatchObject([{ user_id: ALICE }])
  await menu("Join a guild", "Withdraw a request to join")
  await choose("Guild", "Elsewhere")
  await send("Withdraw")
  expect(await asked()).toEqual([])
  await ask()
  await at(BOB, FOREIGN_GUILD, QUAY)
  await menu("Menu of Elsewhere", "Leave the guild")
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave", exact: true }).click()
  // Its owner cannot.
  await expect.poll(() => page.getByRole("alertdialog").getByRole("alert").textContent()).toMatch(/\d{5}/)
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click()
  await menu("Menu of Elsewhere", "Review requests to join")
  await choose("Who asks", "Alice")
  await send("Decide")
  await expect.poll(isMember).toBe(true)
  await at(ALICE, FOREIGN_GUILD, QUAY)
  await menu("Menu of Elsewhere", "Leave the guild")
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave", exact: true }).click()
  await expect.poll(isMember).toBe(false)
  await menu("Join a guild", "Join by an invite")
  expect(await form.getByRole("button", { name: "Join", exact: true }).isDisabled()).toBe(true)
  await form
    .getByRole("combobox", { name: "Code or link" })
    .or(form.getByRole("textbox"))
    .fill("https://discord.gg/AbCd1234")
  await send("Join")
  await expect.poll(isMember).toBe(true)
  await pane().getByRole("heading", { level: 1, name: "quay" }).waitFor()
}

describe("the acts of a person", () => {
  it("are each played by clicks, and change the world; what is refused says the platform's code and why", async () => {
    const shown = await playing()
    const done = await operationsOf(shown.page, shown.url)
    for (const play of [inGuild, forwarding, inThread, inVoice, atEvents, ofOneself, byPremiumButton, joining])
      await play(shown)
    const table = await inTable()
    expect(table.length).toBeGreaterThan(20)
    expect(table.filter((name) => !done.has(name))).toEqual([])
    expect(shown.complaints.filter((one) => !/status of 4\d\d/.test(one))).toEqual([])
  }, 120_000)

  it("are reached by the keyboard, have names, and fit on a small screen, dark and light", async () => {
    const { page, url, menu, form, shot, complaints } = await playing()
    await control(url, "PUT", `/users/${BOB}/channels/${LOUNGE}/voice`, {})
    await page.keyboard.press("Control+k")
    await page.keyboard.type("Set your presence")
    await page.keyboard.press("Enter")
    await form.waitFor()
    await page.keyboard.press("Escape")
    await form.waitFor({ state: "hidden" })
    await page.goto(`${url}/#/u/${BOB}/${GUILD}/${LOUNGE}`)
    const look = async (name: string) => {
      // A control with the focus says its name, beside the page.
      await page.getByRole("tooltip").waitFor({ state: "hidden" })
      for (const colorScheme of ["dark", "light"] as const) {
        await page.emulateMedia({ colorScheme })
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
        expect(await violations(page), `${name}, ${colorScheme}`).toEqual([])
        expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), name).toBe(0)
        await shot(`acts-${name}-${colorScheme}`)
      }
    }
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.evaluate("document.activeElement.blur()")
      await look(`window-${width}`)
      await page.getByRole("button", { name: "Menu of Harbour" }).click()
      await page.getByRole("menu").waitFor()
      await look(`menu-${width}`)
      await page.keyboard.press("Escape")
      await menu("Menu of Harbour", "Edit nickname and profile")
      await form.waitFor()
      await look(`form-${width}`)
      await page.keyboard.press("Escape")
      await form.waitFor({ state: "hidden" })
    }
    expect(complaints).toEqual([])
  })
})
