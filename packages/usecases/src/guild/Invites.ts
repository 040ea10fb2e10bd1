/**
 * Invites over REST: made, listed, looked at, revoked; and their end when they expire. Source: official OpenAPI document,
 * invites; the platform's documentation of invites. Our choice: docs/choices.md "Guilds and members".
 */
import { formatTime } from "@backlot/domain/base/IsoTime"
import { guild as limits } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Target } from "@backlot/domain/element/WorldTarget"
import { type Fault, fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm, NotInDirect, WrongChannelType } from "@backlot/domain/error/ServiceError"
import { isExpired, isInviteCode, termsOf } from "@backlot/domain/guild/Invite"
import { inviteBody } from "@backlot/domain/guild/InviteBody"
import { inviteMetadata } from "@backlot/domain/guild/InviteWire"
import { BITS, has } from "@backlot/domain/permission/Permission"
import * as Standing from "@backlot/domain/permission/Standing"
import { type Application, type Invite, isDirect } from "@backlot/domain/record/World"
import { INVITING } from "@backlot/domain/world/rule/Relation"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import type { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import { botsOf } from "../access/Accounts.ts"
import * as BotEntry from "../access/BotEntry.ts"
import { shownInvite, shownInvites } from "../access/Invited.ts"
import * as UserPlace from "../access/UserPlace.ts"
import { commit, type EventLog } from "../event/EventLog.ts"
import * as Speaker from "../message/Speaker.ts"
import { isOpen } from "../scheduled-event/EventEntry.ts"
import { shownOne } from "../scheduled-event/ScheduledEvents.ts"
import * as Collections from "../store/Collections.ts"
import type { Handler } from "../store/Deadlines.ts"
import * as KeptInvites from "../store/KeptInvites.ts"
import { operation } from "../store/Operation.ts"
import { readNow, transact } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import { countsOf } from "./Guilds.ts"
import { readTargets } from "./InviteTargets.ts"
import * as VanityUrls from "./VanityUrls.ts"

/** A new invite of the bot, or one that is alike, unless the body asks for a unique one. */
export const create = operation("Invites.create", (address: BotEntry.ChannelAddress, sent: unknown, file?: string) =>
  creating(
    () => Speaker.ofBot(address),
    (guild_id) => BotEntry.ranked({ application: address.application, guild_id }, "MANAGE_ROLES"),
    sent,
    file
  )
)

/** The same of a user, with the same rights as for a bot. */
export const createOfUser = operation("Invites.createOfUser", (address: UserPlace.UserAddress, sent: unknown) =>
  creating(
    () => Speaker.ofUser(address),
    function* (guild_id) {
      const standing = yield* UserPlace.member(address.user_id, guild_id)
      yield* Standing.require(standing, "MANAGE_ROLES")
      return { ...standing, bots: yield* botsOf(guild_id) }
    },
    sent
  )
)

/** `rank`: whoever makes it among the roles of the guild; fails without MANAGE_ROLES. */
const creating = <Y1 extends Body.Step, Y2 extends Body.Step>(
  enter: Speaker.Entering<Y1>,
  rank: (guildId: Snowflake) => Iterable<Y2, BotEntry.RankedMember, unknown>,
  sent: unknown,
  file?: string
) =>
  Effect.gen(function* () {
    const fresh = yield* (yield* Secrets).alphanumeric(limits.invites.codeLength)
    const now = yield* readNow
    let code = fresh
    const wish = function* () {
      const inviter = yield* enter()
      const { channel } = inviter
      if (isDirect(channel)) return yield* new NotInDirect()
      yield* Speaker.require(inviter, "CREATE_INSTANT_INVITE")
      const { guild_id } = channel
      if (!INVITING.includes(channel.type)) return yield* new WrongChannelType()
      const { body, role_ids, unique, ...given } = inviteBody(sent)
      const targets = yield* readTargets(file ?? given.targets)
      const faults = [...given.faults, ...targets.faults, ...(yield* judgeTarget(body["target_application_id"]))]
      if (faults.length > 0) return yield* new InvalidForm({ faults })
      if (role_ids.length > 0) yield* requireRoles(yield* rank(guild_id), role_ids)
      const wanted = { ...body, ...targets.body, channel_id: channel.id, inviter_id: inviter.author.id }
      const alike = unique ? undefined : yield* KeptInvites.alikeIn(channel.id, termsOf(wanted), now)
      code = alike?.code ?? fresh
      if (alike !== undefined) return []
      yield* KeptInvites.requireRoom(guild_id)
      return [
        {
          method: "put" as const,
          target: { kind: "invite" as const, guild_id, code },
          body: { ...wanted, created_at: formatTime(now) }
        }
      ]
    }
    return yield* WorldEdits.carryOut(wish, () =>
      Body.flatMap(KeptInvites.valid(code, now), (invite) => shownInvite(invite, inviteMetadata))
    )
  })

/** A channel of a guild. */
const inChannel = function* (address: BotEntry.ChannelAddress) {
  const here = yield* BotEntry.inChannel(address)
  return here.kind === "direct" ? yield* new NotInDirect() : here
}

/** The Activity of an invite is one. */
const judgeTarget = function* (applicationId: unknown) {
  const known = typeof applicationId === "string" ? yield* Collections.applications.get(applicationId) : undefined
  const none: ReadonlyArray<Fault> = []
  return known === undefined || known.flags.includes("EMBEDDED")
    ? none
    : [fault(["target_application_id"], FormError.notEmbedded)]
}

/** Roles that an invite gives away are below whoever makes it. Unknown roles are a form error, which the rules report. */
const requireRoles = function* (there: BotEntry.RankedMember, roleIds: ReadonlyArray<string>) {
  for (const id of roleIds) if (there.roles.some((role) => role.id === id)) yield* BotEntry.requireGivable(there, id)
}

export const listOfChannel = operation("Invites.listOfChannel", (address: BotEntry.ChannelAddress) =>
  transact(function* (now) {
    const here = yield* inChannel(address)
    yield* BotEntry.requireHere(here, "MANAGE_CHANNELS")
    return yield* shownInvites(lasting(yield* Collections.invites.by("channel", here.channel.id), now), inviteMetadata)
  })
)

/** Needs MANAGE_GUILD, or VIEW_AUDIT_LOG to see them without their uses. */
export const listOfGuild = operation("Invites.listOfGuild", (bot: BotEntry.BotOfGuild) =>
  transact(function* (now) {
    const there = yield* BotEntry.inGuild(bot)
    const isManager = has(BotEntry.guildPermissions(there), BITS.MANAGE_GUILD)
    if (!has(BotEntry.guildPermissions(there), BITS.VIEW_AUDIT_LOG)) {
      yield* BotEntry.requireInGuild(there, "MANAGE_GUILD")
    }
    const invites = lasting(yield* Collections.invites.firstBy("guild", [bot.guild_id]), now)
    return isManager ? yield* shownInvites(invites, inviteMetadata) : yield* shownInvites(invites)
  })
)

const lasting = (invites: ReadonlyArray<Invite>, now: number) => invites.filter((invite) => !isExpired(invite, now))

/** For everybody who has its code; with a scheduled event of its guild that everyone may view, if that is the one that is named. */
export const resolve = operation("Invites.resolve", (code: string, counted: boolean, event_id?: Snowflake) =>
  transact(function* (now) {
    const invite = (yield* VanityUrls.inviteOf(code)) ?? (yield* KeptInvites.valid(code, now))
    const event = event_id === undefined ? undefined : yield* Collections.scheduledEvents.get(event_id)
    const isShown = event?.guild_id === invite.guild_id && (yield* isOpen(event, now))
    return {
      ...(yield* shownInvite(invite)),
      ...(counted ? yield* countsOf(invite.guild_id) : {}),
      ...(isShown ? { guild_scheduled_event: yield* shownOne(event, true) } : {})
    }
  })
)

/** Needs MANAGE_CHANNELS in its channel, or MANAGE_GUILD. */
export const revoke = operation("Invites.revoke", (application: Application, code: string) =>
  commit(function* (now) {
    const invite = yield* KeptInvites.valid(code, now)
    const there = yield* BotEntry.inGuild({ application, guild_id: invite.guild_id })
    if (!has(BotEntry.guildPermissions(there), BITS.MANAGE_GUILD)) {
      const here = yield* inChannel({ application, channel_id: invite.channel_id })
      yield* BotEntry.requireHere(here, "MANAGE_CHANNELS")
    }
    return yield* revoked(invite)
  })
)

/** The same by a user. */
export const revokeOfUser = operation("Invites.revokeOfUser", (user_id: Snowflake, code: string) =>
  commit(function* (now) {
    const invite = yield* KeptInvites.valid(code, now)
    if (!Standing.may(yield* UserPlace.member(user_id, invite.guild_id), "MANAGE_GUILD")) {
      const { channel_id } = invite
      yield* Speaker.require(yield* Speaker.ofUser({ user_id, channel_id }), "MANAGE_CHANNELS")
    }
    return yield* revoked(invite)
  })
)

const revoked = function* (invite: Invite) {
  return { value: yield* shownInvite(invite), events: yield* WorldEdits.removal(targetOf(invite)) }
}

export const targetOf = ({ guild_id, code }: Invite): Target<"invite"> => ({ kind: "invite", guild_id, code })

/** Ignores an invite that is gone, or ends later by now. */
const expire: Handler<EventLog | ServiceClock | Secrets> = Effect.fnUntraced(function* (payload, due_ms, claim) {
  yield* commit(function* () {
    const invite = (yield* claim) && isInviteCode(payload) ? yield* Collections.invites.get(payload) : undefined
    const isOver = invite !== undefined && isExpired(invite, due_ms)
    return { value: undefined, events: isOver ? yield* WorldEdits.removal(targetOf(invite)) : [] }
  }).pipe(Effect.catchIf((error) => error._tag !== "StorageError", Effect.die))
})

/** For the layer of `Deadlines`. */
export const handlers = { [KeptInvites.EXPIRY_KIND]: expire }
