/**
 * What a load did and saw while machines failed, and the rules that it must keep. Times are milliseconds of one real clock,
 * that of the load.
 */

export interface Attempt {
  /** Unique among all attempts, also when the same thing is tried again. */
  readonly name: string
  readonly beganMs: number
  readonly endedMs: number
  /** Of the answer; 0 if the connection broke. */
  readonly status: number
}

export interface Use extends Attempt {
  readonly interaction_id?: string | undefined
  /** `responded` acknowledges an answer of the bot. */
  readonly state?: string | undefined
}

export interface Upsert extends Attempt {
  readonly command: string
}

export interface IdleLobby extends Attempt {
  readonly lobby_id?: string | undefined
}

/** A dispatch to the bot. `what` is the content of a message, or the id of an interaction. */
export interface Heard {
  readonly shard: number
  readonly s: number
  readonly t: string
  readonly what?: string | undefined
}

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export interface Fault extends Span {
  /** How many webhook events it may repeat: those under way, as they are sent one by one. */
  readonly repeats: number
}

export interface LoggedEvent {
  readonly seq: number
  readonly type: string
  readonly lobby_id?: string | undefined
}

export interface History {
  /** From the fault until every machine serves again. */
  readonly faults: ReadonlyArray<Fault>
  readonly messages: ReadonlyArray<Attempt>
  readonly uses: ReadonlyArray<Use>
  readonly upserts: ReadonlyArray<Upsert>
  readonly idleLobbies: ReadonlyArray<IdleLobby>
  /** Each is a webhook event. */
  readonly lobbyMessages: ReadonlyArray<Attempt>
  /** In the order of arrival. */
  readonly heard: ReadonlyArray<Heard>
  /** The bot's answers, by interaction id. */
  readonly answers: ReadonlyArray<Attempt>
  /** Webhook events, by the content of their lobby message. */
  readonly received: ReadonlyArray<{ readonly name: string; readonly atMs: number }>
  /** IDENTIFYs of one application that were granted: when it was sent, when READY came. */
  readonly identified: ReadonlyArray<Span>
  /** The event stream, over all its connections. */
  readonly events: ReadonlyArray<LoggedEvent>
  /** Positions of what servers tell each other in the log, which no stream has. */
  readonly hidden: ReadonlySet<number>
  readonly after: {
    readonly messages: ReadonlyArray<string>
    /** Descriptions by name. */
    readonly commands: ReadonlyMap<string, string>
    readonly lobbies: ReadonlyArray<string>
  }
}

/** The content of the bot's answer. */
export const pongOf = (interactionId: string) => `pong ${interactionId}`

/** Every breach of every rule, a sentence each. */
export const breachesOf = (history: History): ReadonlyArray<string> =>
  Object.entries(RULES).flatMap(([rule, breaches]) => breaches(history).map((breach) => `${rule}: ${breach}`))

const IDENTIFY_MS = 5_000
/** Of requests while something fails: the connection broke, whether it was kept is not known, the database is away. */
const TROUBLE: ReadonlySet<number> = new Set([0, 500, 503])

/** The bot answered an interaction that had ended meanwhile. */
const TOO_LATE = 404

export const isAcknowledged = ({ status }: Attempt): boolean => status >= 200 && status < 300

const isAmid = ({ faults }: History, { beganMs, endedMs }: Pick<Attempt, "beganMs" | "endedMs">): boolean =>
  faults.some(({ fromMs, toMs }) => beganMs <= toMs && endedMs >= fromMs)

const counts = (names: Iterable<string>): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1)
  return found
}

const moreThanOnce = (names: Iterable<string>): ReadonlyArray<string> =>
  [...counts(names)].flatMap(([name, count]) => (count > 1 ? [`${name} ${count} times`] : []))

const isResponded = (use: Use) => isAcknowledged(use) && use.state === "responded"

