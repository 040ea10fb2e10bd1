/** What bots were told about this voice server, their sessions and their connections. Nothing of it is stored. */
import { elapsedOf } from "@backlot/domain/base/Elapsed"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { voice } from "@backlot/domain/base/VoiceLimits"
import { Secrets } from "@backlot/ports/Secrets"
import type { CloseReason } from "@backlot/protocol/gateway/Gateway"
import { VOICE_CLOSE } from "@backlot/protocol/gateway/VoiceGateway"
import type { NewEvent } from "@backlot/usecases/event/EventLog"
import { Clock, Context, Effect, Latch, Layer } from "effect"
import * as Sieve from "../http/Sieve.ts"
import { isFinal, type VoiceEnding, type VoiceLink } from "./VoiceLink.ts"
import { VoiceRate } from "./VoiceRate.ts"
import { type VoicePlace, VoiceSession } from "./VoiceSession.ts"

/** What VOICE_SERVER_UPDATE says. */
export interface VoiceServer {
  readonly token: string
  /** `host:port`; null where this server has no voice gateway. */
  readonly endpoint: string | null
}

/** What a token leads to. */
export interface Claimed {
  readonly place: VoicePlace
  readonly token: string
  /** Of the log, when the bot was told: what happened up to there does not end its connection. */
  readonly since: number
}

interface Told extends Claimed {
  isSpent: boolean
  /** Whether another server has the connection. */
  isElsewhere: boolean
}

/** Who wants to begin a session. */
export interface Claim {
  readonly server_id: Snowflake
  readonly user_id: Snowflake
  readonly session_id: string
  readonly token: string
}

/** A login that is refused. */
export interface Refused {
  /** Whose it would be; absent where nobody was told of the session. */
  readonly application_id?: Snowflake
  readonly reason: CloseReason
  readonly because: string
}

export class VoiceRegistry {
  /** Real milliseconds since some moment. */
  readonly now: () => number
  readonly #secrets: Pick<Secrets["Service"], "sha256" | "equal">
  readonly #key: string
  #drawn = 0
  isStopping = false
  /** Whether no other server can have told a bot. */
  isAlone = true
  /** `host:port` of this voice gateway, known once it listens. */
  endpoint: string | null = null
  /** By guild and session of the gateway, as the next. */
  readonly #told = new Map<string, Told>()
  readonly #sessions = new Map<string, VoiceSession>()
  readonly sessions: ReadonlyMap<string, VoiceSession> = this.#sessions
  readonly #bySsrc = new Map<number, VoiceSession>()
  readonly #byAddress = new Map<string, VoiceSession>()
  readonly #links = new Set<VoiceLink>()
  /** Each one stays here until its socket has closed. */
  readonly links: ReadonlySet<VoiceLink> = this.#links
  /** Open while there is no connection. */
  readonly empty = Latch.makeUnsafe(true)
  readonly #refusals = Sieve.make(voice.refusals)
  /** Those that have no session yet, oldest first. */
  readonly #waiting = new Set<VoiceLink>()
  /** UDP packets that belong to no session. */
  strayPackets = 0
  /** Of UDP packets of all sessions, and of the answers to them. */
  readonly packetRate = new VoiceRate(voice.packetsInAll)
  readonly answerRate = new VoiceRate(voice.answersInAll)
  /** Called when a connection becomes ready, ends or is refused. docs/events.md has the shapes. */
  onEvent: (event: NewEvent) => void = () => {}

  /** `key` makes its secrets hard to guess. */
  constructor(now: () => number, secrets: Pick<Secrets["Service"], "sha256" | "equal">, key: string) {
    this.now = now
    this.#secrets = secrets
    this.#key = key
  }

