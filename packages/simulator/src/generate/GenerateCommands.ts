/** Draws calls about commands. */
import type { Chance } from "../model/Chance.ts"
import type { Model } from "../model/Model.ts"
import type { ModelCommand, Scope } from "../model/ModelCommands.ts"
import type { Json } from "../model/ModelJson.ts"
import * as Limits from "../model/ModelLimits.ts"
import type { ModelApplication } from "../model/ModelWorld.ts"
import type { Act, ScopeRef } from "../model/Operation.ts"
import { BODY_MUTATIONS } from "./BodyMutation.ts"
import { commandBody } from "./CommandArbitrary.ts"

/** Draws one kind of operation, with its weight; undefined when the world currently has nothing to apply it to. */
export type Row = readonly [weight: number, draw: (model: Model, chance: Chance) => Act | undefined]

export const row = (...drawn: Row): Row => drawn

export const commandOperations: ReadonlyArray<Row> = [
  row(4, (model, chance) => ({ kind: "list commands", ...drawScope(model, chance).ref, ...drawLocale(chance) })),
  row(1, (model, chance) =>
    onCommand(model, chance, (ref, { id }) => ({ kind: "get command", command_id: id, ...ref }))
  ),
  row(9, (model, chance) => create(model, chance)),
  row(6, (model, chance) => edit(model, chance)),
  row(2, (model, chance) =>
    onCommand(model, chance, (ref, { id }) => ({ kind: "delete command", command_id: id, ...ref }))
  ),
  row(4, (model, chance) => overwrite(model, chance)),
  row(2.4, (model, chance) => fill(model, chance))
]

/** Prefers the first application, so that more happens in one place. */
export const drawApplication = (model: Model, chance: Chance): ModelApplication =>
  chance.weighted(model.world.applications.map((application, i) => [i === 0 ? 4 : 1, application]))

const drawScope = (model: Model, chance: Chance) => {
  const application = drawApplication(model, chance)
  const guild_id = chance.once(2) ? undefined : chance.pick(model.world.guilds).id
  return { scope: { application, guild_id }, ref: { application_id: application.id, guild_id } }
}

/** A command of this scope, sometimes of another one. */
const onCommand = (
  model: Model,
  chance: Chance,
  act: (ref: ScopeRef, command: ModelCommand, scope: Scope) => Act | undefined
): Act | undefined => {
  const { scope, ref } = drawScope(model, chance)
  const from = chance.once(12) ? drawScope(model, chance).scope : scope
  const command = chance.maybe(model.commands.list(from))
  return command === undefined ? undefined : act(ref, command, scope)
}

const drawLocale = (chance: Chance) => {
  const locale = chance.pick(["de", "fr", "en-GB", "es-419", "ja", "ko"])
  const header = chance.pick(["X-Service-Locale", "X-Discord-Locale", "Accept-Language"])
  return { locale: chance.once(3) ? undefined : { header, value: locale }, dictionaries: chance.once(3) }
}

/** A type of command: the n-th weight is that of type n. */
const drawType = (weights: ReadonlyArray<number>, chance: Chance): number =>
  chance.weighted(weights.map((weight, i) => [weight, i + 1] as const))

const ARBITRARIES = new Map<string, ReturnType<typeof commandBody>>()

const drawBody = (application: ModelApplication, chance: Chance, type: number): Json => {
  const userInstalls = application.integration_types.includes(1)
  const key = `${type} ${userInstalls}`
  const arbitrary = ARBITRARIES.get(key) ?? commandBody(type, userInstalls)
  ARBITRARIES.set(key, arbitrary)
  const body = chance.draw(arbitrary)
  return application.discoverable && !chance.once(20) ? { ...body, nsfw: false } : body
}

/** Sometimes breaks a rule. */
const drawBroken = (body: Json, type: number, chance: Chance, oneIn: number): Json => {
  if (!chance.once(oneIn)) return body
  return chance.pick(BODY_MUTATIONS.filter(({ types }) => types.includes(type))).apply(body)
}