export const RULES: Readonly<Record<string, (history: History) => ReadonlyArray<string>>> = {
  "requests fail only amid a fault, and in a known way": (history) =>
    [
      ...history.messages,
      ...history.uses,
      ...history.upserts,
      ...history.idleLobbies,
      ...history.lobbyMessages,
      ...history.answers
    ].flatMap((attempt) => {
      const isTooLate = attempt.status === TOO_LATE && history.answers.includes(attempt)
      const isKnown = isTooLate || TROUBLE.has(attempt.status)
      const isFine =
        isAcknowledged(attempt) ||
        (isKnown && isAmid(history, attempt)) ||
        (isTooLate && history.uses.some((use) => use.interaction_id === attempt.name && use.state === "timed_out"))
      return isFine ? [] : [`${attempt.name} ended with ${attempt.status}`]
    }),

  // How fast the machine is decides nothing: the bot got it, and answered when the time was over.
  "a use is answered or was answered too late, except amid a fault": (history) => {
    const late = new Set(history.answers.flatMap(({ name, status }) => (status === TOO_LATE ? [name] : [])))
    return history.uses.flatMap((use) => {
      const isLate = use.state === "timed_out" && late.has(use.interaction_id ?? "")
      return isResponded(use) || isLate || isAmid(history, use) ? [] : [`${use.name} ended as ${use.state}`]
    })
  },

  "an acknowledged message is there afterwards, once": ({ messages, uses, after }) => {
    const there = counts(after.messages)
    const wanted = [
      ...messages.filter(isAcknowledged).map(({ name }) => name),
      ...uses.filter(isResponded).map(({ interaction_id = "" }) => pongOf(interaction_id))
    ]
    return [
      ...wanted.flatMap((name) => (there.has(name) ? [] : [`${name} is missing`])),
      ...moreThanOnce(after.messages)
    ]
  },

  "an interaction is delivered once": ({ uses, heard }) => {
    const ids = heard.flatMap(({ t, what = "" }) => (t === "INTERACTION_CREATE" ? [what] : []))
    const known = new Set(ids)
    return [
      ...uses.flatMap((use) =>
        isResponded(use) && !known.has(use.interaction_id ?? "") ? [`${use.interaction_id} did not come`] : []
      ),
      ...moreThanOnce(ids)
    ]
  },

  "an interaction is answered once": ({ answers, after }) => {
    const acknowledged = answers.filter(isAcknowledged).map(({ name }) => name)
    const there = new Set(after.messages)
    return [
      ...moreThanOnce(acknowledged),
      ...acknowledged.flatMap((id) => (there.has(pongOf(id)) ? [] : [`the answer to ${id} is missing`]))
    ]
  },

  "a command is as the last acknowledged upsert left it": ({ upserts, after }) =>
    [...Map.groupBy(upserts, ({ command }) => command)].flatMap(([command, all]) => {
      const last = all.findLastIndex(isAcknowledged)
      const possible = all.slice(Math.max(last, 0)).map(({ name }) => name)
      const is = after.commands.get(command)
      const isFine = is === undefined ? last === -1 : possible.includes(is)
      return isFine ? [] : [`${command} is ${is} instead of ${possible.join(" or ")}`]
    }),

  "an idle lobby ends once": ({ idleLobbies, events, after }) => {
    const ended = counts(events.flatMap(({ type, lobby_id = "" }) => (type === "lobby.deleted" ? [lobby_id] : [])))
    const left = new Set(after.lobbies)
    return [
      ...idleLobbies.flatMap(({ name, lobby_id = "" }) => {
        if (lobby_id === "") return []
        const times = ended.get(lobby_id) ?? 0
        return times === 1 && !left.has(lobby_id) ? [] : [`${name} ended ${times} times`]
      }),
      ...[...ended].flatMap(([id, times]) => (times > 1 ? [`${id} ended ${times} times`] : []))
    ]
  },

  "a session goes on with its numbers": ({ heard }) =>
    [...Map.groupBy(heard, ({ shard }) => shard)].flatMap(([shard, all]) => [
      ...all.flatMap(({ t }) => (t === "READY" ? [`shard ${shard} began a new session`] : [])),
      ...all.flatMap(({ s, t }, i) => {
        const before = all[i - 1]?.s
        return t === "READY" || before === undefined || s === before + 1
          ? []
          : [`shard ${shard}: ${s} came after ${before}`]
      })
    ]),

  "a message is heard once if it is kept, and else never": ({ heard, messages, after }) => {
    const times = counts(heard.flatMap(({ t, what = "" }) => (t === "MESSAGE_CREATE" ? [what] : [])))
    const kept = new Set(after.messages)
    return [
      ...[...kept].flatMap((name) => (times.has(name) ? [] : [`${name} was not heard`])),
      ...messages.flatMap(({ name }) =>
        times.has(name) && !kept.has(name) ? [`${name} was heard, but not kept`] : []
      ),
      ...[...times].flatMap(([name, count]) => (count > 1 ? [`${name} ${count} times`] : []))
    ]
  },

  "a webhook event comes, and twice only if it was under way at a fault": ({ faults, lobbyMessages, received }) => {
    const [first, again] = [new Set<string>(), [] as Array<History["received"][number]>]
    for (const one of received) {
      if (first.has(one.name)) again.push(one)
      first.add(one.name)
    }
    const left = faults.map(({ fromMs, toMs, repeats }) => ({ fromMs, toMs, repeats }))
    return [
      ...lobbyMessages.flatMap((attempt) =>
        isAcknowledged(attempt) && !first.has(attempt.name) ? [`${attempt.name} did not come`] : []
      ),
      ...again.flatMap(({ name, atMs }) => {
        const fault = left.find(({ fromMs, toMs, repeats }) => repeats > 0 && fromMs <= atMs && atMs <= toMs)
        if (fault === undefined) return [`${name} came again`]
        fault.repeats -= 1
        return []
      })
    ]
  },

  // What the server counts lies between the sending of IDENTIFY and READY.
  "one identify is granted in five seconds": ({ identified }) => {
    const ordered = identified.toSorted((one, other) => one.toMs - other.toMs)
    return ordered.flatMap(({ toMs }, i) => {
      const before = ordered[i - 1]
      return before === undefined || toMs - before.fromMs >= IDENTIFY_MS
        ? []
        : [`READY came ${Math.round(toMs - before.fromMs)} ms after another IDENTIFY`]
    })
  },

  "the event stream has no gap": ({ events, hidden }) =>
    events.flatMap(({ seq }, i) => {
      const before = events[i - 1]?.seq
      if (before === undefined) return []
      let next = before + 1
      while (hidden.has(next)) next++
      return seq === next ? [] : [`${seq} came after ${before}`]
    })
}