  /** 64 hex digits that nobody can guess, new each time. */
  #draw(): string {
    this.#drawn += 1
    return this.#secrets.sha256(`${this.#key}/${this.#drawn}`)
  }

  /** What a bot is told about its voice server, because of the event at `since` of the log. An earlier token of the same session is void. */
  tell(place: VoicePlace, since: number): VoiceServer {
    const { endpoint } = this
    const token = this.#draw().slice(0, 32)
    if (endpoint === null) return { token, endpoint }
    const key = keyOf(place)
    this.#told.delete(key)
    this.#told.set(key, { place, token, since, isSpent: false, isElsewhere: false })
    const [oldest] = this.#told.keys()
    if (this.#told.size > voice.told && oldest !== undefined) this.#told.delete(oldest)
    return { token, endpoint }
  }

  /**
   * Whether a bot that connects once more to the same channel needs a new token: the last one led to no connection that still
   * is. Undefined if another server may know.
   */
  needsToken(place: VoicePlace): boolean | undefined {
    const told = this.#told.get(keyOf(place))
    if (told === undefined || told.place.channel_id !== place.channel_id)
      return this.endpoint === null ? false : this.isAlone || told !== undefined ? true : undefined
    if (told.isElsewhere) return undefined
    return told.isSpent && this.#sessions.get(keyOf(place))?.link === undefined
  }

  /** Whether this server has the connection, or has told the bot of one that it has not begun. */
  isBusy(place: VoicePlace): boolean {
    const [told, session] = [this.#told.get(keyOf(place)), this.#sessions.get(keyOf(place))]
    const isTold = told !== undefined && !told.isSpent && told.place.channel_id === place.channel_id
    return isTold || (session?.link !== undefined && session.place.channel_id === place.channel_id)
  }

  /** A session for the token that this server told a bot. */
  identify(link: VoiceLink, asked: Claim): VoiceSession | Refused {
    const claimed = this.claim(asked)
    return "reason" in claimed ? claimed : this.begin(link, claimed)
  }

  /** Whether this server was told nothing that a claim could be judged by. */
  isUnknown({ server_id: guild_id, session_id }: Claim): boolean {
    return !this.#told.has(keyOf({ guild_id, session_id }))
  }

  /** What the token leads to that this server told a bot. It works once. */
  claim(asked: Claim, isElsewhere = false): Claimed | Refused {
    const key = keyOf({ guild_id: asked.server_id, session_id: asked.session_id })
    const told = this.#told.get(key)
    if (told === undefined) return this.unknown(asked)
    const { application_id } = told.place
    const refused = (reason: CloseReason, because: string): Refused => ({ application_id, reason, because })
    if (told.place.user_id !== asked.user_id) return refused(VOICE_CLOSE.AUTHENTICATION_FAILED, WRONG_USER)
    if (!this.#secrets.equal(told.token, asked.token)) return refused(VOICE_CLOSE.AUTHENTICATION_FAILED, WRONG_TOKEN)
    if (told.isSpent) return refused(VOICE_CLOSE.SESSION_INVALID, SPENT_TOKEN)
    told.isSpent = true
    told.isElsewhere = isElsewhere
    this.replace(told.place)
    const { place, token, since } = told
    return { place, token, since }
  }

  /** Ends the session that a newer one replaces, unless it is that. */
  replace(place: Pick<VoicePlace, "guild_id" | "session_id">, ssrc?: number, seq?: number): void {
    const before = this.sessionOf(place, seq)
    if (before === undefined || before.ssrc === ssrc) return
    this.end(before, VOICE_CLOSE.DISCONNECTED, "A newer connection replaced it.")
  }

  begin(link: VoiceLink, { place, token, since }: Claimed): VoiceSession {
    this.replace(place)
    this.#makeRoom()
    const drawn = this.#draw()
    const session = new VoiceSession({
      ...{ place, token, since },
      ssrc: this.#freeSsrc(),
      secretKey: [...Buffer.from(drawn, "hex")]
    })
    this.#sessions.set(keyOf(place), session)
    this.#bySsrc.set(session.ssrc, session)
    this.#attach(session, link)
    return session
  }

  resume(
    link: VoiceLink,
    asked: {
      readonly server_id: Snowflake
      readonly session_id: string
      readonly token: string
      readonly seq_ack: number | undefined
    }
  ): VoiceSession | Refused {
    const session = this.#sessions.get(keyOf({ guild_id: asked.server_id, session_id: asked.session_id }))
    if (session === undefined) return { reason: VOICE_CLOSE.SESSION_INVALID, because: GONE }
    const { application_id } = session.place
    const refused = (reason: CloseReason, because: string): Refused => ({ application_id, reason, because })
    if (!this.#secrets.equal(session.token, asked.token)) return refused(VOICE_CLOSE.AUTHENTICATION_FAILED, WRONG_TOKEN)
    if (!session.isReady) return refused(VOICE_CLOSE.SESSION_INVALID, NOT_READY)
    if (!session.canReplay(asked.seq_ack)) return refused(VOICE_CLOSE.SESSION_INVALID, OUT_OF_REACH)
    const before = session.link
    session.link = undefined
    if (before !== undefined) {
      before.session = undefined
      before.close(VOICE_CLOSE.SESSION_INVALID, "Another connection resumed the session.")
    }
    this.#attach(session, link)
    return session
  }

  addLink(link: VoiceLink): void {
    this.#links.add(link)
    this.empty.closeUnsafe()
    this.#waiting.add(link)
    const [oldest] = this.#waiting
    if (this.#waiting.size > voice.waiting) oldest?.close(VOICE_CLOSE.RATE_LIMITED, TOO_MANY)
  }

  removeLink(link: VoiceLink): void {
    this.#links.delete(link)
    if (this.#links.size === 0) this.empty.openUnsafe()
  }

  /** Called when a connection ended. Its session waits for a resume, unless the code is final. */
  ended(link: VoiceLink, ending: VoiceEnding): void {
    const { session } = link
    this.#waiting.delete(link)
    link.session = undefined
    if (session === undefined || session.link !== link) return
    session.link = undefined
    session.leftAt = this.now()
    session.speaking = 0
    const resumable = !isFinal(ending.code)
    this.#report(session, ending, resumable)
    if (!resumable) this.#forget(session)
  }

  /** Ends a session for good and closes its connection. */
  end(session: VoiceSession, reason: CloseReason, because: string): void {
    const { link } = session
    if (link === undefined) this.#forget(session)
    else link.close(reason, because)
  }

  /** By the event at `seq` the bot is no longer connected by this session of the gateway: its token is void. Gives its voice session. */
  leave(place: Pick<VoicePlace, "guild_id" | "session_id">, seq: number): VoiceSession | undefined {
    const key = keyOf(place)
    if ((this.#told.get(key)?.since ?? seq) < seq) this.#told.delete(key)
    return this.sessionOf(place, seq)
  }

  /** Undefined too for one that began after the event at `seq`. */
  sessionOf(
    place: Pick<VoicePlace, "guild_id" | "session_id">,
    seq = Number.POSITIVE_INFINITY
  ): VoiceSession | undefined {
    const session = this.#sessions.get(keyOf(place))
    return session !== undefined && session.since < seq ? session : undefined
  }

  /** Those in a channel or guild that began before the event at `seq`, ready or not. */
  inPlace(kind: "guild_id" | "channel_id", id: Snowflake, seq: number): ReadonlyArray<VoiceSession> {
    return [...this.#sessions.values()].filter(({ place, since }) => since < seq && place[kind] === id)
  }

  /** Those that are ready, in a channel. */
  inChannel(guildId: Snowflake, channelId: Snowflake): ReadonlyArray<VoiceSession> {
    return [...this.#sessions.values()].filter(
      ({ place, mode }) => mode !== undefined && place.channel_id === channelId && place.guild_id === guildId
    )
  }

  withSsrc(ssrc: number): VoiceSession | undefined {
    return this.#bySsrc.get(ssrc)
  }

  at(address: string): VoiceSession | undefined {
    return this.#byAddress.get(address)
  }

  /** Takes the address from which a session's packets come. */
  move(session: VoiceSession, address: string): void {
    if (session.address !== undefined && this.#byAddress.get(session.address) === session)
      this.#byAddress.delete(session.address)
    session.address = address
    this.#byAddress.set(address, session)
  }

  /** Reports a refused login, at a bounded rate. Gives whether it is reported. */
  refused({ application_id, reason, because }: Refused): boolean {
    if (this.#refusals.admit(`${application_id} ${reason.code}`, this.now()) === 0) return false
    const data = { application_id: application_id ?? null, code: reason.code, because }
    this.onEvent({ type: "voice_connection.refused", data })
    return true
  }

  /** Forgets sessions whose time for a resume has passed. */
  sweep(): void {
    const now = this.now()
    for (const session of [...this.#sessions.values()])
      if (session.link === undefined && now - session.leftAt > voice.resumeMs) this.#forget(session)
  }

  began(session: VoiceSession, resumed: boolean): void {
    const { place, ssrc, mode } = session
    this.onEvent({ type: "voice_connection.began", data: { ...place, ssrc, mode: mode ?? null, resumed } })
  }

  #report(
    { place, mode, packets, bytes, dropped }: VoiceSession,
    { code, because }: VoiceEnding,
    resumable: boolean
  ): void {
    if (mode === undefined) return
    const stops = this.isStopping && !this.isAlone ? { server_stops: true } : {}
    const data = {
      ...{ ...place, code, resumable, packets, bytes, dropped },
      ...(because === undefined ? {} : { because }),
      ...stops
    }
    this.onEvent({ type: "voice_connection.ended", data })
  }

  #attach(session: VoiceSession, link: VoiceLink): void {
    this.#waiting.delete(link)
    session.link = link
    link.session = session
  }

  /** Why a claim is refused that nobody knows of. */
  unknown({ server_id }: Pick<Claim, "server_id">): Refused {
    for (const { place } of this.#told.values())
      if (place.guild_id === server_id) return { reason: VOICE_CLOSE.SESSION_INVALID, because: NO_SESSION }
    return { reason: VOICE_CLOSE.SERVER_NOT_FOUND, because: "No bot was told to connect to voice in this guild." }
  }

  #forget(session: VoiceSession): void {
    const key = keyOf(session.place)
    if (this.#sessions.get(key) === session) this.#sessions.delete(key)
    this.#bySsrc.delete(session.ssrc)
    if (session.address !== undefined && this.#byAddress.get(session.address) === session)
      this.#byAddress.delete(session.address)
  }

  /** The one that lost its connection first goes, else the oldest. */
  #makeRoom(): void {
    if (this.#sessions.size < voice.sessions) return
    const [first, ...others] = this.#sessions.values()
    if (first === undefined) return
    const left = [first, ...others].filter(({ link }) => link === undefined)
    const going = left.reduce((one, other) => (other.leftAt < one.leftAt ? other : one), left[0] ?? first)
    this.end(going, VOICE_CLOSE.RATE_LIMITED, `This server has more than ${voice.sessions} voice sessions.`)
  }

  #freeSsrc(): number {
    let ssrc = 0
    while (ssrc === 0 || this.#bySsrc.has(ssrc)) ssrc = Number.parseInt(this.#draw().slice(0, 8), 16)
    return ssrc
  }
}

const keyOf = ({ guild_id, session_id }: Pick<VoicePlace, "guild_id" | "session_id">): string =>
  `${guild_id}/${session_id}`

const WRONG_TOKEN = "The token is not the one of the last VOICE_SERVER_UPDATE."
const SPENT_TOKEN = "The token was used: each VOICE_SERVER_UPDATE has a new one."
const WRONG_USER = "user_id is not that of the bot."
const TOO_MANY = `More than ${voice.waiting} connections have not identified.`
const GONE = "The session is not on this server, or no longer."
const NOT_READY = "The session was never ready."
const OUT_OF_REACH = "What came after seq_ack is no longer kept, or seq_ack was never sent."
const NO_SESSION = "session_id is none that is connected to voice in this guild."

export class VoiceServers extends Context.Service<VoiceServers, VoiceRegistry>()("@backlot/server/VoiceServers") {}

export const layer: Layer.Layer<VoiceServers, never, Secrets> = Layer.effect(
  VoiceServers,
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const secrets = yield* Secrets
    return new VoiceRegistry(() => elapsedOf(clock), secrets, yield* secrets.hex(32))
  })
)
