/** Draws the next operation for the current state of the model. */
import type { Chance } from "../model/Chance.ts"
import type { Model } from "../model/Model.ts"
import type { Act, Of, Operation } from "../model/Operation.ts"
import { commandOperations, type Row, row } from "./GenerateCommands.ts"
import { lobbyOperations } from "./GenerateLobbies.ts"
import { overwriteOperations } from "./GenerateOverwrites.ts"
import { userOperations } from "./GenerateUsers.ts"
import { worldOperations } from "./GenerateWorld.ts"

/** Draws operations one after the other, each for the current state of the model. `crashes`: also kills and restarts. */
export const generator = (chance: Chance, { crashes }: { readonly crashes: boolean }) => {
  const table = crashes ? [...TABLE, ...CRASHES] : TABLE
  let again: ReadonlyArray<Act> = []
  const draw = (model: Model): Act => {
    const act = chance.weighted(table)(model, chance)
    if (act === undefined) return draw(model)
    // Repeats some calls often enough to exceed their limits.
    if (REPEATED.includes(act.kind) && chance.once(8)) again = Array.from({ length: chance.pick([11, 25]) }, () => act)
    return act
  }
  return (model: Model, number: number): Operation => {
    const [first, ...rest] = again
    again = rest
    return { ...(first ?? draw(model)), number }
  }
}

const REPEATED: ReadonlyArray<Act["kind"]> = ["join lobby", "get command", "get lobby"]

const CRASHES: ReadonlyArray<Row> = [
  row(0.6, () => ({ kind: "kill server" })),
  row(0.3, () => ({ kind: "restart server" }))
]

const TABLE: ReadonlyArray<Row> = [
  ...commandOperations,
  ...overwriteOperations,
  ...userOperations,
  ...worldOperations,
  ...lobbyOperations,
  row(5, (model, chance) => ({ kind: "advance clock", ms: advanceBy(model, chance) })),
  row(0.1, () => ({ kind: "reset server" })),
  row(1, (model, chance) => fault(model, chance))
]

/** Often advances exactly to the end of a lobby or its secret, or one millisecond before. */
const advanceBy = (model: Model, chance: Chance): number => {
  const lobbies = model.lobbies.all
  const ends = lobbies
    .filter(({ connected, secret }) => connected.length === 0 || (secret !== undefined && chance.once(2)))
    .map((lobby) => (lobby.connected.length === 0 ? lobby.idle_from + lobby.idle_ms : lobby.secret_until))
    .map((until) => until - model.now_ms)
    .filter((ms) => ms > 1)
  const next = chance.maybe(ends)
  if (next !== undefined && chance.once(4)) return chance.once(2) ? next : next - 1
  return chance.pick([1, 999, 1_000, 1_000, 1_001, 10_000, 60_000, 432_000, 3_600_000])
}

const fault = (model: Model, chance: Chance): Act | undefined => {
  const call = chance.weighted([...commandOperations, ...lobbyOperations])(model, chance)
  if (call === undefined || !isCall(call)) return undefined
  return { kind: "fault", status: chance.pick([500, 502, 503]), call }
}

const isCall = (act: Act): act is Of<"fault">["call"] =>
  act.kind !== "fault" && (act.kind.includes("command") || act.kind.includes("lobby"))
