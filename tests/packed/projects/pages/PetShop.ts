// What the fragments of the pages play against.
import { type AppAnswer, type AppHandle, Backlot, type ReceivedInteraction } from "backlot"

export const commands = [
  {
    name: "adopt",
    description: "Adopts",
    options: [{ type: 3, name: "animal", description: "Which", required: true }]
  },
  { name: "vet", description: "Sees the vet, who answers late" },
  { name: "think", description: "Is never answered" },
  {
    name: "ban",
    description: "Bans",
    default_member_permissions: "4",
    options: [{ type: 6, name: "user", description: "Whom", required: true }]
  }
]

const adopted = (animal: string): AppAnswer => ({
  type: 4,
  data: {
    content: `A ${animal} for you.`,
    embeds: [{ title: animal }],
    components: [{ type: 1, components: [{ type: 2, style: 1, label: "Name it", custom_id: "name" }] }]
  }
})

const FORM: AppAnswer = {
  type: 9,
  data: {
    custom_id: "named",
    title: "A name",
    components: [{ type: 1, components: [{ type: 4, custom_id: "name", style: 1, label: "Name" }] }]
  }
}

interface Data {
  readonly name?: string
  readonly options?: ReadonlyArray<{ readonly value: string }>
  readonly components?: ReadonlyArray<{ readonly components: ReadonlyArray<{ readonly value: string }> }>
}

export const shop = ({ type, token, data }: ReceivedInteraction, app: AppHandle): AppAnswer => {
  const { name, options, components } = data as Data
  if (type === 3) return FORM
  if (type === 5) return { type: 4, data: { content: `Hello, ${components?.[0]?.components[0]?.value}!` } }
  if (name === "adopt") return adopted(options?.[0]?.value ?? "")
  if (name === "vet") setTimeout(() => answerLate(app, token), 100)
  return { type: 5 }
}

const answerLate = (app: AppHandle, token: string) =>
  app
    .patch(`/webhooks/{application}/${token}/messages/@original`, { content: "All is well." })
    .catch((error: unknown) => console.error("too late:", error))

/** What the fragments take for granted. */
export const open = async () => {
  const backlot = await Backlot.start({ commands, app: shop })
  const [alice, bob, carol] = backlot.in("general", "alice", "bob", "carol")
  return { backlot, alice, bob, carol, answer: await alice.use("/think"), [Symbol.asyncDispose]: () => backlot.stop() }
}
