/**
 * What a person does beside messages, commands and reactions: one row for each operation of the control plane. The row has
 * the words of menus, what its form asks, and the call. Menus name rows; `ActWindow` draws every form.
 */
import {
  Ban,
  Bell,
  BellOff,
  CalendarCheck,
  CalendarX,
  CircleDot,
  CircleX,
  DoorOpen,
  Forward,
  Gem,
  LogOut,
  type LucideIcon,
  Mic,
  Music,
  Pencil,
  PhoneOff,
  Rocket,
  Scale,
  Ticket,
  TicketPlus,
  TicketX,
  Undo2,
  UserCheck,
  UserMinus,
  UserPlus
} from "lucide-react"
import { control } from "../api/Control.ts"
import { queries, viewQuery } from "../api/Queries.ts"
import { useScreen } from "../state/Screen.ts"
import * as Choices from "./ActChoices.ts"
import {
  type ActField,
  choice,
  flag,
  type Given,
  type GivenOf,
  type Known,
  long,
  type Of,
  picture,
  text
} from "./ActField.ts"

interface Row<F extends ReadonlyArray<ActField>> {
  /** In menus, and above its form. */
  readonly title: string
  readonly icon: LucideIcon
  /** On the button of its form. */
  readonly does: string
  /** In its form. An act with neither this nor fields is done at once. */
  readonly says?: string
  readonly danger?: boolean
  readonly fields?: F
  /** Whether it has a place in menus now. Default: always. */
  readonly offered?: (known: Known) => boolean
  /** `changed`: the names of fields that are not as they were at first. */
  readonly call: (of: Of, given: GivenOf<F>, known: Known, changed: ReadonlyArray<string>) => Promise<unknown>
}

export interface Act extends Omit<Row<ReadonlyArray<ActField>>, "call"> {
  readonly call: (of: Of, given: Given, known: Known, changed: ReadonlyArray<string>) => Promise<unknown>
}

// The form gives each field of the row a value of its kind.
const act = <const F extends ReadonlyArray<ActField> = readonly []>(row: Row<F>): Act => row as unknown as Act

/** Shows a guild that somebody joined or left. */
const show = async (user_id: string, guild_id: string | null) => {
  await queries.invalidateQueries({ queryKey: viewQuery(user_id).queryKey })
  useScreen.getState().go({ guild_id, channel_id: undefined })
}

