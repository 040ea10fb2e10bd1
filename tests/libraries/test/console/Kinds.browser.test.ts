/** Forums with their posts, and the forms of what a guild welcomes, asks, shows and plays. */
import { describe, expect, it, onTestFinished } from "vitest"
import { pagesOfTests } from "../browser/Chromium.ts"
import { startServer } from "../LiveServer.ts"
import { ALICE, APP, BOB, BOT, GENERAL, GUILD, world } from "../World.ts"
import { control, openConsole, violations } from "./ConsolePage.ts"

pagesOfTests()

const [GROUP, HELP, HORN, QUESTION, ANSWERED] = [
  "400000000000000009",
  "200000000000000061",
  "840000000000000001",
  "530000000000000001",
  "530000000000000002"
]

const served = async () => {
  const forum = {
    ...{ id: HELP, name: "help", type: 15, flags: 16 },
    available_tags: [
      { id: QUESTION, name: "question" },
      { id: ANSWERED, name: "answered" }
    ]
  }
  const post = { ...{ type: 11, parent_id: HELP, owner_id: BOB } }
  const posts = [
    { ...post, id: "200000000000000062", name: "Old knots", applied_tags: [ANSWERED], archived: true },
    { ...post, id: "200000000000000063", name: "Read first", applied_tags: [ANSWERED], flags: 2 }
  ]
  const guilds = world.guilds.map((guild) =>
    guild.id === GUILD
      ? {
          ...guild,
          channels: [...(guild.channels ?? []), forum, ...posts],
          installs: [{ application_id: APP, scopes: ["bot"], permissions: ["ADMINISTRATOR"] }],
          soundboard_sounds: [{ id: HORN, name: "horn" }]
        }
      : guild
  )
  const server = await startServer({ storage: "memory", world: { ...world, guilds } })
  onTestFinished(async () => void (await server.stop()))
  return server.ready.url
}

const inspecting = async (what: string) => {
  const url = await served()
  const shown = await openConsole(url, { user_id: ALICE, guild_id: GUILD, channel_id: GENERAL })
  await shown.page.goto(`${url}/#/u/${ALICE}/${GUILD}/${GENERAL}/i/world/${what}`)
  const inspector = shown.page.getByRole("complementary", { name: "Inspector" })
  const save = () => inspector.getByRole("button", { name: "Save" }).click()
  return { ...shown, url, inspector, save }
}

const elementAt = async (url: string, path: string) => (await control(url, "GET", `/guilds/${GUILD}${path}`)).body

