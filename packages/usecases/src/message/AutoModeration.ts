/**
 * Automatic moderation of what members say. Inside a transaction. Members who manage the guild,
 * bots and webhooks are exempt. Source: the platform's documentation of automatic moderation. Our choice: docs/choices.md
 * "Automatic moderation".
 */
import { formatTime, parseTime } from "@backlot/domain/base/IsoTime"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { MessageBlocked, TitleBlocked } from "@backlot/domain/error/ServiceError"
import { messageEvent } from "@backlot/domain/interaction/InteractionDecision"
import { alertMessage, type Execution } from "@backlot/domain/message/AutoModerationAlert"
import type { MessageRecord } from "@backlot/domain/message/Message"
import type { Match } from "@backlot/domain/moderation/AutoModerationMatch"
import { may, standingInGuild } from "@backlot/domain/permission/Standing"
import { type AutoModerationRule, RuleAction, RuleEvent } from "@backlot/domain/record/AutoModeration"
import { isDirect, type Member } from "@backlot/domain/record/World"
import { element as members } from "@backlot/domain/world/element/MemberElement"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { rolesOf } from "../access/Accounts.ts"
import { draftOf, judgeWith, rulesFor } from "../access/ModerationRules.ts"
import * as AuditLog from "../audit/AuditLog.ts"
import type { NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptMessages from "../store/KeptMessages.ts"
import * as Retention from "../store/Retention.ts"
import { inTransaction } from "../store/Transact.ts"
import type * as Speaker from "./Speaker.ts"

/** What is drawn before the transaction. */
interface Drawn {
  readonly now_ms: number
  readonly alert_ids?: ReadonlyArray<Snowflake>
}

/** The events of the rules that a message broke; `refused` when one of them blocks it. */
export interface Verdict<Refusal = MessageBlocked> {
  readonly events: ReadonlyArray<NewEvent>
  readonly refused?: Refusal
}

/** What somebody says where. A title has no id. */
interface Spoken extends Pick<MessageRecord, "channel_id"> {
  readonly id?: Snowflake
  readonly message: Pick<MessageRecord["message"], "author" | "content" | "mentions" | "mention_roles">
}

const NOTHING: Verdict = { events: [] }

/**
 * Ids for the alerts that a message in a channel or a lobby can cause: most cause none, and draw none. `texts`: how many texts
 * are judged.
 */
export const drawAlerts = Effect.fnUntraced(function* (placeId: Snowflake, texts = 1) {
  const count = yield* inTransaction(function* () {
    const channel = (yield* Collections.channels.get(placeId)) ?? (yield* linkedTo(placeId))
    if (channel === undefined || isDirect(channel)) return 0
    const rules = yield* rulesFor(channel.guild_id, RuleEvent.MESSAGE_SEND)
    return rules.flatMap(({ actions }) => actions.filter(({ type }) => type === RuleAction.SEND_ALERT_MESSAGE)).length
  })
  return count === 0 ? [] : yield* (yield* Ids).many(count * texts)
})

/** The channel that a lobby is linked to. */
const linkedTo = function* (lobbyId: Snowflake) {
  const id = (yield* Collections.lobbies.get(lobbyId))?.linked_channel_id
  return id === undefined ? undefined : yield* Collections.channels.get(id)
}

/** Judges a message before it is stored; a forward by what it shows. `isNew`: it is not an edit. */
export const judge = (speaker: Speaker.Speaker, made: MessageRecord, drawn: Drawn, isNew: boolean) => {
  const { message_snapshots: shown = [] } = made.message
  const content = shown.length === 0 ? made.message.content : shown.map(({ message }) => message.content).join("\n")
  return judgeSpoken(speaker, { ...made, message: { ...made.message, content } }, drawn, isNew)
}

/** Judges the title of a thread before that is stored, as a message of its channel. */
export const judgeTitle = function* (speaker: Speaker.Speaker, title: string, drawn: Drawn) {
  const message = { author: speaker.author, content: title, mentions: [], mention_roles: [] }
  const { events, refused } = yield* judgeSpoken(speaker, { channel_id: speaker.channel.id, message }, drawn, false)
  const judged: Verdict<TitleBlocked> =
    refused === undefined ? { events } : { events, refused: new TitleBlocked({ because: refused.because }) }
  return judged
}

const judgeSpoken = function* (speaker: Speaker.Speaker, made: Spoken, drawn: Drawn, isNew: boolean) {
  const { guild_id, author, channel } = speaker
  if (guild_id === null || isDirect(channel) || "bot" in author) return NOTHING
  if (speaker.may("MANAGE_GUILD")) return NOTHING
  const member = yield* Collections.members.get(guild_id, author.id)
  const where = [channel.id, channel.parent_id ?? ""]
  const all = yield* rulesFor(guild_id, RuleEvent.MESSAGE_SEND, member?.roles)
  const rules = all.filter(({ exempt_channels }) => !exempt_channels.some((id) => where.includes(id)))
  if (rules.length === 0) return NOTHING
  // A speaker in a lobby has the rights of its members: those in the guild are looked up where they count.
  if (speaker.lobby !== undefined && member !== undefined && (yield* manages(guild_id, member, drawn.now_ms)))
    return NOTHING
  const { content, mentions, mention_roles } = made.message
  const judged = {
    content,
    mentions: new Set([...mentions.map(({ id }) => id), ...mention_roles]).size,
    repeats: isNew ? yield* repeatsOf(made, drawn.now_ms) : 0
  }
  const broken = rules.flatMap((rule) => {
    const match = judgeWith(rule)(judged)
    return match === undefined ? [] : [{ rule, match }]
  })
  const block = broken.find(({ rule }) => rule.actions.some(({ type }) => type === RuleAction.BLOCK_MESSAGE))
  const said = { guild_id, speaker, made, isBlocked: block !== undefined }
  const alertIds = [...(drawn.alert_ids ?? [])]
  const events: Array<NewEvent> = []
  for (const { rule, match } of broken) {
    for (const action of rule.actions) events.push(...(yield* act(rule, match, action, said, drawn.now_ms, alertIds)))
  }
  if (block === undefined) return { events } satisfies Verdict as Verdict
  return { events, refused: new MessageBlocked({ because: reasonOf(block.rule, block.match) }) } satisfies Verdict
}

const manages = function* (guildId: Snowflake, member: Member, now_ms: number) {
  const guild = yield* Collections.guilds.get(guildId)
  const user = yield* Collections.users.get(member.user_id)
  if (guild === undefined || user === undefined) return false
  return may(standingInGuild({ user, guild, roles: yield* rolesOf(guildId), member, now_ms }), "MANAGE_GUILD")
}

const reasonOf = ({ name, actions }: AutoModerationRule, { keyword }: Match): string => {
  const { metadata = {} } = actions.find(({ type }) => type === RuleAction.BLOCK_MESSAGE) ?? {}
  const named = keyword === null ? "" : `, which finds ${JSON.stringify(keyword)}`
  return `the rule ${JSON.stringify(name)}${named}${metadata.custom_message ? `: ${metadata.custom_message}` : ""}`
}

/** The newest messages of a channel, in which the same ones are counted, and for how long they count. */
const RECENT = 50
const RECENT_MS = 60_000

const repeatsOf = function* ({ channel_id, message: { content, author } }: Spoken, nowMs: number) {
  if (content === "") return 0
  const recent = yield* KeptMessages.last([channel_id], RECENT)
  return recent.filter(
    ({ message }) =>
      message.author.id === author.id &&
      message.content === content &&
      (parseTime(message.timestamp) ?? 0) > nowMs - RECENT_MS
  ).length
}

interface Said {
  readonly guild_id: Snowflake
  readonly speaker: Speaker.Speaker
  readonly made: Spoken
  readonly isBlocked: boolean
}

const act = function* (
  rule: AutoModerationRule,
  match: Match,
  action: AutoModerationRule["actions"][number],
  said: Said,
  nowMs: number,
  alertIds: Array<Snowflake>
) {
  const { guild_id, made, isBlocked } = said
  const { author, content } = made.message
  const alert =
    action.type === RuleAction.SEND_ALERT_MESSAGE
      ? yield* alertOf(rule, match, action, said, nowMs, alertIds)
      : undefined
  const silenced = action.type === RuleAction.TIMEOUT ? yield* timeOut(guild_id, author.id, action, nowMs) : []
  const execution: Execution = {
    guild_id,
    action,
    rule_id: rule.id,
    rule_trigger_type: rule.trigger_type,
    user_id: author.id,
    channel_id: made.channel_id,
    ...(isBlocked || made.id === undefined ? {} : { message_id: made.id }),
    ...(alert === undefined ? {} : { alert_system_message_id: alert.id }),
    content,
    matched_keyword: match.keyword,
    matched_content: match.content
  }
  const recorded = yield* AuditLog.recordAs({ user_id: author.id }, [draftOf(rule, action, author.id, made.channel_id)])
  const events: ReadonlyArray<NewEvent> = [
    { type: "auto_moderation.executed", data: execution },
    ...(alert === undefined ? [] : [messageEvent("message.created", alert, { guild_id })]),
    ...silenced,
    ...recorded
  ]
  return events
}

/** Undefined where the channel of the alert takes no messages. */
const alertOf = function* (
  rule: AutoModerationRule,
  match: Match,
  { metadata }: AutoModerationRule["actions"][number],
  { made, isBlocked }: Said,
  nowMs: number,
  alertIds: Array<Snowflake>
) {
  const channel = yield* Collections.channels.get(metadata.channel_id ?? "")
  if (channel === undefined || isDirect(channel) || !ALERTED.has(channel.type)) return undefined
  const id = alertIds.shift()
  if (id === undefined) return undefined
  const { author, content } = made.message
  const alert: MessageRecord = alertMessage(rule, match, {
    ...{ id, channel_id: channel.id, author, content, said_in: made.channel_id },
    timestamp: formatTime(nowMs),
    flagged_id: isBlocked ? undefined : made.id
  })
  yield* Retention.putMessage(alert)
  return alert
}

/** The types of channels that hold messages, without threads. */
const ALERTED: ReadonlySet<number> = new Set([0, 2, 5, 13])

const timeOut = function* (
  guildId: Snowflake,
  userId: Snowflake,
  { metadata }: AutoModerationRule["actions"][number],
  nowMs: number
) {
  const none: ReadonlyArray<NewEvent> = []
  const before = yield* Collections.members.get(guildId, userId)
  if (before === undefined) return none
  const member = { ...before, timed_out_until: formatTime(nowMs + (metadata.duration_seconds ?? 0) * 1_000) }
  yield* Collections.members.put(member)
  const event: NewEvent = { type: "member.updated", data: members.event(member) }
  return [event]
}
