/**
 * The gateway without sockets: its registry, logins and dispatcher over a store in memory. The test decides how many
 * turns each transaction takes, and so every interleaving of logins, commits and dispatches.
 */

import { layer as layerCounters } from "@backlot/adapters-memory/Counters"
import { layer as layerBus } from "@backlot/adapters-memory/EventBus"
import { layerSeeded } from "@backlot/adapters-memory/Secrets"
import { layer as layerClock } from "@backlot/adapters-memory/ServiceClock"
import { layer as layerMemory } from "@backlot/adapters-memory/Storage"
import type { Guild } from "@backlot/domain/record/World"
import { decodeWorld } from "@backlot/domain/world/WorldDecoder"
import { fromSeed } from "@backlot/domain/world/WorldMint"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Storage, StorageError } from "@backlot/ports/Storage"
import { layerMode } from "@backlot/usecases/access/RateLimits"
import { EventLog, layer as layerLog, type NewEvent, position } from "@backlot/usecases/event/EventLog"
import * as Collection from "@backlot/usecases/store/Collection"
import * as Collections from "@backlot/usecases/store/Collections"
import { Effect, Layer, Logger, Result } from "effect"
import type { Connection } from "../../src/gateway/Connection.ts"
import { dispatchEvents } from "../../src/gateway/EventDispatch.ts"
import { IdentifyLimit, layer as layerStarts } from "../../src/gateway/IdentifyLimit.ts"
import * as Login from "../../src/gateway/Login.ts"
import { makeSendTo, type Parts, type SendTo } from "../../src/gateway/SendDispatch.ts"
import { sentJournal } from "../../src/gateway/SentJournal.ts"
import { SessionRegistry } from "../../src/gateway/SessionRegistry.ts"
import { APP, SECRETS } from "../fixture/Running.ts"
import type { Frame } from "./Bot.ts"
import { fakeConnection } from "./FakeConnection.ts"
import { given, HARBOUR, INTENTS } from "./World.ts"

/** The plan for one transaction. */
export interface Turns {
  /** Turns of other fibers before and after it. */
  next: () => readonly [before: number, after: number]
  /** Whether it fails. */
  fails: () => boolean
}

export const steady = (): Turns => ({ next: () => [0, 0], fails: () => false })

export const pass = (turns: number) => Effect.repeat(Effect.yieldNow, { times: turns })

const storageWith = (turns: Turns) =>
  Layer.effect(
    Storage,
    Effect.map(Storage, (storage): Storage["Service"] => ({
      transaction: (body) =>
        Effect.suspend(() => {
          const [before, after] = turns.next()
          if (turns.fails()) return Effect.fail(new StorageError({ message: "a failure on purpose" }))
          return Effect.andThen(pass(before), Effect.tap(storage.transaction(body), pass(after)))
        })
    }))
  ).pipe(Layer.provide(layerMemory))

export const services = (turns: Turns) =>
  Layer.mergeAll(layerLog, layerMode("observe"), layerStarts, Logger.layer([])).pipe(
    Layer.provideMerge(Layer.mergeAll(storageWith(turns), layerBus, layerCounters, layerSeeded(1), layerClock))
  )

/** The frames sent on one connection, and its end. */
export interface Line {
  readonly connection: Connection
  readonly frames: ReadonlyArray<Frame>
  readonly ends: ReadonlyArray<string>
}

const text = new TextDecoder()

export const partsOf = Effect.fnUntraced(function* (registry: SessionRegistry, sendTo: SendTo) {
  const voice = { tell: () => ({ token: "", endpoint: null }), needsToken: () => false }
  return {
    registry,
    sendTo,
    journal: yield* sentJournal(registry),
    starts: yield* IdentifyLimit,
    voice
  } satisfies Parts
})

