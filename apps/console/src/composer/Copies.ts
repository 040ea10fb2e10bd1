/** What is typed, as a step of a scenario and as a line of a test. Source: docs/scenarios.md, docs/testkit.md. */
import type { World } from "../api/Queries.ts"

/** A person in a place, by names that mean only them. */
export interface Where {
  readonly as: string
  readonly in: string
}

/** Files as the control plane takes them. */
type Files = ReadonlyArray<Readonly<Record<string, unknown>>>

/** What a person does. */
export type Deed =
  | { readonly use: string; readonly files?: Files }
  | { readonly say: string; readonly reply_to?: string | undefined; readonly files?: Files }

/** A step for the `steps` of a scenario file. JSON texts are YAML. */
export const asScenarioStep = (where: Where, deed: Deed): string => {
  const [act, value] = actOf(deed)
  const step = `- { as: ${inYaml(where.as)}, in: ${inYaml(where.in)}, ${act}: ${inYaml(value)} }`
  // Scenario files have variables.
  return step.replaceAll("${", () => "$${")
}

/** A line for a test with `@backlot/testkit`. */
export const asTestkitLine = (where: Where, deed: Deed): string => {
  const [act, value] = actOf(deed)
  return `await backlot.as(${JSON.stringify(where.as)}).in(${JSON.stringify(where.in)}).${act}(${JSON.stringify(value)})`
}

const actOf = (deed: Deed): readonly ["use" | "say", unknown] => {
  const given = (file: Files[number]) => Object.fromEntries(Object.entries(file).filter(([, value]) => value != null))
  const attachments = (deed.files ?? []).map(given)
  const files = attachments.length === 0 ? {} : { attachments }
  if ("use" in deed) return ["use", attachments.length === 0 ? deed.use : { text: deed.use, ...files }]
  const { say, reply_to } = deed
  if (reply_to === undefined && attachments.length === 0) return ["say", say]
  return ["say", { ...(say === "" ? {} : { content: say }), ...(reply_to === undefined ? {} : { reply_to }), ...files }]
}

/** Words that YAML reads as something else than a text. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|~)$/i

const inYaml = (value: unknown): string => {
  if (typeof value === "string")
    return /^[A-Za-z][A-Za-z0-9_-]*$/.test(value) && !RESERVED.test(value) ? value : JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(inYaml).join(", ")}]`
  if (typeof value === "object" && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, one]) => `${key}: ${inYaml(one)}`)
      .join(", ")} }`
  return JSON.stringify(value)
}

/** Names where they mean only one, ids elsewhere. */
export const whereIn = (world: World, user_id: string, channel_id: string): Where => {
  const people = [
    ...world.users.map(({ id, username, global_name }) => ({ id, name: username, names: [username, global_name] })),
    ...world.applications.map(({ id, name, bot }) => ({ id: bot.id ?? id, name, names: [bot.username, name] }))
  ]
  const person = (id: string): string | undefined => {
    const name = people.find((one) => one.id === id)?.name
    if (name === undefined || /^\d+$/.test(name)) return undefined
    const others = people.filter((one) => one.id !== id).flatMap(({ names }) => names)
    return others.some((other) => other?.toLowerCase() === name.toLowerCase()) ? undefined : name
  }
  const direct = world.direct_channels.find(({ id }) => id === channel_id)
  const other = direct?.type === 1 ? direct.recipients.find((id) => id !== user_id) : undefined
  const withOther = other === undefined ? undefined : person(other)
  const place = withOther === undefined ? channelIn(world, channel_id) : `@${withOther}`
  return { as: person(user_id) ?? user_id, in: place ?? channel_id }
}

const channelIn = ({ guilds }: World, channel_id: string): string | undefined => {
  const all = guilds.flatMap((guild) => guild.channels.map(({ id, name }) => ({ id, name, guild: guild.name })))
  const own = all.find(({ id }) => id === channel_id)
  if (own === undefined || /^(?:\d+$|[@#])|\//.test(own.name)) return undefined
  const same = all.filter(({ name }) => name.toLowerCase() === own.name.toLowerCase())
  if (same.length === 1) return own.name
  return same.filter(({ guild }) => guild === own.guild).length === 1 ? `${own.guild}/${own.name}` : undefined
}