describe("forums and the forms of a guild", () => {
  it("a forum shows its posts with their tags, and takes a new one that has a tag", async () => {
    const url = await served()
    const { page, pane, complaints, shot } = await openConsole(url, {
      user_id: BOB,
      guild_id: GUILD,
      channel_id: HELP
    })
    const posts = pane().getByRole("list", { name: "Posts" }).getByRole("listitem")
    await expect.poll(() => posts.allInnerTexts()).toHaveLength(2)
    expect(await posts.first().textContent()).toMatch(/Read first.*answered/s)
    expect(await violations(page, "section[data-pane]")).toEqual([])
    await pane().getByRole("textbox", { name: "Title of a new post" }).fill("How do I moor?")
    await pane().getByRole("textbox", { name: "First message" }).fill("With which knot?")
    await pane().getByRole("button", { name: "Post" }).click()
    await expect.poll(() => pane().getByRole("alert").textContent()).toMatch(/tag is required/)
    await shot("forum-refused")
    await pane().getByRole("checkbox", { name: "question" }).click({ force: true })
    await pane().getByRole("button", { name: "Post" }).click()
    await pane().getByRole("heading", { level: 1, name: "How do I moor?" }).waitFor()
    await expect.poll(() => pane().getByRole("log").textContent()).toContain("With which knot?")
    await page.goto(`${url}/#/u/${BOB}/${GUILD}/${HELP}`)
    await expect.poll(() => posts.allInnerTexts()).toHaveLength(3)
    await pane().getByRole("button", { name: "question" }).click()
    await expect.poll(() => posts.allInnerTexts()).toHaveLength(1)
    expect(complaints.filter((one) => !one.includes("400"))).toEqual([])
  })

  it("the form of a forum has its tags and settings, and shows what is wrong with a tag at the tag", async () => {
    const { page, url, inspector, save, shot } = await inspecting(`channel/${GUILD}/${HELP}`)
    const path = `/channels/${HELP}`
    await inspector.getByRole("button", { name: "Add a tag" }).click()
    const third = inspector.getByRole("group", { name: "tag 3" })
    await third.getByRole("textbox", { name: "Name" }).fill("question")
    await save()
    await expect.poll(() => third.textContent()).toMatch(/one tag of a name/)
    await third.getByRole("textbox", { name: "Name" }).fill("idea")
    await third.getByRole("textbox", { name: "Emoji", exact: true }).fill("💡")
    await inspector.getByText("A post needs a tag").click()
    await inspector.getByRole("button", { name: "Add a reaction" }).click()
    await inspector.getByRole("button", { name: /Order of posts/ }).click()
    await page.getByRole("option", { name: "Newest first" }).click()
    await shot("forum-form")
    await save()
    await expect
      .poll(() => elementAt(url, path))
      .toMatchObject({
        available_tags: [{ id: QUESTION }, { id: ANSWERED }, { name: "idea", emoji_name: "💡" }],
        default_reaction_emoji: { emoji_name: "👍" },
        default_sort_order: 1
      })
    expect((await elementAt(url, path)).flags ?? 0).toBe(0)
  })

  it("the form of a guild has its onboarding, welcome screen and widget", async () => {
    const { page, url, inspector, save, shot, complaints } = await inspecting(`guild/${GUILD}`)
    const within = (name: string) => inspector.getByRole("group", { name, exact: true })
    const choose = async (group: string, button: RegExp, option: string) => {
      await within(group).getByRole("button", { name: button }).click()
      await page.getByRole("option", { name: option }).click()
    }
    await inspector.getByText("Shows a widget to everybody").click()
    await inspector.getByRole("button", { name: "Add a welcome screen" }).click()
    await within("Welcome screen").getByRole("textbox", { name: "Description" }).fill("Ahoy")
    await within("Welcome screen").getByRole("button", { name: "Add a channel", exact: true }).click()
    await choose("channel 1", /Channel/, "#general")
    await inspector.getByRole("button", { name: "Add an onboarding" }).click()
    await choose("Default channels", /Add to/, "#general")
    await within("Onboarding").getByRole("button", { name: "Add a question" }).click()
    await within("question 1").getByRole("textbox", { name: "Question" }).fill("Boats?")
    await within("answer 1").getByRole("textbox", { name: "Title" }).fill("Yes")
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
      expect(await violations(page, "aside[aria-label=Inspector]"), colorScheme).toEqual([])
    }
    await shot("guild-form")
    await save()
    await expect
      .poll(() => elementAt(url, ""))
      .toMatchObject({
        widget_enabled: true,
        welcome_screen: { description: "Ahoy", welcome_channels: [{ channel_id: GENERAL }] },
        onboarding: {
          default_channel_ids: [GENERAL],
          prompts: [{ title: "Boats?", options: [{ title: "Yes" }] }]
        }
      })
    expect(complaints).toEqual([])
  })

  it("a guild has its requests to join, a group the names of its people, and what an application holds has its place", async () => {
    const { page, url, inspector, save, shot, complaints } = await inspecting(`guild/${GUILD}`)
    await inspector.getByRole("button", { name: "Add a request" }).click()
    const request = inspector.getByRole("group", { name: "request 1" })
    await request.getByRole("button", { name: /Who asks/ }).click()
    await page.getByRole("option", { name: "Bob" }).click()
    await request.getByRole("button", { name: /Status/ }).click()
    await page.getByRole("option", { name: "Rejected" }).click()
    await request.getByRole("textbox", { name: "Reason of the rejection" }).fill("no boat")
    await shot("join-request-form")
    await save()
    const requests = async () => (await elementAt(url, "")).join_requests
    await expect
      .poll(requests)
      .toMatchObject([{ user_id: BOB, application_status: "REJECTED", rejection_reason: "no boat" }])
    await control(url, "PUT", `/direct_channels/${GROUP}`, { type: 3, recipients: [ALICE, BOB, APP], owner_id: ALICE })
    await page.goto(`${url}/#/u/${ALICE}/${GUILD}/${GENERAL}/i/world/direct_channel/${GROUP}`)
    const nicks = inspector.getByRole("group", { name: "Names in the group" })
    await nicks.getByRole("textbox", { name: "Bob" }).fill("Bosun")
    await save()
    const group = async () => (await control(url, "GET", `/direct_channels/${GROUP}`)).body
    await expect.poll(async () => (await group()).nicks).toEqual({ [BOB]: "Bosun" })
    await nicks.getByRole("textbox", { name: "Bob" }).fill("x".repeat(33))
    await save()
    await expect.poll(() => nicks.getByRole("textbox", { name: "Bob" }).getAttribute("aria-invalid")).toBe("true")
    await page.goto(`${url}/#/u/${ALICE}/${GUILD}/${GENERAL}/i/world/application/${APP}`)
    await inspector.getByRole("button", { name: "Emoji" }).click()
    await inspector.getByRole("textbox", { name: "Name" }).fill("anchor")
    await inspector.getByRole("button", { name: "Make it" }).click()
    await inspector.getByRole("heading", { name: "anchor" }).waitFor()
    await page.goto(`${url}/#/u/${ALICE}/${GUILD}/${GENERAL}/i/world`)
    await inspector.getByRole("searchbox", { name: "Search the world" }).fill("anchor")
    // The emoji stands below its application.
    await expect
      .poll(() => inspector.getByRole("listbox", { name: "The world" }).getByRole("option").allInnerTexts())
      .toHaveLength(4)
    await shot("world-tree")
    expect(complaints.filter((one) => !one.includes("400"))).toEqual([])
  })

  it("a person votes in a poll by a click, and takes the vote back by another", async () => {
    const url = await served()
    const asked = await fetch(`${url}/api/v10/channels/${GENERAL}/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: BOT },
      body: JSON.stringify({
        poll: {
          ...{ question: { text: "Which?" }, duration: 1 },
          answers: [{ poll_media: { text: "Cats" } }, { poll_media: { text: "Dogs" } }]
        }
      })
    })
    expect(asked.status).toBe(200)
    const { page, pane, complaints } = await openConsole(url, { user_id: BOB, guild_id: GUILD, channel_id: GENERAL })
    const dogs = pane().getByRole("button", { name: /Dogs/ })
    await dogs.click()
    await expect.poll(() => dogs.textContent()).toMatch(/1 vote · 100 %/)
    expect(await dogs.getAttribute("aria-pressed")).toBe("true")
    await pane().getByRole("button", { name: /Cats/ }).click()
    await expect.poll(() => dogs.textContent()).toMatch(/0 votes/)
    expect(await violations(page, "section[data-pane]")).toEqual([])
    await pane().getByRole("button", { name: /Cats/ }).click()
    await expect.poll(() => pane().getByRole("region", { name: /Poll/ }).textContent()).toMatch(/0 votes · Ends/)
    expect(complaints).toEqual([])
  })

  it("a sound gets its file by a choice, and the server plays it", async () => {
    const { page, url, inspector, save, complaints } = await inspecting(`soundboard_sound/${GUILD}/${HORN}`)
    const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413)])
    const chosen = page.waitForEvent("filechooser")
    await inspector.getByRole("button", { name: /Choose a file/ }).click()
    const file = { name: "horn.mp3", mimeType: "audio/mpeg", buffer: Buffer.concat(Array(10).fill(frame)) }
    await (await chosen).setFiles(file)
    await expect.poll(() => inspector.textContent()).toMatch(/audio\/mpeg, 5 KiB/)
    await save()
    const size = async () => (await (await fetch(`${url}/soundboard-sounds/${HORN}`)).arrayBuffer()).byteLength
    await expect.poll(size).toBe(4_170)
    expect(complaints).toEqual([])
  })

  it("has one thing at a time where the window is narrow, and nothing beyond its edge", async () => {
    const url = await served()
    const { page, pane } = await openConsole(
      url,
      { user_id: BOB, guild_id: GUILD, channel_id: HELP },
      {
        viewport: { width: 390, height: 844 }
      }
    )
    const beyond = () => page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")
    await pane().getByRole("list", { name: "Posts" }).waitFor()
    expect(await beyond()).toBe(0)
    await page.getByRole("button", { name: /Inspector/ }).click()
    await page.getByRole("complementary", { name: "Inspector" }).waitFor()
    expect([await beyond(), await pane().count()]).toEqual([0, 0])
    await page.getByRole("button", { name: /^Inspector/ }).click()
    await pane().getByRole("list", { name: "Posts" }).waitFor()
  })
})