const create = (model: Model, chance: Chance): Act => {
  const { scope, ref } = drawScope(model, chance)
  const before = chance.maybe(model.commands.list(scope))
  // An identical body keeps the version.
  const again = before !== undefined && chance.once(8)
  const type = again ? before.type : drawType([7, 2, 1, scope.application.embedded ? 0.7 : 0.1], chance)
  const body = again ? bodyOf(before) : drawBroken(drawBody(scope.application, chance, type), type, chance, 5)
  return { kind: "create command", body, auth: chance.once(4) ? "client" : "bot", ...ref }
}

/** A body that writes the same record again. */
const bodyOf = ({ type, record }: ModelCommand): Json => ({
  type,
  ...Object.fromEntries(Object.entries(record).filter(([key, value]) => WRITABLE.has(key) && value !== undefined))
})

const WRITABLE = new Set(
  "name name_localizations description description_localizations options default_member_permissions contexts integration_types nsfw handler default_permission".split(
    " "
  )
)

const edit = (model: Model, chance: Chance): Act | undefined =>
  onCommand(model, chance, (ref, command, scope) => {
    const full = drawBroken(drawBody(scope.application, chance, command.type), command.type, chance, 6)
    const { type: _, ...fields } = chance.once(8) ? bodyOf(command) : full
    const keys = Object.keys(fields)
    const few = chance.once(3) ? keys : chance.some(keys, 3)
    const body = Object.fromEntries(few.map((key) => [key, NULLABLE.has(key) && chance.once(10) ? null : fields[key]]))
    return { kind: "edit command", command_id: command.id, body, ...ref }
  })

const NULLABLE = new Set(["name_localizations", "description_localizations", "default_member_permissions", "contexts"])

/** Existing commands, some left out, changed or renamed, plus new ones. */
const overwrite = (model: Model, chance: Chance): Act => {
  const { scope, ref } = drawScope(model, chance)
  const kept = model.commands.list(scope).filter(({ type }) => (type === 4 ? !chance.once(12) : !chance.once(4)))
  const old = kept.map((command): Json => {
    const body = bodyOf(command)
    const another = () => drawBody(scope.application, chance, command.type)
    const changed = chance.once(3) ? { ...body, ...nameless(another()) } : body
    const renamed = chance.once(6) ? { ...changed, name: another()["name"] } : changed
    return chance.once(2) || renamed["name"] !== body["name"] ? { id: command.id, ...renamed } : renamed
  })
  const fresh = Array.from({ length: chance.integer(3) }, (): Json => {
    const type = chance.pick([1, 1, 1, 2, 3])
    return drawBroken(drawBody(scope.application, chance, type), type, chance, 12)
  })
  const elements = chance.once(10) ? [...old, ...fresh] : distinct([...old, ...fresh])
  return { kind: "bulk overwrite", elements, ...ref }
}

/** As many as the limits allow at once or per day, or one more, and then an empty list. */
const fill = (model: Model, chance: Chance): Act | undefined => {
  const application = model.world.applications.at(-1)
  const guild_id = model.world.guilds.at(-1)?.id
  if (application === undefined || guild_id === undefined) return undefined
  const scope = { application, guild_id }
  const type = drawType([4, 1, 1], chance)
  const max = Limits.command.perType.get(type) ?? 0
  const room = model.commands.room(scope, model.now_ms)
  const counts = [max - 5, max, max + 1, room, room + 1, room + 1].filter((count) => count <= max + 1)
  const isFull = model.commands.list(scope).filter((command) => command.type === type).length > max / 2
  const count = isFull ? 0 : chance.once(12) ? chance.pick([bulk, bulk + 1]) : chance.pick(counts)
  const elements = Array.from({ length: count }, (_, i) => ({
    type,
    name: `many-${chance.integer(2 ** 30)}-${i}`,
    ...(type === 1 ? { description: "One of many" } : {})
  }))
  return { kind: "bulk overwrite", elements, application_id: application.id, guild_id }
}

const { bulk } = Limits.command

const nameless = ({ name: _, type: __, ...rest }: Json): Json => rest

/** The first of each type and name. */
const distinct = (elements: ReadonlyArray<Json>): ReadonlyArray<Json> =>
  [...Map.groupBy(elements, ({ type = 1, name }) => `${type} ${name}`).values()].flatMap((same) => same.slice(0, 1))
