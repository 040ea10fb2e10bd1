/**
 * IDENTIFY starts a session and RESUME continues one. A refusal closes the connection with its code.
 * Source: wire-interactions.md §3.4 to §3.10.
 */
import { gateway } from "@backlot/domain/base/Limits"
import type { Identify, Resume } from "@backlot/domain/gateway/GatewayCommand"
import { judgeIntents } from "@backlot/domain/gateway/GatewayIntent"
import type { Act } from "@backlot/domain/planned-fault/PlannedFault"
import type { Application } from "@backlot/domain/record/World"
import { Secrets } from "@backlot/ports/Secrets"
import { CLOSE, Opcode } from "@backlot/protocol/gateway/Gateway"
import { RateLimitMode } from "@backlot/usecases/access/RateLimits"
import * as GatewayLogin from "@backlot/usecases/gateway/GatewayLogin"
import * as GatewaySnapshot from "@backlot/usecases/gateway/GatewaySnapshot"
import { PlannedFaults } from "@backlot/usecases/planned-fault/PlannedFaults"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { payload } from "./Frame.ts"
import { performAct } from "./PlannedGatewayFaults.ts"
import type { Parts } from "./SendDispatch.ts"
import { Session } from "./Session.ts"
import type { SessionRegistry } from "./SessionRegistry.ts"
import { Closed, start } from "./SessionStart.ts"

export const identify = (parts: Parts, connection: Connection, asked: Identify) =>
  Effect.gen(function* () {
    const { registry } = parts
    const { application, token_hash, user } = yield* login(asked.token)
    const intents = user === undefined ? yield* intentsOf(asked, application) : 0
    if (yield* isHit(registry, connection, application.id, "IDENTIFY")) return
    if (user === undefined && !(yield* isInTime(registry, connection, application.id, asked))) return
    const id = yield* (yield* Secrets).hex(16)
    const input = { id, application_id: application.id, token_hash, intents }
    if (user === undefined) {
      const session = new Session({ ...input, shard: asked.shard })
      return yield* start(parts, connection, session, asked, botSnapshot(session, asked))
    }
    const session = new Session({ ...input, user_id: user.id, shard: [0, 1] })
    yield* start(parts, connection, session, asked, clientSnapshot(session))
  }).pipe(Effect.catchTag("Closed", (refusal) => close(connection, refusal)))

export const resume = ({ registry, sendTo }: Parts, connection: Connection, asked: Resume) =>
  Effect.gen(function* () {
    const { application, token_hash } = yield* login(asked.token)
    if (yield* isHit(registry, connection, application.id, "RESUME")) return
    const session = registry.session(asked.session_id)
    const annotated = Effect.annotateLogs({
      application_id: application.id,
      session_id: asked.session_id,
      seq: asked.seq
    })
    if (session === undefined || session.token_hash !== token_hash || session.isOpening) {
      connection.send(Opcode.INVALID_SESSION, false)
      return yield* annotated(Effect.logInfo("A gateway session that is not known was not resumed"))
    }
    const verdict = session.judge(asked.seq)
    if (verdict === "ahead") {
      if (session.connection === undefined) registry.forget(session)
      return yield* new Closed({ reason: CLOSE.INVALID_SEQ, because: `The last one sent was ${session.seq}.` })
    }
    if (verdict === "gone") {
      if (session.connection === undefined) registry.forget(session)
      connection.send(Opcode.INVALID_SESSION, false)
      return yield* annotated(Effect.logInfo("A gateway session was not resumed: what it missed is no longer kept"))
    }
    if (connection.isClosed) return
    session.connection?.close(CLOSE.UNKNOWN_ERROR, "The session was resumed by another connection.")
    registry.attach(session, connection)
    registry.began(session, true)
    session.replay(asked.seq)
    sendTo(session, RESUMED)
    registry.presenceChanged(session)
    yield* annotated(Effect.logInfo("A gateway session was resumed"))
  }).pipe(Effect.catchTag("Closed", (refusal) => close(connection, refusal)))

/** discord.py adds a key to this object (§3.7). */
const RESUMED = payload("RESUMED", '{"_trace":[]}')

