/** The guild itself in the audit log. */
import type { Snowflake } from "../base/Snowflake.ts"
import { promptObject } from "../guild/OnboardingBody.ts"
import { CHANNEL_SETTINGS, SETTING_NAMES } from "../record/GuildSettings.ts"
import { NO_ONBOARDING, type OnboardingPrompt } from "../record/Onboarding.ts"
import type { Guild } from "../record/World.ts"
import { isSame } from "../world/element/Element.ts"
import type { Changes } from "../world/WorldChange.ts"
import { AuditAction } from "./AuditAction.ts"
import { type AuditDraft, actionOf, elementDraft, fieldsOf } from "./AuditDraft.ts"

/** Pictures are named by their hashes. */
const HASHES: ReadonlyMap<string, string> = new Map(
  ["icon", "banner", "splash", "discovery_splash"].map((name) => [name, `${name}_hash`])
)

/** The platform's log does not know them. */
const UNRECORDED: ReadonlyArray<string> = [
  ...["home_header", "nsfw_level", "premium_tier", "premium_subscription_count"]
]

const KEYS = [
  ...["name", "owner_id", "preferred_locale", "vanity_url_code"],
  ...SETTING_NAMES.filter((name) => !UNRECORDED.includes(name)).map((name) => HASHES.get(name) ?? name)
]

/** The channels and roles that go: what only follows from that has no entry. */
export const guildDrafts = (
  { before, after }: Changes["guilds"][number],
  { channels, roles }: { readonly channels: ReadonlySet<Snowflake>; readonly roles: ReadonlySet<Snowflake> }
): ReadonlyArray<AuditDraft> => {
  if (before === undefined || after === undefined) return []
  const followed = CHANNEL_SETTINGS.filter((name) => after[name] === undefined && channels.has(before[name] ?? ""))
  const was = { ...hashed(before), ...Object.fromEntries(followed.map((name) => [name, undefined])) }
  return [
    ...elementDraft({ before: was, after: hashed(after) }, ({ id }) => id, [0, AuditAction.GUILD_UPDATE, 0], KEYS),
    ...(channels.size + roles.size > 0 ? [] : onboardingDrafts(before, after))
  ]
}

const PROMPT = [
  AuditAction.ONBOARDING_PROMPT_CREATE,
  AuditAction.ONBOARDING_PROMPT_UPDATE,
  AuditAction.ONBOARDING_PROMPT_DELETE
] as const

const PROMPT_KEYS = ["type", "title", "options", "single_select", "required", "in_onboarding"]

/** The changed fields of a prompt. Its options are always there, because libraries read them. */
const promptChanges = (old: OnboardingPrompt | undefined, now: OnboardingPrompt | undefined) => {
  const [before, after] = [old && promptObject(old), now && promptObject(now)]
  const changes = fieldsOf(PROMPT_KEYS, { ...(before && { before }), ...(after && { after }) })
  return before === undefined || after === undefined || changes.some(({ key }) => key === "options")
    ? changes
    : [...changes, { key: "options", old_value: before.options, new_value: after.options }]
}

/** An entry for the whole, of whose fields the log knows one, and for each prompt. */
const onboardingDrafts = (
  { id: guild_id, onboarding: was }: Guild,
  { onboarding: is = NO_ONBOARDING }: Guild
): ReadonlyArray<AuditDraft> => {
  const { prompts: before, ...own } = was ?? NO_ONBOARDING
  const { prompts: after, ...others } = is
  const action_type = was === undefined ? AuditAction.ONBOARDING_CREATE : AuditAction.ONBOARDING_UPDATE
  const whole = {
    guild_id,
    action_type,
    target_id: null,
    changes: fieldsOf(["enabled"], { before: own, after: others })
  }
  const ids = new Set([...before, ...after].map(({ id }) => id))
  return [
    ...(isSame(own, others) ? [] : [whole]),
    ...[...ids].flatMap((id): ReadonlyArray<AuditDraft> => {
      const [old, now] = [before, after].map((prompts) => prompts.find((prompt) => prompt.id === id))
      if (isSame(old, now)) return []
      const change = { ...(old && { before: old }), ...(now && { after: now }) }
      return [{ guild_id, action_type: actionOf(PROMPT, change), target_id: id, changes: promptChanges(old, now) }]
    })
  ]
}

const hashed = (guild: Guild): { readonly id: Snowflake } => ({
  ...guild,
  ...Object.fromEntries([...HASHES].map(([name, key]) => [key, Reflect.get(guild, name)]))
})
