/** Gateway intents as data, and the applications that may use them. Source: wire-interactions.md §3.9. */
import { flagBits } from "../application/ApplicationFlag.ts"
import { readsContent } from "../message/MessageCensor.ts"
import type { Application } from "../record/World.ts"

export const INTENTS = {
  GUILDS: 1 << 0,
  GUILD_MEMBERS: 1 << 1,
  GUILD_MODERATION: 1 << 2,
  GUILD_EXPRESSIONS: 1 << 3,
  GUILD_INTEGRATIONS: 1 << 4,
  GUILD_WEBHOOKS: 1 << 5,
  GUILD_INVITES: 1 << 6,
  GUILD_VOICE_STATES: 1 << 7,
  GUILD_PRESENCES: 1 << 8,
  GUILD_MESSAGES: 1 << 9,
  GUILD_MESSAGE_REACTIONS: 1 << 10,
  GUILD_MESSAGE_TYPING: 1 << 11,
  DIRECT_MESSAGES: 1 << 12,
  DIRECT_MESSAGE_REACTIONS: 1 << 13,
  DIRECT_MESSAGE_TYPING: 1 << 14,
  MESSAGE_CONTENT: 1 << 15,
  GUILD_SCHEDULED_EVENTS: 1 << 16,
  AUTO_MODERATION_CONFIGURATION: 1 << 20,
  AUTO_MODERATION_EXECUTION: 1 << 21,
  GUILD_MESSAGE_POLLS: 1 << 24,
  DIRECT_MESSAGE_POLLS: 1 << 25
} as const

export type IntentName = keyof typeof INTENTS

export const ALL_INTENTS = Object.values(INTENTS).reduce((all, bit) => all | bit, 0)

/** Privileged intents, each with the application flags that allow it (one is enough). */
export const PRIVILEGED: Readonly<Partial<Record<IntentName, ReadonlyArray<string>>>> = {
  GUILD_MEMBERS: ["GATEWAY_GUILD_MEMBERS", "GATEWAY_GUILD_MEMBERS_LIMITED"],
  GUILD_PRESENCES: ["GATEWAY_PRESENCE", "GATEWAY_PRESENCE_LIMITED"],
  MESSAGE_CONTENT: ["GATEWAY_MESSAGE_CONTENT", "GATEWAY_MESSAGE_CONTENT_LIMITED"]
}

/** Whether an application with these flags may identify with these intents; if not, the close code is 4013 or 4014. */
export const judgeIntents = (
  intents: number,
  flags: ReadonlyArray<string>
): { readonly ok: true } | { readonly ok: false; readonly code: 4013 | 4014; readonly because: string } => {
  if (!Number.isSafeInteger(intents) || intents < 0 || (BigInt(intents) & ~BigInt(ALL_INTENTS)) !== 0n) {
    return { ok: false, code: 4013, because: `${intents} has bits that are no intents` }
  }
  const denied = Object.entries(PRIVILEGED).filter(
    // Keys of `PRIVILEGED` are intent names.
    ([name, needed]) =>
      hasIntent(intents, name as IntentName) && flagBits(needed.filter((f) => flags.includes(f))) === 0
  )
  if (denied.length === 0) return { ok: true }
  const because = denied.map(([name, needed]) => `${name} needs the application flag ${needed.join(" or ")}`).join("; ")
  return { ok: false, code: 4014, because }
}

/** The intent MESSAGE_CONTENT exists since v10 (the platform's announcement of 2022); before, the flag is enough. */
export const getsContent = (version: number, intents: number, application: Pick<Application, "flags">): boolean =>
  version < 10 ? readsContent(application) : hasIntent(intents, "MESSAGE_CONTENT")

export const hasIntent = (intents: number, name: IntentName): boolean => (intents & INTENTS[name]) !== 0
