import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { decodeWorld } from "@backlot/domain/world/WorldDecoder"
import { fromSeed } from "@backlot/domain/world/WorldMint"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Storage } from "@backlot/ports/Storage"
import { EventLog } from "@backlot/usecases/event/EventLog"
import * as Lobbies from "@backlot/usecases/lobby/Lobbies"
import * as LobbyMembers from "@backlot/usecases/lobby/LobbyMembers"
import * as LobbyStore from "@backlot/usecases/lobby/LobbyStore"
import * as Worlds from "@backlot/usecases/world/Worlds"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Result } from "effect"
import fc from "fast-check"
import { dispatchEvents } from "../../src/gateway/EventDispatch.ts"
import * as Login from "../../src/gateway/Login.ts"
import { makeSendTo } from "../../src/gateway/SendDispatch.ts"
import { followPresence } from "../../src/gateway/SessionEvents.ts"
import { GatewayRegistry } from "../../src/gateway/SessionRegistry.ts"
import * as Services from "../../src/Services.ts"
import { ALICE, APP, BOB, CAROL, OTHER_APP, playing } from "./Clients.ts"
import { fakeConnection } from "./FakeConnection.ts"
import { partsOf, pass } from "./SimulatedGateway.ts"

const APPS = [APP, OTHER_APP] as const
const USERS = [ALICE, BOB, CAROL] as const

const tokenOf = (app: number, user: number) => `sdk-${app}-${user}`
const world = {
  ...playing,
  tokens: APPS.flatMap((application_id, app) =>
    USERS.map((user_id, user) => ({
      token: tokenOf(app, user),
      application_id,
      user_id,
      scopes: ["gateway.connect", "identify"]
    }))
  )
}

/** A step; numbers select the application, user and lobby. */
type Step =
  | { readonly do: "create"; readonly app: number; readonly users: ReadonlyArray<number> }
  | { readonly do: "put" | "remove"; readonly lobby: number; readonly user: number; readonly side: string }
  | { readonly do: "edit" | "delete" | "say"; readonly lobby: number; readonly side: string }
  | { readonly do: "open"; readonly app: number; readonly user: number }
  | { readonly do: "close"; readonly session: number }
  | { readonly do: "wait"; readonly turns: number }

const small = fc.nat(9)
const side = fc.constantFrom("white", "black", "red")
const user = fc.nat(USERS.length - 1)
const app = fc.nat(APPS.length - 1)
const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("create" as const), app, users: fc.subarray(USERS.map((_, i) => i)) }),
    fc.record({ do: fc.constantFrom("put" as const, "put" as const, "remove" as const), lobby: small, user, side }),
    fc.record({ do: fc.constantFrom("edit" as const, "delete" as const, "say" as const), lobby: small, side }),
    fc.record({ do: fc.constant("open" as const), app, user }),
    fc.record({ do: fc.constant("close" as const), session: small }),
    fc.record({ do: fc.constant("wait" as const), turns: fc.nat(40) })
  ),
  { maxLength: 40 }
)

interface MemberShown {
  readonly user: { readonly id: Snowflake }
  readonly metadata: unknown
  readonly connected: boolean
}

interface LobbyShown {
  readonly id: Snowflake
  readonly application_id: Snowflake
  readonly metadata: unknown
  readonly members: ReadonlyArray<MemberShown>
}

/** The fields of all lobby dispatches; each kind has some of them. */
interface Said extends LobbyShown {
  readonly lobbies: ReadonlyArray<LobbyShown>
  readonly lobby_id: Snowflake
  readonly member: MemberShown
}

const line = (member: Pick<MemberShown, "metadata" | "connected">) =>
  JSON.stringify([member.metadata, member.connected])

/** A client's view of its lobbies; `faults` collects dispatches that do not fit. */
const makeView = (applicationId: Snowflake) => {
  const lobbies = new Map<Snowflake, { metadata: unknown; members: Map<Snowflake, string> }>()
  const faults: Array<string> = []
  const show = ({ id, application_id, metadata, members }: LobbyShown) => {
    if (application_id !== applicationId) faults.push(`lobby ${id} is of ${application_id}`)
    lobbies.set(id, { metadata, members: new Map(members.map((member) => [member.user.id, line(member)])) })
  }
  const inLobby = (t: string, id: Snowflake, act: (lobby: { members: Map<Snowflake, string> }) => void) => {
    const lobby = lobbies.get(id)
    if (lobby === undefined) faults.push(`${t} of the unknown lobby ${id}`)
    else act(lobby)
  }
  const take = (t: string, d: Said) => {
    switch (t) {
      case "READY":
        return d.lobbies.forEach(show)
      case "LOBBY_CREATE":
        if (lobbies.has(d.id)) faults.push(`LOBBY_CREATE of the known lobby ${d.id}`)
        return show(d)
      case "LOBBY_UPDATE":
        return inLobby(t, d.id, () => show(d))
      case "LOBBY_DELETE":
        return inLobby(t, d.id, () => lobbies.delete(d.id))
      case "LOBBY_MEMBER_REMOVE":
        return inLobby(t, d.lobby_id, ({ members }) => members.delete(d.member.user.id))
      case "LOBBY_MESSAGE_CREATE":
        return inLobby(t, d.lobby_id, () => {})
      default:
        return inLobby(t, d.lobby_id, ({ members }) => members.set(d.member.user.id, line(d.member)))
    }
  }
  return { lobbies, faults, take }
}