/** The dispatcher runs until the scope closes. */
export const simulated = Effect.gen(function* () {
  yield* settle
  const registry = new SessionRegistry(() => 0)
  const connected = new Set<string>()
  registry.onSession = ({ type, data }) => {
    // Each of these events names its session.
    const { session_id } = data as { readonly session_id: string }
    const isTurn = type === "gateway_session.began" ? !connected.has(session_id) : connected.delete(session_id)
    if (!isTurn) throw new Error(`${type} out of turn`)
    if (type === "gateway_session.began") connected.add(session_id)
  }
  const sendTo = makeSendTo({
    registry,
    plannedAct: () => undefined,
    sent: () => {},
    failed: (defect) => {
      throw defect
    }
  })
  const parts = yield* partsOf(registry, sendTo)
  yield* dispatchEvents(parts)

  const connect = (): Line => {
    const frames: Array<Frame> = []
    const ends: Array<string> = []
    const connection = fakeConnection({
      writer: {
        // The server wrote this frame.
        write: (frame) => frames.push(JSON.parse(text.decode(frame)) as Frame),
        close: (code) => ends.push(String(code))
      },
      cut: () => ends.push("cut"),
      ended: (connection) => {
        const session = registry.sessionOf(connection)
        if (session !== undefined) registry.release(session)
      }
    })
    return { connection, frames, ends }
  }
  const identify = (line: Line) =>
    Login.identify(parts, line.connection, {
      token: SECRETS.bot,
      intents: INTENTS.GUILDS,
      shard: [0, 1],
      compress: false,
      large_threshold: 50
    })
  const resume = (line: Line, session_id: string, seq: number) =>
    Login.resume(parts, line.connection, { token: SECRETS.bot, session_id, seq })
  return { registry, starts: parts.starts, connect, identify, resume }
})

/** Renames the guild. Each name is the position of its event in the log. */
export const rename = (count = 1) =>
  commit(
    Body.gen(function* () {
      const last = yield* position
      const guild = yield* Collections.guilds.get(Collection.id(HARBOUR))
      if (guild === undefined) return []
      const named = Array.from({ length: count }, (_, i): Guild => ({ ...guild, name: String(last + 1 + i) }))
      yield* Collections.guilds.put(named.at(-1) ?? guild)
      return named.map((guild) => ({ type: "guild.updated", data: { guild_id: HARBOUR, guild } }))
    })
  )

/** An interaction for the bot. Its id is the position of its event. */
export const interact = (created: (position: number) => void) =>
  commit(
    Body.gen(function* () {
      const at = (yield* position) + 1
      const interaction_id = String(at)
      const payload = JSON.stringify({ id: interaction_id })
      yield* Collections.undelivered.put({ interaction_id, application_id: APP, guild_id: HARBOUR, payload })
      created(at)
      return [{ type: "interaction.created", data: { interaction_id, application_id: APP } }]
    })
  )

export const replaceWorld = commit(Body.succeed([{ type: "world.replaced", data: {} }]))

function commit<Y extends Body.Step>(body: Iterable<Y, ReadonlyArray<NewEvent>, unknown>) {
  return Effect.flatMap(EventLog, (log) =>
    log.commit(() => Body.map(body, (events) => ({ value: events.length, events })))
  )
}

/** The application with its bot in the guild, and an empty log. */
const settle = Effect.gen(function* () {
  const { sha256 } = yield* Secrets
  const decoded = decodeWorld(given, fromSeed({ seed: "simulated", sha256, ids: [] }), 0)
  const world = Result.getOrThrowWith(decoded, (faults) => new Error(JSON.stringify(faults)))
  const storage = yield* Storage
  yield* storage.transaction(function* () {
    for (const each of world.applications) {
      yield* Collections.applications.put(each)
      yield* Collections.credentials.put(Collections.botCredential(each, sha256))
    }
    for (const each of world.guilds) yield* Collections.guilds.put(each)
    for (const each of world.roles) yield* Collections.roles.put(each)
    for (const each of world.channels) yield* Collections.channels.put(each)
    for (const each of world.members) yield* Collections.members.put(each)
    for (const each of world.guild_installs) yield* Collections.guildInstalls.put(each)
  })
})
