/** The number of round trips to PostgreSQL of each use case. Source: architecture.md "Storage" (postgres). */
import { Database } from "@backlot/adapters-postgres/Database"
import { make } from "@backlot/adapters-postgres/Storage"
import { Storage } from "@backlot/ports/Storage"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Access from "../../src/access/Access.ts"
import * as CommandChoice from "../../src/command/CommandChoice.ts"
import * as CommandPermissions from "../../src/command/CommandPermissions.ts"
import * as Commands from "../../src/command/Commands.ts"
import * as Time from "../../src/event/Time.ts"
import * as InteractionCalls from "../../src/interaction/InteractionCalls.ts"
import * as Lobbies from "../../src/lobby/Lobbies.ts"
import * as LobbyMembers from "../../src/lobby/LobbyMembers.ts"
import * as Entering from "../fixture/Entering.ts"
import { exchange, give, refresh } from "../fixture/Granting.ts"
import {
  ALICE,
  BOB,
  BOT_TOKEN,
  CAROL,
  GENERAL,
  HARBOUR,
  IDENTIFY_TOKEN,
  MODERATOR,
  PET_SHOP,
  slash,
  THREAD,
  target
} from "../fixture/Harbour.ts"
import { MORE, press, row } from "../fixture/Pressing.ts"
import { newDatabase, services, WALL_MS } from "../fixture/Stores.ts"
import { MODAL, submit } from "../fixture/Submitting.ts"
import { ACCEPTED, open, traced, use, withApp } from "../fixture/Using.ts"

const counter = { trips: 0 }

/** The storage adapter on a database that counts its exchanges: each is written once and awaited once. */
const counting = Layer.effect(
  Storage,
  Effect.flatMap(Database, (database) =>
    make({
      ...database,
      open: Effect.map(database.open, (session) => ({
        ...session,
        exchange: (statements) =>
          Effect.suspend(() => {
            counter.trips++
            return session.exchange(statements)
          })
      }))
    })
  )
).pipe(Layer.provide(newDatabase))

const tripsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const before = counter.trips
    return Effect.map(effect, (value) => ({ value, trips: counter.trips - before }))
  })

const HUNDRED = Array.from({ length: 100 }, (_, i) => slash(`command-${i}`))

/** Users. */
const OTHERS = Array.from({ length: 97 }, (_, i) => String(300_000_000_000_000_000n + BigInt(i)))

/** The most round trips. The use of a command includes those of the delivery that begins meanwhile. */
const MOST = {
  "authenticate and enter a guild": 2,
  "list 1 command": 1,
  "get a command": 1,
  "create a command": 2,
  "create over a command of the name": 1,
  "edit a command": 1,
  "delete a command": 2,
  "overwrite with 100 commands": 2,
  "overwrite 100 commands with the same": 1,
  "list 100 commands": 1,
  "replace 100 overwrites of a command": 7,
  "get overwrites of a command": 1,
  "list overwrites of a guild": 2,
  "list what a user sees": 9,
  "explain a command": 2,
  "tell what a user can name": 4,
  "use a command": 3,
  "answer by callback": 4,
  "use a component": 2,
  "select a user": 1,
  "select 25 channels that are not there": 3,
  "update by callback": 1,
  "submit a modal": 1,
  "advance the clock over a deadline": 6,
  "check a bearer token": 1,
  "issue client credentials": 4,
  "exchange a code": 4,
  "exchange a refresh token": 7,
  "create a lobby of 3 members": 4,
  "get a lobby": 2,
  "add a lobby member": 2,
  "update a lobby member": 1,
  "connect a lobby member": 1,
  "remove a lobby member": 1,
  "delete a lobby": 3
} as const

