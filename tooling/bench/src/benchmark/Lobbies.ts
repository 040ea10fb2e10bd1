/**
 * The lobby API on the file adapter. The baseline of creates, puts and deletes is a bare server that parses and echoes
 * the same bodies; the baseline of a get answers the same bytes. Each delete removes an existing lobby, from a world
 * with enough of them. The delete of a member follows its put, so that every request changes something. The update of
 * one member in a lobby of 1,000 is compared with the same in a lobby of 2.
 */
import { type Bare, startBare } from "../Child.ts"
import { Connection, encode, type RequestParts } from "../Connection.ts"
import { alternate, cycle, type Target, takeTurns } from "../Load.ts"
import type { Goal } from "../Row.ts"
import { type Benchmark, loadOf, type Scene, throughput } from "../Scene.ts"
import { median } from "../Statistics.ts"
import { shown } from "../Table.ts"
import { ALICE, APP, botOf, idAfter, worldOf } from "../World.ts"

const CONNECTIONS = 16
const FULL = 1_000
/** Users who join the created lobbies. */
const MANY = 5_000
/** More than any machine deletes in a second. */
const DELETES_PER_SECOND = 4_000
const SMALL_LOBBY = "600000000000000001"
const FULL_LOBBY = "600000000000000002"
const FIRST_TO_DELETE = "610000000000000000"
const SOMEBODY = "310000000000000000"

const metadata = { map: "dock", mode: "ranked", round: "1" }

export const lobbies: Benchmark = async (scene) => {
  const deletable = Math.ceil(scene.seconds * (scene.rounds + 1) * DELETES_PER_SECOND) + scene.warmUp.requests
  const world = worldWith(deletable)
  const ours = await scene.backlot(world, { data: `${scene.folder}/lobbies.db` })
  const floor = await scene.floor(world, { data: `${scene.folder}/lobbies.journal` })
  const echo = scene.keep(await startBare("echo"))
  const load = loadOf(scene, CONNECTIONS)
  const beside = async (benchmark: string, next: () => Target["next"], bare: Bare, goal: Goal = "none") => {
    const sides = { ours: { ...ours, next: next() }, baseline: { ...bare, next: next() } }
    // A row without a goal needs no floor.
    const measured =
      goal === "none"
        ? await takeTurns(sides, load)
        : await takeTurns({ ...sides, floor: { ...floor, next: next() } }, load)
    return throughput(benchmark, goal, measured)
  }

  const get = encode(about("GET", `/${SMALL_LOBBY}`))
  // A user is in at most 100 lobbies, so each create names the next one.
  const create = counting((i) =>
    about("POST", "", { metadata, members: [{ id: person(FULL + (i % MANY)), metadata }] })
  )
  const remove = counting((i) => about("DELETE", `/${idAfter(FIRST_TO_DELETE, i % deletable)}`))
  return [
    await beside("lobby create", create, echo, { least: 0.25 }),
    await beside("lobby get", () => cycle(() => [get]), await answering(scene, ours.url, get)),
    await beside("lobby delete", remove, scene.keep(await startBare("answer"))),
    await beside("lobby member put and delete", () => cycle(putAndDelete), echo, { least: 0.25 }),
    await memberUpdate(scene, ours)
  ]
}

/** The next request, counted over all connections. */
const counting = (requestOf: (turn: number) => RequestParts) => (): Target["next"] => {
  let turn = 0
  return () => encode(requestOf(turn++))
}

const about = (method: RequestParts["method"], path: string, body?: unknown): RequestParts => ({
  method,
  path: `/api/v10/lobbies${path}`,
  headers: botOf(APP),
  ...(body === undefined ? {} : { body: JSON.stringify(body) })
})

/** A bare server that gives the same answer as ours. */
const answering = async (scene: Scene, url: string, request: Buffer) => {
  const connection = await Connection.open(url)
  const { body } = await connection.send(request)
  connection.close()
  const headers = { "content-type": "application/json" }
  return scene.keep(await startBare("answer", "0", JSON.stringify({ headers, body: `${body}` })))
}

const person = (i: number) => idAfter(SOMEBODY, i)

/** Each connection has its own user. The bare server needs a body in both requests. */
const putAndDelete = (connection: number): ReadonlyArray<Buffer> => {
  const path = `/${SMALL_LOBBY}/members/${person(connection)}`
  return [encode(about("PUT", path, { metadata })), encode(about("DELETE", path, {}))]
}

/** One request after the other: updates one member in a lobby of 1,000, and in one of 2. */
const memberUpdate = async (scene: Scene, ours: Omit<Target, "next">) => {
  const updates = (lobby: string) => {
    let turn = 0
    return () => encode(about("PUT", `/${lobby}/members/${person(FULL - 1)}`, { metadata: { turn: String(turn++) } }))
  }
  const measured = await alternate(
    { ...ours, next: updates(FULL_LOBBY) },
    { ...ours, next: updates(SMALL_LOBBY) },
    loadOf(scene, 1)
  )
  const [full, small] = [measured.ours, measured.baseline].map((rounds) =>
    median(rounds.map(({ latencies }) => median(latencies)))
  ) as [number, number]
  return {
    benchmark: `update of one member, lobby of ${FULL}`,
    unit: "ms, median",
    ours: full,
    baseline: small,
    ratios: [full / small],
    goal: { most: 1.5 },
    notes: `baseline: a lobby of 2; ${shown(full / small)} times its cost`,
    raw: { full, small }
  }
}

/** A world with a small lobby, a full one, and `deletable` more. */
const worldWith = (deletable: number) => {
  const world = worldOf({ applications: 1, guilds: 1 })
  const all = Array.from({ length: FULL + MANY }, (_, i) => ({ id: person(i), username: `user-${i}` }))
  const people = all.slice(0, FULL)
  const lobby = (id: string, members: ReadonlyArray<{ readonly id: string }>) => ({
    id,
    application_id: APP,
    metadata,
    // Longer than any run.
    idle_timeout_seconds: 604_800,
    members: members.map(({ id: member }) => ({ id: member, metadata }))
  })
  return {
    ...world,
    users: [...world.users, ...all],
    lobbies: [
      lobby(SMALL_LOBBY, [{ id: ALICE }, { id: person(FULL - 1) }]),
      lobby(FULL_LOBBY, people),
      ...Array.from({ length: deletable }, (_, i) => lobby(idAfter(FIRST_TO_DELETE, i), []))
    ]
  }
}