/** The session start limit of bots. */
const isInTime = Effect.fnUntraced(function* (
  registry: SessionRegistry,
  connection: Connection,
  application_id: string,
  { shard: [shard] }: Identify
) {
  const mode = yield* (yield* RateLimitMode).current
  if (registry.identifies.take(application_id, shard, mode)) return true
  connection.send(Opcode.INVALID_SESSION, false)
  yield* Effect.annotateLogs(Effect.logInfo("A gateway identify came too soon after another"), {
    application_id,
    shard
  })
  return false
})

const botSnapshot = Effect.fnUntraced(function* (session: Session, { large_threshold }: Identify) {
  const { application_id, intents, shard } = session
  const { application, ...snapshot } = yield* Effect.catchTag(
    GatewaySnapshot.take({ application_id, intents, shard, large_threshold }),
    "UnknownApplication",
    () => new Closed({ reason: CLOSE.AUTHENTICATION_FAILED, because: "The application is gone." })
  )
  // The token may have changed between the login and the snapshot, before any event could end this session.
  if ((yield* Secrets).sha256(application.bot.token) !== session.token_hash) {
    return yield* new Closed({ reason: CLOSE.AUTHENTICATION_FAILED, because: "The bot's token has changed." })
  }
  const guilds = guildsIn(snapshot.ready)
  if (guilds > gateway.guildsPerShard) {
    const because = `A shard has ${gateway.guildsPerShard} guilds at most, and this one ${guilds}.`
    return yield* new Closed({ reason: CLOSE.SHARDING_REQUIRED, because })
  }
  return { ...snapshot, lobbies: [], facts: { shard: shard.join(" of "), intents, guilds } }
})

/**
 * A client session has no shard and does not count towards the session start limit. Source: wire-rest.md §6.3.
 * Our choice: docs/choices.md "Gateway".
 */
const clientSnapshot = Effect.fnUntraced(function* ({ token_hash, user_id }: Session) {
  const snapshot = yield* Effect.catchTag(
    GatewayLogin.clientSnapshot(token_hash),
    "Unauthorized",
    () => new Closed({ reason: CLOSE.AUTHENTICATION_FAILED, because: "The token is no longer valid." })
  )
  return { ...snapshot, guilds: [], facts: { user_id, lobbies: snapshot.lobbies.length } }
})

const intentsOf = ({ intents }: Identify, { flags }: Application): Effect.Effect<number, Closed> => {
  if (intents === undefined) {
    return Effect.fail(new Closed({ reason: CLOSE.DECODE_ERROR, because: "intents must be an integer." }))
  }
  const verdict = judgeIntents(intents, flags)
  if (verdict.ok) return Effect.succeed(intents)
  const reason = verdict.code === 4013 ? CLOSE.INVALID_INTENTS : CLOSE.DISALLOWED_INTENTS
  return Effect.fail(new Closed({ reason, because: sentence(verdict.because) }))
}

/** The number of guilds that READY lists for its shard. */
const guildsIn = (ready: object): number => ("guilds" in ready && Array.isArray(ready.guilds) ? ready.guilds.length : 0)

const NO_TOKEN = "It is the token of no bot here, and of no user with the scope gateway.connect."

const login = (token: string) =>
  Effect.catchTag(GatewayLogin.authenticate(token), "Unauthorized", () =>
    Effect.fail(new Closed({ reason: CLOSE.AUTHENTICATION_FAILED, because: NO_TOKEN }))
  )

/** Performs a planned fault on this step; true if the step ends with it. */
const isHit = Effect.fnUntraced(function* (
  registry: SessionRegistry,
  connection: Connection,
  application_id: string,
  event: string
) {
  const act: Act | undefined = (yield* PlannedFaults).take({ surface: "gateway", application_id, event })
  if (act === undefined) return false
  performAct(registry, connection, act)
  return act.drop === true || act.disconnect !== undefined || act.invalid_session !== undefined
})

const close = (connection: Connection, { reason, because }: Closed) =>
  Effect.sync(() => connection.close(reason, because))

const sentence = (text: string) => `${text}.`
