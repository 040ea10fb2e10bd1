// What an answer has and what may be expected of it are the platform's published types, with matchers in their place.
import { Backlot, type Expectation, type UserInChannel } from "@backlot/testkit"

const backlot = await Backlot.start()
const [alice]: readonly [UserInChannel] = backlot.in("general", "alice")

const answer = await alice.use("/adopt animal:Dog")
export const title: string | undefined = answer.message?.embeds[0]?.title
export const edited: string | null | undefined = answer.message?.edited_timestamp
export const label = answer.message?.components?.flatMap((row) => (row.type === 1 ? row.components : []))
export const isMine: boolean | undefined = answer.message?.ephemeral
export const form: string | undefined = answer.modal?.title
export const picked: string | number | undefined = answer.choices?.[0]?.value
export const shown: string | undefined = answer.choices?.[0]?.name_localized
export const emoji: string | null | undefined = (await alice.messages())[0]?.reactions?.[0]?.emoji.name
export const deferred: boolean = answer.state === "deferred"
// @ts-expect-error: an answer has no such state
export const lost: boolean = answer.state === "defered"
// @ts-expect-error: there may be no embed
export const unsure: string | undefined = answer.message?.embeds[0].title
// @ts-expect-error: a message has no such field
export const contnt = answer.message?.contnt
// @ts-expect-error: a modal has no such field
export const heading = answer.modal?.heading

/** Whatever a scenario file may say of a value may stand in its place. */
export const good: ReadonlyArray<Expectation> = [
  { message: { content: "A Dog.", embeds: [{ title: "Dog", fields: [{ name: "age", inline: true }] }], type: 0 } },
  { message: { content: /Dog/, embeds: { $length: 1 }, edited_timestamp: null, ephemeral: true } },
  { message: { content: "/dog/i", flags: (flags) => ((flags ?? 0) & 64) !== 0 } },
  { message: { content: (content) => content.length > 3, timestamp: { $above: "2024-01-01T00:00:00.000Z" } } },
  { message: { content: { $contains: ["Dog", /cat/] }, attachments: { $contains: { filename: "map.txt" } } } },
  { message: { content: { $not: { $any: ["a", /b/] } }, author: { $schema: { type: "object" } } } },
  { message: { components: [{ type: 1, components: [{ type: 2, style: 1, label: "Name it", custom_id: "name" }] }] } },
  { message: { components: [{ components: [{ options: [{ label: /One/, value: "1" }] }] }] } },
  { message: { reactions: [{ emoji: { name: "👋" }, count: { $atLeast: 1 } }], content: { $type: "string" } } },
  { message: { content: { asymmetricMatch: (value: unknown) => value !== "" } } },
  { message: null },
  { message: { $exists: false } },
  { message: (message) => message.embeds.length === 0 },
  { modal: { title: /name/, components: { $length: 2 } }, state: "responded" },
  { choices: [{ name: "Dog", value: "dog" }, { name_localized: /Hund/ }] },
  { choices: { $contains: { name: "Dog", value: { $any: ["dog", 1] } } }, code: 50013, status: { $below: 500 } },
  { refused: { $any: ["permission", "context"] }, because: /SEND_MESSAGES/, state: { $not: "failed" } },
  { refused: true },
  { body: { anything: 1 }, outcome: { message: { content: "A Dog." } } }
]
await alice.use("/adopt").expect({ message: { content: /Dog/ } })
await alice.sees({ content: /Dog/, author: { username: "Pet Shop" } })
await alice.sees("A Dog.")
await alice.seesNo(/Cat/)
await alice.menu("Praise", { on: answer })
await alice.react("👋", { on: { content: /Dog/ } })
for (const message of await alice.messages()) await alice.react("👋", { on: message })

// @ts-expect-error: contnt is no field of a message
await alice.use("/adopt").expect({ message: { contnt: "A Dog." } })
// @ts-expect-error: a message has no field of that name, in the options of an act as well
await alice.use("/adopt", { expect: { message: { embed: [] } } })
// @ts-expect-error: at any depth
await alice.use("/adopt").expect({ message: { embeds: [{ titel: "Dog" }] } })
// @ts-expect-error: within an operator
await alice.use("/adopt").expect({ message: { embeds: { $contains: { titel: "Dog" } } } })
// @ts-expect-error: in components
await alice.use("/adopt").expect({ message: { components: [{ components: [{ lable: "Name it" }] }] } })
// @ts-expect-error: no such operator
await alice.use("/adopt").expect({ message: { content: { $contain: "Dog" } } })
// @ts-expect-error: a content is a text
await alice.use("/adopt").expect({ message: { content: 3 } })
// @ts-expect-error: a pattern is about texts
await alice.use("/adopt").expect({ message: { embeds: /Dog/ } })
// @ts-expect-error: no such field of a modal
await alice.use("/adopt").expect({ modal: { titel: "A name" } })
// @ts-expect-error: no such field of a choice
await alice.type("/adopt animal:d").expect({ choices: [{ nmae: "Dog" }] })
// @ts-expect-error: no such state
await alice.use("/adopt").expect({ state: "respond" })
// @ts-expect-error: no such reason
await alice.use("/adopt").expect({ refused: "permissions" })
// @ts-expect-error: no such field of a message
await alice.sees({ contnt: "A Dog." })
// @ts-expect-error: no such field of a message
await alice.react("👋", { on: { contnt: "A Dog." } })
await backlot.stop()
