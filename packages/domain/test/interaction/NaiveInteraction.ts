/**
 * Interactions and their messages as somebody would tell of them after one reading of wire-interactions.md §2.4 and §4:
 * a second model, which knows none of the rules' code. Times are milliseconds of one clock.
 */

export type Kind = "command" | "autocomplete" | "component" | "modal of a command" | "modal of a component"
type State = "pending" | "deferred" | "responded" | "failed" | "timed_out"

/** §4.2, of an application without an Activity and a service without type 11. */
const MAY_ANSWER: Readonly<Record<Kind, ReadonlyArray<number>>> = {
  command: [4, 5, 9, 10],
  autocomplete: [8],
  component: [4, 5, 6, 7, 9, 10],
  "modal of a command": [4, 5, 10],
  "modal of a component": [4, 5, 6, 7, 10]
}

export interface Interaction {
  readonly kind: Kind
  /** Where it was used: messages by id. */
  readonly channel: Channel
  readonly born: number
  /** Whether the application is where it was used. */
  readonly installed: boolean
  /** The message of the component. */
  readonly source: string | undefined
  state: State
  answered: number | null
  original: string | null
  follow_ups: number
  /** The last submit of the modal that answered it. */
  submit: Interaction | undefined
}

export interface Message {
  /** Undefined for the one that was there before. */
  readonly by: Interaction | undefined
  readonly hidden: boolean
  loading: boolean
  content: string
}

export type Channel = Map<string, Message>

/** What is said with an answer; an empty one says nothing. */
export interface Said {
  readonly content: string
  readonly hidden: boolean
}

/** `ok`, or the error that its caller is told. */
export type Outcome = string

export const begun = (given: Pick<Interaction, "kind" | "channel" | "born" | "installed" | "source">): Interaction => ({
  ...given,
  state: "pending",
  answered: null,
  original: null,
  follow_ups: 0,
  submit: undefined
})

export const callback = (one: Interaction, type: number, said: Said, now: number, id: string): Outcome => {
  if (now - one.born >= 900_000) return "UnknownInteraction"
  if (one.answered !== null) return "AlreadyAcknowledged"
  if (one.state !== "pending" || now - one.born >= 3_000) return "UnknownInteraction"
  return answer(one, type, said, id)
}

/** An HTTP answer; `type` is undefined for one that is none. */
export const http = (one: Interaction, status: number, type: number, said: Said, now: number, id: string): void => {
  if (one.state !== "pending") return
  tick(one, now)
  if (one.state !== "pending" || status === 202) return
  if (status !== 200 || answer(one, type, said, id) !== "ok") one.state = "failed"
}

export const read = (one: Interaction, id: string | null, now: number): Outcome => {
  const refused = token(one, now)
  if (refused !== "ok") return refused
  const message = id === null ? undefined : one.channel.get(id)
  return message !== undefined && (message.by === one || one.original === id) ? "ok" : "UnknownMessage"
}

export const edit = (one: Interaction, id: string | null, { content }: Said, now: number): Outcome => {
  const outcome = read(one, id, now)
  if (outcome !== "ok" || id === null) return outcome
  if (content === "") return "EmptyMessage"
  rewrite(one, id, content)
  if (id === one.original) complete(one)
  return "ok"
}

export const remove = (one: Interaction, id: string | null, now: number): Outcome => {
  const outcome = read(one, id, now)
  if (outcome !== "ok" || id === null) return outcome
  one.channel.delete(id)
  if (id === one.original) complete(one)
  return "ok"
}

export const post = (one: Interaction, said: Said, now: number, id: string): Outcome => {
  const refused = token(one, now)
  if (refused !== "ok") return refused
  if (said.content === "") return "EmptyMessage"
  const waits = one.state === "deferred" && one.answered === 5 && one.original !== null && one.channel.has(one.original)
  if (waits && one.original !== null) {
    rewrite(one, one.original, said.content)
  } else {
    if (!one.installed && one.follow_ups >= 5) return "FollowUpLimit"
    one.channel.set(id, { by: one, ...said, loading: false })
    one.follow_ups += 1
  }
  complete(one)
  return "ok"
}

/** Whether the user's client would still show the modal. */
export const isOpen = ({ answered, submit }: Interaction): boolean => {
  if (answered !== 9) return false
  if (submit === undefined) return true
  return submit.answered === null && (submit.state === "failed" || submit.state === "timed_out")
}

/** What time alone does. */
export const tick = (one: Interaction, now: number): void => {
  if (one.state === "pending" && now - one.born >= 3_000) one.state = "timed_out"
  if (one.state === "deferred" && now - one.born >= 900_000) one.state = one.answered === 6 ? "responded" : "failed"
}

const token = (one: Interaction, now: number): Outcome => {
  if (now - one.born >= 900_000) return "InvalidWebhookToken"
  return one.answered === null || one.answered === 8 ? "UnknownWebhook" : "ok"
}

const answer = (one: Interaction, type: number, said: Said, id: string): Outcome => {
  if (!MAY_ANSWER[one.kind].includes(type)) return "InvalidForm"
  if (type === 4 && said.content === "") return "EmptyMessage"
  if (type === 7) {
    if (one.source === undefined || !one.channel.has(one.source)) return "UnknownMessage"
    if (said.content === "") return "EmptyMessage"
    rewrite(one, one.source, said.content)
  }
  if (type === 4) one.channel.set(id, { by: one, ...said, loading: false })
  if (type === 5) one.channel.set(id, { by: one, content: "", hidden: said.hidden, loading: true })
  if (type === 4 || type === 5) one.original = id
  if (type === 6 || type === 7) one.original = one.source ?? null
  one.answered = type
  one.state = type === 5 || type === 6 ? "deferred" : "responded"
  return "ok"
}

const rewrite = ({ channel }: Interaction, id: string, content: string): void => {
  const message = channel.get(id)
  if (message === undefined) return
  message.content = content
  message.loading = false
}

const complete = (one: Interaction): void => {
  if (one.state === "deferred") one.state = "responded"
}
