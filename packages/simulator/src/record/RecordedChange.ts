/** Translates changes of the world, the clock, planned faults, consent and command permissions into steps. */
import { formatTime } from "@backlot/domain/base/IsoTime"
import { BEHIND } from "@backlot/domain/record/Kind"
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"
import { formatMillis } from "@backlot/scenario/Duration"
import { defined, type Fields, fieldsOf, listOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { escapeVariables } from "@backlot/scenario/variable/Interpolation"
import {
  applicationBeside,
  bodyOf,
  idText,
  messageRef,
  type Translation,
  type TranslationContext,
  translated
} from "./RecordedAct.ts"

export const edited: Translation = (entry, context) => {
  const { locale, ...more } = bodyOf(entry)
  const isOwn = entry.operation === "patch_world_user" && typeof locale === "string" && Object.keys(more).length === 0
  if (isOwn) return { set_locale: locale }
  const method = entry.method.toLowerCase() as "post" | "put" | "patch" | "delete"
  return { world: { [method]: pathOf(entry, context), ...defined({ body: translated(entry.body, context) }) } }
}

/** With names and captures instead of ids, except for what is being created. */
const pathOf: (...of: Parameters<Translation>) => string = ({ operation, path, params, query, status }, context) => {
  const segments = path.replace(/^\/control\/v1/, "").split("/")
  const named = segments.map((segment, index) => {
    const captured = context.ids.reference(segment)
    if (captured !== undefined) return captured
    const isNew = status === 201 && MAKES.test(operation) && index === segments.length - 1
    return escapeVariables(isNew ? segment : nameOf(segment, segments.slice(0, index), params, context))
  })
  const asked = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(name === "by" ? context.names.user(value) : value)}`
  )
  return [named.join("/"), ...(asked.length === 0 ? [] : [escapeVariables(asked.join("&"))])].join("?")
}

/** Elements whose id the path chooses; others have that of a user or of an application. */
const MAKES = /^put_world_(?!member$|ban$|voice_state$|.*install$)/

/** The name of a segment behind others; one that would end the segment is not used. */
const nameOf = (
  segment: string,
  before: ReadonlyArray<string>,
  { guild_id = "", user_id }: RecordedEntry["params"],
  { names }: TranslationContext
): string => {
  const holder = before.at(-1) ?? ""
  const isOfUser = before.at(-3) === "users"
  if (isOfUser && holder === "channels") {
    const name = names.channel(segment, user_id)
    return name.includes("/") ? segment : name
  }
  const kind = KINDS[BEHIND.get(holder) ?? ""]
  return kind === undefined ? segment : names[kind](segment, guild_id)
}

/** What has a name of its own, by the parameter of the path. */
const KINDS: Readonly<Record<string, "user" | "application" | "guild" | "role">> = {
  ...{ user_id: "user", application_id: "application", guild_id: "guild", role_id: "role" }
}

const channelOf = ({ params }: RecordedEntry): string => params["channel_id"] ?? ""

/** By the code; that of an invite that a step made is captured there. */
export const ofInvite =
  (act: "accept_invite" | "revoke_invite"): Translation =>
  ({ params: { code = "" } }, { ids }) => ({ [act]: ids.reference(code) ?? escapeVariables(code) })

/** Undefined where the service refused the body: nothing happened. */
export const invited: Translation = (entry, { names }) => {
  if (entry.status === 400) return undefined
  const { target_user_id, target_application_id, target_users_file: file, role_ids, ...terms } = bodyOf(entry)
  const guild = names.guildOf(channelOf(entry))
  const idsIn = (given: unknown) => (typeof given === "string" ? given.split(/[\s,]+/) : listOf(given).map(String))
  const roles = idsIn(role_ids).filter((id) => id !== "")
  const users = idsIn(file ?? []).filter((id) => /^\d+$/.test(id))
  const wanted = Object.entries(terms).filter(([, value]) => value !== null)
  return {
    create_invite: {
      ...Object.fromEntries(wanted),
      ...(typeof target_user_id === "string" ? { target_user: names.user(target_user_id) } : {}),
      ...(typeof target_application_id === "string"
        ? { target_application: names.application(target_application_id) }
        : {}),
      ...(typeof file === "string" ? { target_users: users.map((id) => names.user(id)) } : {}),
      ...(roles.length === 0 ? {} : { roles: roles.map((id) => names.role(id, guild)) })
    }
  }
}

const inGuild =
  (act: "boost_guild" | "stop_boosting" | "accept_rules" | "ask_to_join" | "withdraw_join_request"): Translation =>
  ({ params }, { names }) => ({ [act]: names.guild(params["guild_id"] ?? "") })

export const boosted = inGuild("boost_guild")

export const unboosted = inGuild("stop_boosting")

export const rulesAccepted = inGuild("accept_rules")

export const askedToJoin = inGuild("ask_to_join")

export const withdrawn = inGuild("withdraw_join_request")

/** Undefined where the service refused the body: nothing happened. */
export const reviewed: Translation = (entry, { names }) => {
  const { action, rejection_reason: reason } = bodyOf(entry)
  if (action !== "APPROVED" && action !== "REJECTED") return undefined
  return {
    review_join_request: {
      user: names.user(entry.params["applicant_id"] ?? ""),
      approve: action === "APPROVED",
      guild: names.guild(entry.params["guild_id"] ?? ""),
      ...(typeof reason === "string" ? { reason: escapeVariables(reason) } : {})
    }
  }
}

export const directOpened: Translation = ({ params }, { names }) => ({
  open_direct: names.user(params["recipient_id"] ?? "")
})

/** Undefined where the service refused the body: nothing happened. */
export const groupOpened: Translation = (entry, { names }) => {
  const { recipients, name } = bodyOf(entry)
  if (!Array.isArray(recipients)) return undefined
  const others = recipients.map((id) => names.user(String(id)))
  return {
    open_group: typeof name === "string" ? { recipients: others, name: escapeVariables(name) } : others
  }
}

export const ofThread =
  (act: "add_to_thread" | "remove_from_thread"): Translation =>
  ({ params }, { names }) => ({ [act]: names.user(params["member_id"] ?? "") })

export const left: Translation = ({ params }, { names }) => ({ leave_guild: names.guild(params["guild_id"] ?? "") })

/** With pictures or a bio by its path. */
export const nicknamed: Translation = (entry, context) => {
  const { names } = context
  const { nick, ...more } = bodyOf(entry)
  if (Object.keys(more).length > 0) return edited(entry, context)
  if (nick != null && typeof nick !== "string") return undefined
  const guild = names.guild(entry.params["guild_id"] ?? "")
  return { set_nickname: { guild, nick: escapeVariables(nick ?? "") } }
}

/** Undefined where the service refused the body: nothing happened. */
export const presented: Translation = (entry, context) => {
  if (entry.status >= 400) return undefined
  const { status, activities, client_status } = bodyOf(entry)
  const isIdle = activities == null || (Array.isArray(activities) && activities.length === 0)
  const isPlain = isIdle && client_status == null
  return { set_presence: (isPlain ? status : translated(entry.body, context)) as NonNullable<Step["set_presence"]> }
}

/** An SKU by its name, where only one has it. */
export const bought =
  (act: "buy" | "unsubscribe"): Translation =>
  (entry, context) => {
    const { application_id, sku_id, guild_id } = { ...bodyOf(entry), ...entry.params, ...entry.query }
    const { skus = [] } = context.names.now().world.applications.find(({ id }) => id === application_id) ?? {}
    const name = skus.find(({ id }) => id === sku_id)?.name
    const isKnown = skus.filter((one) => one.name === name).length === 1
    const sale = {
      sku: isKnown && name !== undefined ? escapeVariables(name) : String(sku_id),
      ...applicationBeside(String(application_id), context),
      ...(typeof guild_id === "string" ? { guild: context.names.guild(guild_id) } : {})
    }
    return { [act]: Object.keys(sale).length === 1 ? sale.sku : sale }
  }

/** What is false is left out. */
export const joinedVoice: Translation = ({ params, body, user_id }, { names }) => {
  const channel = names.channel(params["channel_id"] ?? "", user_id)
  const how = Object.entries(fieldsOf(body)).filter(([, chosen]) => chosen === true)
  return { join_voice: how.length === 0 ? channel : { channel, ...Object.fromEntries(how) } }
}

export const interested: Translation = (entry, context) => interest(entry, context, "mark_interest")

export const uninterested: Translation = (entry, context) => interest(entry, context, "withdraw_interest")

/** By its path where only one occurrence is meant. */
const interest = (
  entry: Parameters<Translation>[0],
  context: TranslationContext,
  act: "mark_interest" | "withdraw_interest"
): ReturnType<Translation> => {
  if (entry.query["event_exception_id"] !== undefined) return edited(entry, context)
  const id = entry.params["scheduled_event_id"] ?? ""
  return { [act]: context.ids.reference(id) ?? context.names.event(id) }
}

/** A post with a plain text by that text; tags by their names. */
export const threadStarted: Translation = (entry, context) => {
  const { message, ...others } = fieldsOf(translated(entry.body, context))
  const tags = listOf(bodyOf(entry), "applied_tags").map((id) => context.names.tag(String(id), channelOf(entry)))
  const body: Fields = tags.length === 0 ? others : { ...others, applied_tags: tags }
  const { content, ...more } = fieldsOf(message)
  const isPlain = typeof content === "string" && Object.keys(more).length === 0
  const given = message === undefined ? body : { ...body, message: isPlain ? content : message }
  if (typeof body["name"] !== "string") return undefined
  // A body that the service took has the shape of a step; another is refused in the same way.
  const thread = Object.keys(given).length === 1 ? body["name"] : (given as NonNullable<Step["start_thread"]>)
  const { message_id } = entry.params
  return { start_thread: thread, ...(message_id === undefined ? {} : { on: messageRef(message_id, entry, context) }) }
}

export const inThread =
  (act: "join_thread" | "leave_thread"): Translation =>
  ({ params, user_id }, { names, ids }) => {
    const id = params["channel_id"] ?? ""
    return { [act]: ids.reference(id) ?? names.channel(id, user_id) }
  }

export const leftVoice: Translation = () => ({ leave_voice: true })

export const effectSent: Translation = (entry, context) => {
  const { sound, emoji } = bodyOf(entry)
  if (typeof sound === "string") return { play_sound: context.ids.reference(sound) ?? escapeVariables(sound) }
  return typeof emoji === "string" ? { send_effect: escapeVariables(emoji) } : undefined
}

export const clockSet: Translation = (entry) => {
  const { advance_ms, now, mode } = bodyOf(entry)
  if (typeof advance_ms === "number") return { advance: formatMillis(advance_ms) }
  const change = {
    ...(now === undefined ? {} : { now: typeof now === "number" ? formatTime(now) : String(now) }),
    ...(mode === "real" || mode === "frozen" ? ({ mode } as const) : {})
  }
  // The service refused the empty change.
  return Object.keys(change).length === 0 ? undefined : { clock: change }
}

export const faultPlanned: Translation = (entry, context) => {
  const { match, ...plan } = bodyOf(entry)
  const { application, ...where } = fieldsOf(match)
  const named = typeof application === "string" ? { application: context.names.application(application) } : {}
  const matched = match === undefined ? {} : { match: { ...where, ...named } }
  // A plan has the same shape in a step.
  return { fault: translated({ ...matched, ...plan }, context) as NonNullable<Step["fault"]> }
}

export const faultsCleared: Translation = () => ({ clear_faults: true })

export const faultRemoved: Translation = (entry, context) => ({
  world: { delete: `/faults/${idText(entry.params["fault_id"], context)}` }
})

export const reset: Translation = () => ({ server: "reset" })

const INSTALLING = ["bot", "applications.commands"]

/** An installation if one was requested, otherwise a grant of scopes. An unanswered page leaves nothing. */
export const decided: Translation = (entry, context) => {
  const { status, query, answer } = entry
  const { authorize, guild_id, permissions } = bodyOf(entry)
  const application = query["client_id"] ?? ""
  const scopes = (query["scope"] ?? "").split(/[ +]/).filter((scope) => scope !== "")
  const { error } = fieldsOf(answer)
  if (status >= 400 || scopes.length === 0) return undefined
  const guild = guild_id ?? query["guild_id"]
  const inGuild = typeof guild === "string" ? { guild: context.names.guild(guild) } : {}
  const isDeclined = authorize === false || authorize === "false"
  if (isDeclined || error !== undefined || !scopes.some((scope) => INSTALLING.includes(scope))) {
    return {
      authorize: {
        ...applicationBeside(application, context),
        scopes,
        ...inGuild,
        ...(isDeclined ? { authorize: false } : {})
      },
      ...(typeof error === "string" ? { expect: { error: `/${error}/` } } : {})
    }
  }
  const bits = permissions ?? query["permissions"]
  const asked = {
    ...inGuild,
    ...(isUsual(scopes, typeof guild === "string") ? {} : { scopes }),
    ...(typeof bits === "string" && bits !== "0" ? { permissions: bits } : {})
  }
  const name = context.names.application(application)
  return { install: Object.keys(asked).length === 0 ? name : { application: name, ...asked } }
}

/** What an installation requests by default. */
const isUsual = (scopes: ReadonlyArray<string>, inGuild: boolean): boolean =>
  scopes.toSorted().join(" ") === (inGuild ? "applications.commands bot" : "applications.commands")

export const permitted: Translation = (entry, context) => {
  const { application_id = "", guild_id = "", command_id = "" } = entry.params
  const { permissions } = bodyOf(entry)
  const overwrites = Array.isArray(permissions) ? permissions.map((one) => overwriteOf(one, guild_id, context)) : []
  const { command } = entry
  return {
    permit: {
      ...(command_id === application_id ? {} : { command: escapeVariables(command?.name ?? command_id) }),
      ...applicationBeside(application_id, context),
      guild: context.names.guild(guild_id),
      overwrites
    }
  }
}

const overwriteOf = (overwrite: unknown, guildId: string, { names }: Parameters<Translation>[1]) => {
  const { id, type, permission } = fieldsOf(overwrite)
  const allow = permission === true
  const target = String(id)
  if (type === 1) return { role: target === guildId ? "@everyone" : names.role(target, guildId), allow }
  if (type === 2) return { user: names.user(target), allow }
  const isAll = /^\d+$/.test(guildId) && target === String(BigInt(guildId) - 1n)
  return { channel: isAll ? "all" : names.channel(target, undefined), allow }
}