type View = ReturnType<typeof makeView>

const services = Layer.provideMerge(
  Services.layer({ storage: { kind: "memory" }, ids: "wall", seed: 1, noPrivateEndpoints: false, limits: "observe" }),
  Logger.layer([])
)

const text = new TextDecoder()

/** The gateway without sockets, over all services. */
const simulated = Effect.gen(function* () {
  const { sha256 } = yield* Secrets
  const decoded = decodeWorld(world, fromSeed({ seed: "views", sha256, ids: [] }), 0)
  yield* Worlds.replace(Result.getOrThrowWith(decoded, (faults) => new Error(JSON.stringify(faults))))
  const registry = yield* GatewayRegistry
  const failed = (defect: unknown) => {
    throw defect
  }
  const sendTo = makeSendTo({ registry, plannedAct: () => undefined, sent: () => {}, failed })
  const parts = yield* partsOf(registry, sendTo)
  yield* dispatchEvents(parts)
  yield* Effect.forkScoped(yield* followPresence(registry))

  /** Opens a client session of the user, with its view. */
  const open = Effect.fnUntraced(function* (app: number, user: number) {
    const view = makeView(APPS[app] ?? "")
    const connection = fakeConnection({
      writer: {
        write: (frame) => {
          // The server wrote this frame; lobby dispatches have these fields.
          const { t, d } = JSON.parse(text.decode(frame)) as { readonly t: string; readonly d: Said }
          view.take(t, d)
        }
      },
      ended: (connection) => {
        const session = registry.sessionOf(connection)
        if (session !== undefined) registry.forget(session)
      }
    })
    const asked = { token: tokenOf(app, user), intents: undefined, shard: [0, 1] as const, compress: false }
    yield* Login.identify(parts, connection, { ...asked, large_threshold: 50 })
    return { app, user, view, connection }
  })
  return { open }
})

type Opened = Effect.Success<ReturnType<Effect.Success<typeof simulated>["open"]>>
interface Made {
  readonly lobby_id: Snowflake
  readonly application_id: Snowflake
}

const idOf = (user: number): Snowflake => USERS[user] ?? ""

/** A step on a missing lobby fails and changes nothing. */
const perform = Effect.fnUntraced(function* (step: Step, made: Array<Made>, opened: Array<Opened>, open: Open) {
  if (step.do === "wait") return yield* pass(step.turns)
  if (step.do === "open") return void opened.push(yield* open(step.app, step.user))
  if (step.do === "close") return opened.splice(step.session, 1)[0]?.connection.closed(1000)
  if (step.do === "create") {
    const application_id = APPS[step.app] ?? ""
    const { id } = yield* Lobbies.create(application_id, { members: step.users.map((user) => ({ id: idOf(user) })) })
    return void made.push({ lobby_id: id, application_id })
  }
  const lobby = made[step.lobby % Math.max(made.length, 1)]
  if (lobby === undefined) return
  const metadata = { side: step.side }
  if (step.do === "put" || step.do === "remove") {
    const address = { ...lobby, user_id: idOf(step.user) }
    yield* Effect.ignore(step.do === "put" ? LobbyMembers.put(address, { metadata }) : LobbyMembers.remove(address))
  } else if (step.do === "edit") yield* Effect.ignore(Lobbies.edit(lobby, { metadata }))
  else if (step.do === "delete") yield* Lobbies.remove(lobby)
  else yield* say(lobby)
})

type Open = Effect.Success<typeof simulated>["open"]

const say = Effect.fnUntraced(function* (lobby: Made) {
  const there = Body.result(LobbyStore.require(lobby.application_id, lobby.lobby_id))
  const log = yield* EventLog
  yield* log.commit(() =>
    Body.map(there, (found) => ({
      value: undefined,
      events: Result.isSuccess(found)
        ? [{ type: "lobby_message.created", data: { ...lobby, message: { id: "1", lobby_id: lobby.lobby_id } } }]
        : []
    }))
  )
})

/** The lobbies of the user in the store. */
const truth = Effect.fnUntraced(function* ({ app, user }: Opened) {
  const storage = yield* Storage
  return yield* storage.transaction(function* () {
    const lobbies: View["lobbies"] = new Map()
    for (const record of yield* LobbyStore.ofUser(idOf(user), APPS[app] ?? "")) {
      const members = yield* LobbyStore.membersOf(record.id)
      const shown = members.map(
        ({ id, metadata, connected }) => [id, line({ metadata, connected: connected === true })] as const
      )
      lobbies.set(record.id, { metadata: record.metadata, members: new Map(shown) })
    }
    return lobbies
  })
})

const play = (done: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
    const { open } = yield* simulated
    const made: Array<Made> = []
    const opened: Array<Opened> = []
    for (const step of done) yield* perform(step, made, opened, open)
    // Waits until all events, and the events that they cause, are dispatched.
    yield* pass(3_000)
    for (const session of opened) {
      assert.deepStrictEqual(session.view.faults, [])
      assert.deepStrictEqual(session.view.lobbies, yield* truth(session))
    }
  }).pipe(Effect.scoped, Effect.provide(services, { local: true }))

describe("whatever happens to lobbies and to sessions", () => {
  it(
    "a session knows the lobbies of its user in its application as they are, and no others",
    { timeout: 120_000 },
    () =>
      fc.assert(
        fc.asyncProperty(steps, (done) => Effect.runPromise(play(done))),
        { numRuns: 60, endOnFailure: true }
      )
  )
})
