import { type APIInteraction, InteractionResponseType, InteractionType, MessageFlags } from "discord-api-types/v10"
import { describe, expect, it } from "vitest"
import { type Pets, reply } from "../src/PetShop.ts"

/** As much of an interaction as the app reads. */
const use = (type: InteractionType, name: string, options: ReadonlyArray<object>, user = "1") =>
  ({ type, data: { type: 1, name, options }, member: { user: { id: user } } }) as unknown as APIInteraction

const interactionOf = (type: InteractionType, data: object, user = "1") =>
  ({ type, data, member: { user: { id: user } } }) as unknown as APIInteraction

const component = (data: object) => interactionOf(InteractionType.MessageComponent, data)

const userCommand = (target_id: string, user?: string) =>
  interactionOf(InteractionType.ApplicationCommand, { type: 2, name: "Show pets", target_id }, user)

const command = (name: string, options: ReadonlyArray<object>, user?: string) =>
  use(InteractionType.ApplicationCommand, name, options, user)

const adoptRex = command("adopt", [
  { type: 3, name: "animal", value: "Dog" },
  { type: 3, name: "name", value: "Rex" },
  { type: 4, name: "age", value: 3 }
])

const withRex = (): Pets => new Map([["1", [{ animal: "Dog", name: "Rex", age: 3 }]]])

const message = (interaction: APIInteraction, pets: Pets) => {
  const { response } = reply(pets, interaction)
  if (response.type !== InteractionResponseType.ChannelMessageWithSource)
    throw new Error(`answered with ${response.type}`)
  return response.data
}

const isEphemeral = MessageFlags.Ephemeral

describe("the pet shop", () => {
  it("answers a ping with a pong", () => {
    expect(reply(new Map(), { type: InteractionType.Ping } as APIInteraction)).toEqual({ response: { type: 1 } })
  })

  it("keeps an adopted pet and tells everybody", () => {
    const pets: Pets = new Map()
    const { content, flags } = message(adoptRex, pets)
    expect(content).toBe("🐕 **Rex** the dog, aged 3, has found a home with <@1>.")
    expect(flags).toBeUndefined()
    expect(pets).toEqual(withRex())
  })

  it.each([
    ["an animal it does not have", "Unicorn", "Uni", /We have no Unicorn/],
    ["a second pet of the same name", "Cat", "Rex", /already have a pet called Rex/]
  ])("refuses %s, for the user's eyes only", (_, animal, name, expected) => {
    const pets = withRex()
    const options = [
      { type: 3, name: "animal", value: animal },
      { type: 3, name: "name", value: name }
    ]
    expect(message(command("adopt", options), pets)).toMatchObject({
      content: expect.stringMatching(expected),
      flags: isEphemeral
    })
    expect(pets).toEqual(withRex())
  })

  it.each([
    ["one's own pets", [], "1", "Pets of <@1>:\n🐕 Rex"],
    ["another's pets", [{ type: 6, name: "user", value: "1" }], "2", "Pets of <@1>:\n🐕 Rex"],
    ["that there are none", [], "2", "<@2> has no pets yet."]
  ])("lists %s in private", (_, options, user, content) => {
    const list = command("pets", [{ type: 1, name: "list", options }], user)
    expect(message(list, withRex())).toMatchObject({ content, flags: isEphemeral })
  })

  it("shows as many pets as a message and a select have room for", () => {
    const many = Array.from({ length: 60 }, (_, i) => ({ animal: "Dog", name: `Rex ${i}`.padEnd(32, "x"), age: 1 }))
    const own = message(userCommand("1"), new Map([["1", many]]))
    expect(own.content?.length).toBeLessThanOrEqual(2000)
    expect(own.content).toContain("and 35 more")
    expect(own.components).toMatchObject([{ components: [{ options: { length: 25 } }] }])
  })

  const releaseRex = command("pets", [{ type: 1, name: "release", options: [{ type: 3, name: "name", value: "Rex" }] }])

  it("asks before it lets a pet go", () => {
    const pets = withRex()
    const { components, ...shown } = message(releaseRex, pets)
    expect(shown).toMatchObject({ content: "Let Rex go?", flags: isEphemeral })
    expect(components).toMatchObject([{ components: [{ custom_id: "release:Rex" }, { custom_id: "keep:Rex" }] }])
    expect(pets).toEqual(withRex())
  })

  it.each([
    ["release:Rex", "Rex is free.", []],
    ["keep:Rex", "Rex stays with you.", [{ animal: "Dog", name: "Rex", age: 3 }]],
    ["release:Tom", "You have no pet called Tom.", [{ animal: "Dog", name: "Rex", age: 3 }]]
  ])("does what the button %s says, in place of the question", (custom_id, content, left) => {
    const pets = withRex()
    expect(reply(pets, component({ custom_id, component_type: 2 })).response).toEqual({
      type: InteractionResponseType.UpdateMessage,
      data: { content, components: [] }
    })
    expect(pets.get("1")).toEqual(left)
  })

  it("offers one's own pets for stroking, nobody else's", () => {
    const own = message(userCommand("1"), withRex())
    expect(own.components).toMatchObject([{ components: [{ custom_id: "stroke", options: [{ value: "Rex" }] }] }])
    expect(message(userCommand("1", "2"), withRex()).components).toBeUndefined()
    const stroked = reply(withRex(), component({ custom_id: "stroke", component_type: 3, values: ["Rex"] }))
    expect(stroked.response).toMatchObject({ data: { content: "You stroked Rex." } })
  })

  it("asks in a form what is good about a message, and tells everybody", () => {
    const praise = interactionOf(InteractionType.ApplicationCommand, { type: 3, name: "Praise", target_id: "7" })
    const { response } = reply(new Map(), praise)
    expect(response).toMatchObject({ type: InteractionResponseType.Modal, data: { custom_id: "praise:7" } })
    const submitted = interactionOf(InteractionType.ModalSubmit, {
      custom_id: "praise:7",
      components: [{ type: 18, id: 1, component: { type: 4, id: 2, custom_id: "words", value: "Well said" } }]
    })
    expect(message(submitted, new Map()).content).toBe("<@1> praises: Well said")
  })

  it("defers a visit to the vet and has the result later", () => {
    const options = [
      { type: 3, name: "pet", value: "Rex" },
      { type: 3, name: "reason", value: "check-up" }
    ]
    const { response, later } = reply(withRex(), command("vet", options))
    expect(response).toEqual({ type: InteractionResponseType.DeferredChannelMessageWithSource })
    expect(later?.edit).toContain("Rex was at the vet (check-up)")
  })

  it.each([
    ["animals, localized", "adopt", [{ type: 3, name: "animal", value: "d", focused: true }], ["Dog", "Duck"]],
    ["one's pets", "vet", [{ type: 3, name: "pet", value: "", focused: true }], ["Rex"]],
    [
      "one's pets in a subcommand",
      "pets",
      [{ type: 1, name: "release", options: [{ type: 3, name: "name", value: "r", focused: true }] }],
      ["Rex"]
    ]
  ])("suggests %s", (_, name, options, expected) => {
    const { response } = reply(withRex(), use(InteractionType.ApplicationCommandAutocomplete, name, options))
    expect(response).toMatchObject({ type: 8, data: { choices: expected.map((value) => ({ value })) } })
  })
})
