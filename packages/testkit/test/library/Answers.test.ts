import { Backlot, type ReceivedInteraction } from "@backlot/testkit"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { COMMANDS, shop } from "./Shop.ts"

const row = (...components: ReadonlyArray<object>) => ({ type: 1, components })

const QUESTION = {
  content: "Well?",
  components: [
    row({ type: 2, style: 1, label: "Yes", custom_id: "yes" }),
    row({ type: 3, custom_id: "pick", options: [{ label: "One", value: "1" }] })
  ]
}

/** Of the last interaction that the app was told of. */
let token = ""
let forms = 0
const form = () => ({
  custom_id: `form ${++forms}`,
  title: "Form",
  components: [row({ type: 4, custom_id: "text", style: 1, label: "Text" })]
})

/** Says of each press which message it was on, and of each submission which modal it was. */
const app = (interaction: ReceivedInteraction) => {
  // What the platform sends of commands, components and modals.
  const { type, data, message } = interaction as ReceivedInteraction & {
    readonly data: { readonly name?: string; readonly custom_id?: string }
    readonly message?: { readonly id: string }
  }
  token = interaction.token
  if (data.name === "ask") return { type: 4, data: QUESTION }
  if (data.name === "form") return { type: 9, data: form() }
  if (type === 3) return { type: 4, data: { content: `${data.custom_id} on ${message?.id}` } }
  if (type === 5) return { type: 4, data: { content: `submitted ${data.custom_id}` } }
  return shop(interaction)
}

const OWN = ["ask", "form"].map((name) => ({ name, description: name }))

let backlot: Backlot

beforeAll(async () => {
  backlot = await Backlot.start({ commands: [...COMMANDS, ...OWN], app })
})
beforeEach(() => backlot.reset())
afterAll(() => backlot.stop())

const here = () => backlot.in("general", "alice", "bob", "carol")

describe("an answer", () => {
  it("is pressed, chosen in and reacted to on its own message, though a newer one looks the same", async () => {
    const [alice] = here()
    const first = await alice.use("/ask")
    const second = await alice.use("/ask")
    const [older, newer] = [first.message?.id, second.message?.id]
    await first.press("Yes").expect({ message: { content: `yes on ${older}` } })
    await first.select("pick", "One").expect({ message: { content: `pick on ${older}` } })
    await alice.press("yes").expect({ message: { content: `yes on ${newer}` } })
    await alice.press("yes", { on: first }).expect({ message: { content: `yes on ${older}` } })
    await first.react("👋")
    const reacted = (await alice.messages()).filter(({ reactions = [] }) => reactions.length > 0)
    expect(reacted.map(({ id }) => id)).toEqual([older])
  })

  it("that is a modal is submitted as that modal, though a newer one is open", async () => {
    const [alice] = here()
    const first = await alice.use("/form")
    const second = await alice.use("/form")
    const submitted = `submitted ${first.modal?.custom_id}`
    await first.submit({ Text: "hi" }).expect({ message: { content: submitted } })
    await second.submit({ text: "ho" }).expect({ message: { content: { $not: submitted } } })
  })

  it("that is deferred is waited for until the app has completed it, whatever its user did meanwhile", async () => {
    const [alice] = here()
    const late = await alice.use("/vet")
    await alice.use("/secret")
    const completed = late.responded().expect({ message: { content: "All is well." } })
    await backlot.app().edit(late, { content: "All is well." })
    expect((await completed).interaction_id).toBe(late.interaction_id)
    const never = await alice.use("/vet")
    await expect(never.responded({ within: "50ms" })).rejects.toThrow(/wait\.state: .*did not come within 50ms/)
    await expect(late.responded().expect({ message: { content: "No." } })).rejects.toThrow("All is well.")
  })

  it("is that of its own user and act where several are under way at the same time", async () => {
    const [alice, bob, carol] = here()
    const users = [alice, bob, carol]
    const answers = await Promise.all(users.map((user) => user.use("/ask")))
    const pressed = await Promise.all(answers.map((answer) => answer.press("Yes")))
    expect(pressed.map(({ message }) => message?.content)).toEqual(
      answers.map(({ message }) => `yes on ${message?.id}`)
    )
  })
})

describe("an act", () => {
  it("is on the message that it says", async () => {
    const [alice, bob] = here()
    const [first, second] = [await alice.say("first"), await alice.say("second")]
    await alice.revise("first, revised", { on: first })
    await bob.react("👋", { on: first })
    await bob.react("👋", { on: second })
    await bob.unreact("👋", { on: first })
    expect(await alice.messages()).toMatchObject([
      { content: "first, revised" },
      { content: "second", reactions: [{ count: 1 }] }
    ])
    await alice.erase({ content: "first, revised" })
    await alice.revise("second, revised")
    expect((await bob.messages()).map(({ content }) => content)).toEqual(["second, revised"])
  })

  it("reads as many messages as it says, and expects of them what it says", async () => {
    const [alice] = here()
    for (const text of ["one", "two", "three"]) await alice.say(text)
    expect((await alice.messages(2)).map(({ content }) => content)).toEqual(["two", "three"])
    await alice.messages().expect({ messages: { $length: 3 } })
    await expect(alice.messages().expect({ messages: [] })).rejects.toThrow(/^messages.* has 3 elements, not 0$/m)
  })

  it("is done in another language, and waits as long as it says", async () => {
    const [alice] = here()
    await alice.picker("aufn", { locale: "de" }).expect({ commands: [{ name_localized: "aufnehmen" }] })
    const vet = alice.use("/vet", { until: "responded" })
    await backlot.until({ event: "interaction.acknowledged" })
    await backlot.app().patch(`/webhooks/{application}/${token}/messages/@original`, { content: "Fit." })
    expect((await vet).message?.content).toBe("Fit.")
  })

  it("waits as long as it says for a message to come or to go", async () => {
    const [alice, bob] = here()
    await alice.say("stays")
    await expect(bob.sees("never", { within: "50ms" })).rejects.toThrow(/did not come within 50 ?ms/)
    await expect(bob.seesNo("stays", { within: "50ms" })).rejects.toThrow(/was still seen within 50 ?ms/)
  })

  it("takes what is expected of it in parts", async () => {
    const [alice] = here()
    const act = () => alice.use("/secret", { expect: { state: "responded" } })
    await act()
      .expect({ message: { content: "only you" } })
      .expect({ ephemeral: true })
    await expect(
      act()
        .expect({ ephemeral: false })
        .expect({ message: { content: "only you" } })
    ).rejects.toThrow("ephemeral")
  })

  it("is a promise like any other", async () => {
    const [alice, , carol] = here()
    let ended = 0
    await alice.use("/secret").finally(() => ended++)
    const caught = await carol.use("/ban").catch((error) => (error instanceof Error ? error.name : error))
    expect([ended, caught]).toEqual([1, "BacklotError"])
  })
})