/** A link leads to its code. */
const codeOf = (invite: string): string => invite.trim().replace(/^.*\//, "")

const DAY = 86_400

const AGES = [
  { id: "1800", name: "30 minutes" },
  { id: "3600", name: "An hour" },
  { id: String(DAY), name: "A day" },
  { id: String(7 * DAY), name: "A week" },
  { id: "0", name: "For ever" }
]

const USES = [
  { id: "0", name: "Any number of times" },
  ...[1, 5, 10, 25, 50, 100].map((n) => ({ id: String(n), name: n === 1 ? "Once" : `${n} times` }))
]

interface InviteGiven {
  readonly role_ids: string
  readonly target_user_id: string
  readonly target_application_id: string
  readonly temporary: boolean
  readonly unique: boolean
}

/** Its target follows from whom it names. */
const inviteOf = (given: InviteGiven, max_age: number, max_uses: number) => {
  const target_user_id = given.target_user_id || null
  const target_application_id = given.target_application_id || null
  return {
    ...given,
    ...{ max_age, max_uses, target_user_id, target_application_id },
    role_ids: given.role_ids === "" ? [] : [given.role_ids],
    target_type: target_user_id !== null ? 1 : target_application_id !== null ? 2 : null
  }
}

const STATUSES = [
  { id: "online", name: "Online" },
  { id: "idle", name: "Idle" },
  { id: "dnd", name: "Do not disturb" },
  { id: "offline", name: "Offline" }
]

/** The values are the types of activities. */
const ACTIVITIES = ["Playing", "Streaming", "Listening to", "Watching", "A custom status", "Competing in"].map(
  (name, type) => ({ id: String(type), name })
)

const CUSTOM = 4

const activityOf = ({ type, name }: { readonly type: string; readonly name: string }) =>
  Number(type) === CUSTOM ? { type: CUSTOM, name: "Custom Status", state: name } : { type: Number(type), name }

const textOf = (activity?: {
  readonly type: number
  readonly name: string
  readonly state?: string | null | undefined
}) => (activity?.type === CUSTOM ? activity.state : activity?.name) ?? ""

const presenceIn = ({ view, of }: Known) => view.presences.find(({ user_id }) => user_id === of.user_id)

const forSku = (known: Known, { sku_id, guild_id }: { readonly sku_id: string; readonly guild_id: string }) => ({
  application_id: Choices.sellerOf(known, sku_id),
  sku_id,
  guild_id: guild_id === "" ? null : guild_id
})

const occurrence = ({ event_exception_id }: Of) => ({
  query: { event_exception_id: event_exception_id === "" ? undefined : event_exception_id }
})

export const ACTS = {
  forward: act({
    ...{ title: "Forward the message", icon: Forward, does: "Forward" },
    fields: [choice("target_id", "To", { choices: Choices.placesOf, path: "channel_id", none: "There is no place." })],
    call: (of, { target_id }) => control("forward", of, { body: { channel_id: target_id } })
  }),
  join_thread_as_user: act({
    ...{ title: "Join the thread", icon: Bell, does: "Join" },
    offered: (known) => !Choices.isInThread(known),
    call: (of) => control("join_thread_as_user", of)
  }),
  leave_thread_as_user: act({
    ...{ title: "Leave the thread", icon: BellOff, does: "Leave" },
    offered: Choices.isInThread,
    call: (of) => control("leave_thread_as_user", of)
  }),
  add_to_thread: act({
    ...{ title: "Add somebody to the thread", icon: UserPlus, does: "Add" },
    fields: [choice("member_id", "Who", { choices: Choices.outOfThread, none: "Everybody is in it." })],
    call: (of, { member_id }) => control("add_to_thread", { ...of, member_id })
  }),
  remove_from_thread: act({
    ...{ title: "Remove somebody from the thread", icon: UserMinus, does: "Remove" },
    fields: [choice("member_id", "Who", { choices: Choices.inThread, none: "Nobody is in it." })],
    call: (of, { member_id }) => control("remove_from_thread", { ...of, member_id })
  }),
  connect_voice: act({
    ...{ title: "Connect to voice", icon: Mic, does: "Connect" },
    fields: [
      flag("self_mute", "Muted"),
      flag("self_deaf", "Deafened"),
      flag("self_stream", "Shares the screen"),
      flag("self_video", "Shows the camera"),
      flag("request_to_speak", "Asks to speak (stage)")
    ],
    call: (of, body) => control("connect_voice", of, { body })
  }),
  disconnect_voice: act({
    ...{ title: "Disconnect from voice", icon: PhoneOff, does: "Disconnect" },
    call: (of) => control("disconnect_voice", of)
  }),
  send_voice_effect: act({
    ...{ title: "Play a sound or send an emoji", icon: Music, does: "Send", says: "Either a sound or an emoji." },
    fields: [choice("sound", "Sound", { choices: Choices.soundsOf, first: () => "" }), text("emoji", "Emoji")],
    call: (of, { sound, emoji }) =>
      control("send_voice_effect", of, { body: { sound: sound || null, emoji: emoji || null } })
  }),
  edit_own_member: act({
    ...{ title: "Edit nickname and profile", icon: Pencil, does: "Save" },
    fields: [
      text("nick", "Nickname", { first: (known) => Choices.memberOf(known)?.nick ?? "" }),
      long("bio", "About you", { first: (known) => Choices.memberOf(known)?.bio ?? "" }),
      picture("avatar", "Avatar in this guild", { first: (known) => Choices.memberOf(known)?.avatar ?? "" }),
      picture("banner", "Banner in this guild", { first: (known) => Choices.memberOf(known)?.banner ?? "" })
    ],
    call: (of, given, _, changed) =>
      control("edit_own_member", of, {
        body: Object.fromEntries(
          Object.entries(given).flatMap(([name, value]) => (changed.includes(name) ? [[name, value || null]] : []))
        )
      })
  }),
  create_invite: act({
    ...{ title: "Make an invite", icon: TicketPlus, does: "Make the invite" },
    says: "Its code is offered where somebody joins by an invite, and where one is revoked.",
    fields: [
      choice("invited_to", "Channel", {
        choices: Choices.invitedTo,
        first: (known) => Choices.invitedTo(known)[0]?.id ?? "",
        none: "There is no channel."
      }),
      choice("max_age", "It lasts", { choices: () => AGES, first: () => "86400" }),
      choice("max_uses", "How often it can be used", { choices: () => USES, first: () => "0" }),
      choice("role_ids", "Role that it gives", { choices: Choices.rolesToGive, first: () => "" }),
      choice("target_user_id", "To the stream of", { choices: Choices.streamers, first: () => "" }),
      choice("target_application_id", "To the Activity of", { choices: Choices.activities, first: () => "" }),
      flag("temporary", "Temporary members"),
      flag("unique", "A new code, even if one of yours is alike")
    ],
    call: ({ user_id }, { invited_to: channel_id, max_age, max_uses, ...given }) =>
      control("create_invite", { user_id, channel_id }, { body: inviteOf(given, Number(max_age), Number(max_uses)) })
  }),
  revoke_invite: act({
    ...{ title: "Revoke an invite", icon: TicketX, does: "Revoke" },
    fields: [choice("code", "Invite", { choices: Choices.invitesHere, none: "The guild has no invite." })],
    call: ({ user_id }, { code }) => control("revoke_invite", { user_id, code })
  }),
  accept_invite: act({
    ...{ title: "Join by an invite", icon: Ticket, does: "Join" },
    fields: [text("invite", "Code or link", { choices: Choices.invitesOf, path: "code", needed: true })],
    call: async ({ user_id }, { invite }) => {
      const { guild } = await control("accept_invite", { user_id, code: codeOf(invite) })
      await show(user_id, String((guild as { readonly id: string }).id))
    }
  }),
  leave_guild_as_user: act({
    ...{ title: "Leave the guild", icon: LogOut, does: "Leave", danger: true },
    says: "You see nothing of it any more until you join again.",
    call: async (of) => {
      await control("leave_guild_as_user", of)
      await show(of.user_id, null)
    }
  }),
  boost_guild: act({
    ...{ title: "Boost the guild", icon: Rocket, does: "Boost" },
    call: (of) => control("boost_guild", of)
  }),
  stop_boosting: act({
    ...{ title: "Stop boosting", icon: CircleX, does: "Stop" },
    offered: (known) => Choices.memberOf(known)?.premium_since != null,
    call: (of) => control("stop_boosting", of)
  }),
  accept_rules: act({
    ...{ title: "Accept the rules", icon: Scale, does: "Accept" },
    offered: (known) => Choices.memberOf(known)?.pending === true,
    call: (of) => control("accept_rules", of)
  }),
  ask_to_join: act({
    ...{ title: "Ask to join a guild", icon: DoorOpen, does: "Ask" },
    fields: [choice("asked_id", "Guild", { choices: Choices.guildsToJoin, none: "You are a member of every guild." })],
    call: ({ user_id }, { asked_id }) => control("ask_to_join", { user_id, guild_id: asked_id })
  }),
  withdraw_join_request: act({
    ...{ title: "Withdraw a request to join", icon: Undo2, does: "Withdraw" },
    offered: (known) => Choices.guildsAsked(known).length > 0,
    fields: [choice("asked_id", "Guild", { choices: Choices.guildsAsked, none: "You ask to join no guild." })],
    call: ({ user_id }, { asked_id }) => control("withdraw_join_request", { user_id, guild_id: asked_id })
  }),
  review_join_request: act({
    ...{ title: "Review requests to join", icon: UserCheck, does: "Decide" },
    fields: [
      choice("applicant_id", "Who asks", { choices: Choices.applicants, none: "Nobody asks to join." }),
      choice("action", "Decision", {
        choices: () => [
          { id: "APPROVED", name: "Let them in" },
          { id: "REJECTED", name: "Reject" }
        ],
        first: () => "APPROVED"
      }),
      text("rejection_reason", "Reason, if you reject them")
    ],
    call: (of, { applicant_id, action, rejection_reason }) =>
      control(
        "review_join_request",
        { ...of, applicant_id },
        { body: { action, rejection_reason: rejection_reason || null } }
      )
  }),
  mark_interest: act({
    ...{ title: "Interested in the event", icon: CalendarCheck, does: "Interested" },
    call: (of) => control("mark_interest", of, occurrence(of))
  }),
  withdraw_interest: act({
    ...{ title: "No longer interested in the event", icon: CalendarX, does: "Not interested" },
    call: (of) => control("withdraw_interest", of, occurrence(of))
  }),
  buy_sku: act({
    ...{ title: "Buy from an app", icon: Gem, does: "Buy", says: "No money is involved." },
    fields: [
      choice("sku_id", "What", { choices: Choices.skusOf, none: "No app sells anything." }),
      choice("guild_id", "For", { choices: Choices.buyers, first: () => "" })
    ],
    call: ({ user_id }, given, known) => control("buy_sku", { user_id }, { body: forSku(known, given) })
  }),
  cancel_subscription: act({
    ...{ title: "Cancel a subscription", icon: Ban, does: "Cancel the subscription" },
    says: "It does not renew: it ends with its period.",
    fields: [
      choice("subscription", "Subscription", { choices: Choices.subscriptionsOf, none: "You have no subscription." })
    ],
    call: ({ user_id }, { subscription }, known) => {
      const [sku_id = "", guild_id = ""] = subscription.split(" ")
      const { application_id } = forSku(known, { sku_id, guild_id })
      const query = { guild_id: guild_id === "" ? undefined : guild_id }
      return control("cancel_subscription", { user_id, application_id, sku_id }, { query })
    }
  }),
  set_presence: act({
    ...{ title: "Set your presence", icon: CircleDot, does: "Set" },
    fields: [
      choice("status", "Status", { choices: () => STATUSES, first: (known) => presenceIn(known)?.status ?? "offline" }),
      choice("type", "Activity", {
        choices: () => ACTIVITIES,
        first: (known) => String(presenceIn(known)?.activities[0]?.type ?? 0)
      }),
      text("name", "Its name or text; empty for no activity", {
        first: (known) => textOf(presenceIn(known)?.activities[0])
      })
    ],
    // Activities that nobody changes here keep what this form does not show.
    call: (of, { status, ...activity }, known, changed) => {
      const isOther = changed.includes("type") || changed.includes("name")
      const written = activity.name === "" ? [] : [activityOf(activity)]
      const activities = isOther ? written : presenceIn(known)?.activities
      return control("set_presence", of, { body: { status, activities: activities ?? [] } })
    }
  })
} as const

export type ActName = keyof typeof ACTS

/** The acts of a person wherever they are, in a guild of theirs, in a thread. */
export const OF_USER: ReadonlyArray<ActName> = ["set_presence", "buy_sku", "cancel_subscription"]
export const OF_JOINING: ReadonlyArray<ActName> = ["accept_invite", "ask_to_join", "withdraw_join_request"]
export const OF_GUILD: ReadonlyArray<ActName> = [
  ...(["edit_own_member", "accept_rules", "boost_guild", "stop_boosting"] as const),
  ...(["create_invite", "revoke_invite", "review_join_request", "leave_guild_as_user"] as const)
]
export const OF_THREAD: ReadonlyArray<ActName> = [
  ...(["join_thread_as_user", "add_to_thread", "remove_from_thread", "leave_thread_as_user"] as const)
]