it.effect("each use case makes few round trips", () =>
  withApp(
    () => Effect.succeed(ACCEPTED),
    Effect.fnUntraced(function* () {
      yield* TestClock.setTime(WALL_MS)
      const table: Array<{ readonly "use case": string; readonly "round trips": number; readonly "at most": number }> =
        []
      const measure = <A, E, R>(name: keyof typeof MOST, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.map(tripsOf(effect), ({ value, trips }) => {
          table.push({ "use case": name, "round trips": trips, "at most": MOST[name] })
          return value
        })
      const { id } = yield* open()
      const where = yield* target()
      const ids = { application_id: PET_SHOP, guild_id: HARBOUR }
      yield* measure(
        "authenticate and enter a guild",
        Entering.enter(`Bot ${BOT_TOKEN}`, ids, "applications.commands.update")
      )
      yield* give({ redirect_given: false })
      yield* measure("issue client credentials", exchange({ grant_type: "client_credentials", scope: "identify" }))
      const { refresh_token } = yield* measure("exchange a code", exchange())
      yield* measure("exchange a refresh token", refresh(refresh_token))
      yield* measure("check a bearer token", Access.authenticate(`Bearer ${IDENTIFY_TOKEN}`))
      yield* measure("list 1 command", Commands.list(where))
      yield* measure("get a command", Commands.get(where, id))
      const { command } = yield* measure("create a command", Commands.create(where, slash("feed")))
      yield* measure(
        "create over a command of the name",
        Commands.create(where, slash("feed", { description: "Another" }))
      )
      yield* measure("edit a command", Commands.edit(where, command.id, { description: "A third" }))
      yield* measure("delete a command", Commands.remove(where, command.id))

      yield* measure("list what a user sees", CommandChoice.list(ALICE, GENERAL))
      yield* measure("explain a command", CommandChoice.explain(ALICE, GENERAL, id))
      const wanted = { ids: [BOB], everyone: true, channels: "all" as const }
      yield* measure("tell what a user can name", CommandChoice.surroundings(ALICE, GENERAL, wanted))
      const { value, trips } = yield* tripsOf(use({ command_id: id }))
      table.push({ "use case": "use a command", "round trips": trips, "at most": MOST["use a command"] })
      yield* traced(value.id, "awaiting_callback")
      const components = [
        row(MORE),
        row({ type: 5, custom_id: "who" }),
        row({ type: 8, custom_id: "where", max_values: 25 })
      ]
      const answer = { type: 4, data: { content: "hi", components } }
      const { resource } = yield* measure(
        "answer by callback",
        InteractionCalls.respond({ interaction_id: value.id, token: value.token }, answer)
      )
      const shown = resource?.message?.id ?? ""
      const pressed = yield* measure("use a component", press(shown))
      yield* traced(pressed.id, "awaiting_callback")
      const selected = yield* measure("select a user", press(shown, { custom_id: "who", values: [BOB] }))
      yield* traced(selected.id, "awaiting_callback")
      const values = OTHERS.slice(0, 25)
      yield* measure("select 25 channels that are not there", Effect.flip(press(shown, { custom_id: "where", values })))
      const update = ({ id: interaction_id, token }: typeof pressed) =>
        InteractionCalls.respond({ interaction_id, token }, { type: 7, data: { content: "new" } })
      yield* measure("update by callback", update(pressed))
      const opener = { interaction_id: selected.id, token: selected.token }
      yield* InteractionCalls.respond(opener, { type: 9, data: MODAL })
      const submitted = yield* measure("submit a modal", submit({ interaction_id: selected.id }))
      yield* traced(submitted.id, "awaiting_callback")
      yield* update(submitted)
      const late = yield* use({ command_id: id })
      yield* traced(late.id, "awaiting_callback")
      yield* measure("advance the clock over a deadline", Time.change({ advance_ms: 3_000 }))

      const here = { application: where.application, guild_id: HARBOUR }
      const permissions = [MODERATOR, GENERAL, THREAD, ...OTHERS].map((id, i) => ({
        id,
        type: i === 0 ? 1 : i < 3 ? 3 : 2,
        permission: true
      }))
      const owned = { ...here, user_id: BOB }
      yield* measure("replace 100 overwrites of a command", CommandPermissions.replace(owned, id, { permissions }))
      yield* measure("get overwrites of a command", CommandPermissions.getText(here, id))
      yield* measure("list overwrites of a guild", CommandPermissions.listText(here))

      yield* measure("overwrite with 100 commands", Commands.overwrite(where, HUNDRED))
      yield* measure("overwrite 100 commands with the same", Commands.overwrite(where, HUNDRED))
      yield* measure("list 100 commands", Commands.list(where))

      const members = [{ id: ALICE }, { id: BOB }, { id: CAROL }]
      const lobby = yield* measure("create a lobby of 3 members", Lobbies.create(PET_SHOP, { members }))
      const lobbied = { application_id: PET_SHOP, lobby_id: lobby.id, user_id: BOB }
      yield* measure("get a lobby", Lobbies.get(lobbied))
      yield* measure("remove a lobby member", LobbyMembers.remove(lobbied))
      yield* measure("add a lobby member", LobbyMembers.put(lobbied, {}))
      yield* measure("update a lobby member", LobbyMembers.put(lobbied, { flags: 1 }))
      yield* measure("connect a lobby member", LobbyMembers.connect({ ...lobbied, source: "control" }))
      yield* measure("delete a lobby", Lobbies.remove(lobbied))

      console.table(table)
      const beyond = table.filter((row) => row["round trips"] > row["at most"])
      assert.deepStrictEqual(beyond, [])
      assert.strictEqual(table.length, Object.keys(MOST).length)
    })
  ).pipe(Effect.provide(services(counting), { local: true }), Effect.scoped)
)
