/** What a user does: in any place, and in a channel. Source: product.md "Library use"; steps of scenario/step/Step.ts. */

import type { SeenMessage } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import type { Expected } from "@backlot/scenario/step/Expected"
import { Act, type ActOptions, type Patience } from "./Act.ts"
import { type Answer, acting, type File, type SubmitOptions } from "./Answer.ts"
import { type CallSite, callSiteOf } from "./BacklotError.ts"
import type { Session } from "./Session.ts"
import type {
  Authorization,
  Group,
  Installation,
  JoinReview,
  LobbyJoin,
  NewInvite,
  Nickname,
  PermissionEdit,
  Sale,
  ThreadStart,
  UseParts,
  VoiceJoin
} from "./UserParts.ts"

/** Each method is an act of the user; names of guilds, applications and lobbies stand for their ids. */
export class Actor {
  readonly #session: Session
  readonly #place: Step

  /** By username, display name or id. */
  constructor(session: Session, name: string, channel?: string) {
    this.#session = session
    this.#place = { as: name, ...(channel === undefined ? {} : { in: channel }) }
  }

  /** Chooses another language. */
  setLocale(locale: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.setLocale), { set_locale: locale }, options)
  }

  /** Installs an application by its name, or with options. */
  install(application: string | Installation, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.install), { install: application }, options)
  }

  uninstall(application: string | Installation, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.uninstall), { uninstall: application }, options)
  }

  /** Grants scopes to an application; the answer has the `access_token`. */
  authorize(authorization: Authorization, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.authorize), { authorize: authorization }, options)
  }

  /** Sets the nickname in a guild; an empty text removes it. */
  setNickname(nickname: Nickname, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.setNickname), { set_nickname: nickname }, options)
  }

  /** From now on the user has this presence: a status, or with activities. */
  setPresence(presence: NonNullable<Step["set_presence"]>, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.setPresence), { set_presence: presence }, options)
  }

  /** Joins a guild by the code of an invite; the answer's `body` is the invite, with `new_member`. */
  acceptInvite(code: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.acceptInvite), { accept_invite: code }, options)
  }

  /** Revokes an invite by its code; needs MANAGE_CHANNELS or MANAGE_GUILD. */
  revokeInvite(code: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.revokeInvite), { revoke_invite: code }, options)
  }

  /** Leaves a guild, by its name or id. */
  leaveGuild(guild: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.leaveGuild), { leave_guild: guild }, options)
  }

  /** Boosts a guild once more, by its name or id; the answer's `body` is the member. */
  boostGuild(guild: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.boostGuild), { boost_guild: guild }, options)
  }

  /** Ends all boosts of a guild. */
  stopBoosting(guild: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.stopBoosting), { stop_boosting: guild }, options)
  }

  /** Accepts the rules of a guild: the member is not pending any more. */
  acceptRules(guild: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.acceptRules), { accept_rules: guild }, options)
  }

  /** Asks to join a guild that lets people in one by one; the answer's `body` is the request, SUBMITTED. */
  askToJoin(guild: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.askToJoin), { ask_to_join: guild }, options)
  }

  /** Withdraws the request to join a guild; refused with 404 where there is none. */
  withdrawJoinRequest(guild: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.withdrawJoinRequest), { withdraw_join_request: guild }, options)
  }

  /** Lets somebody in who asked to join, or rejects them; needs KICK_MEMBERS. The answer's `body` is the request. */
  reviewJoinRequest(review: JoinReview, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.reviewJoinRequest), { review_join_request: review }, options)
  }

  /** Opens the direct channel with a user or an app, by name or id; the answer's `body` is the channel. */
  openDirect(other: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.openDirect), { open_direct: other }, options)
  }

  /** Opens a group with up to nine others, by their names or ids; the answer's `body` is the channel. */
  openGroup(group: ReadonlyArray<string> | Group, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.openGroup), { open_group: group }, options)
  }

  /** Buys an SKU by its name, slug or id; the answer's `body` is the entitlement. */
  buy(sku: string | Sale, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.buy), { buy: sku }, options)
  }

  /** Lets a subscription end with its period; the answer's `body` is the subscription. */
  unsubscribe(sku: string | Sale, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.unsubscribe), { unsubscribe: sku }, options)
  }

  /** Connects to a voice or stage channel, moves there, or changes how; the answer's `body` is the voice state. */
  joinVoice(channel: string | VoiceJoin, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.joinVoice), { join_voice: channel }, options)
  }

  leaveVoice(options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.leaveVoice), { leave_voice: true }, options)
  }

  /** Starts a thread by its name, with `on` at a message, or posts in a forum; the answer's `body` is the thread. */
  startThread(thread: string | ThreadStart, { on, ...options }: OnOptions = {}): Act<Answer> {
    return this.act(callSiteOf(this.startThread), { start_thread: thread, ...target(on) }, options)
  }

  /** Joins a thread, by its name or id. */
  joinThread(thread: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.joinThread), { join_thread: thread }, options)
  }

  leaveThread(thread: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.leaveThread), { leave_thread: thread }, options)
  }

  /** Is interested in a scheduled event, by its name or id. */
  markInterest(event: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.markInterest), { mark_interest: event }, options)
  }

  withdrawInterest(event: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.withdrawInterest), { withdraw_interest: event }, options)
  }

  /** Joins the lobby of a secret, which is made if there is none; the answer has the `lobby`. */
  join(lobby: string | LobbyJoin, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.join), { join: lobby }, options)
  }

  /** Leaves a lobby: its id, or the last one joined. */
  leave(lobby = "last", options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.leave), { leave: lobby }, options)
  }

  connect(lobby = "last", options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.connect), { connect: lobby }, options)
  }

  disconnect(lobby = "last", options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.disconnect), { disconnect: lobby }, options)
  }

  /** Plays a step as this user. */
  protected act(site: CallSite, step: Step, options?: ActOptions): Act<Answer> {
    return acting(this.#session, site, { ...this.#place, ...step }, options)
  }
}

interface SayParts {
  readonly content?: string
  readonly reply_to?: MessageTarget
  readonly attachments?: ReadonlyArray<File>
  /** By name or id. */
  readonly stickers?: ReadonlyArray<string>
}

interface OnOptions extends ActOptions {
  /** Default: the newest message here that fits, as this user sees the channel. */
  readonly on?: MessageTarget
}

type Target = { readonly on?: unknown }

/** Everything that a user can do in a channel. */
export class UserInChannel extends Actor {
  /** Uses a slash command: `/adopt animal:Dog name:Rex`, or by its parts. */
  use(command: string | UseParts, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.use), { use: command }, options)
  }

  /** Types a text; the answer has the `choices` of the app for the last option. */
  type(text: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.type), { type: text }, options)
  }

  /** Uses the context menu command of this name on a user, by name, or a message. */
  menu(command: string, { on, ...options }: OnOptions = {}): Act<Answer> {
    return this.act(callSiteOf(this.menu), { menu: command, ...target(on) }, options)
  }

  /** Opens the picker and searches; the answer has `commands`, best first. */
  picker(query = "", options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.picker), { picker: query }, options)
  }

  /** Asks why the user may or may not use a command here: `visible`, `usable`, `decisions`. */
  explain(command: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.explain), { explain: command }, options)
  }

  /** Presses a button, by custom_id or label. */
  press(component: string, { on, ...options }: OnOptions = {}): Act<Answer> {
    return this.act(callSiteOf(this.press), { press: component, ...target(on) }, options)
  }

  /** Chooses in a select menu, by custom_id or placeholder: values or labels, or names of users, roles and channels. */
  select(component: string, values: string | ReadonlyArray<string>, { on, ...options }: OnOptions = {}): Act<Answer> {
    return this.act(callSiteOf(this.select), { select: component, values, ...target(on) }, options)
  }

  /** Fills in the modal that is open, by custom_id or label, and submits it. */
  submit(fields: Readonly<Record<string, unknown>>, options?: SubmitOptions): Act<Answer> {
    return this.act(callSiteOf(this.submit), { submit: fields }, options)
  }

  /** Sends a message. */
  say(said: string | SayParts, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.say), { say: typeof said === "string" ? said : sayOf(said) }, options)
  }

  /** Edits a message of the user's own. */
  revise(content: string, { on, ...options }: OnOptions = {}): Act<Answer> {
    return this.act(callSiteOf(this.revise), { revise: content, ...target(on) }, options)
  }

  /** Deletes a message of the user's own; default: the newest. */
  erase(message: MessageTarget = "last", options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.erase), { erase: targetOf(message) }, options)
  }

  react(emoji: string, { on, ...options }: OnOptions = {}): Act<Answer> {
    return this.act(callSiteOf(this.react), { react: emoji, ...target(on) }, options)
  }

  /** Forwards a message of this channel to another, by name or id; default: the newest. */
  forward(channel: string, { on, ...options }: OnOptions = {}): Act<Answer> {
    return this.act(callSiteOf(this.forward), { forward: channel, ...target(on) }, options)
  }

  /** Chooses answers of a poll, by text or number, and no others. */
  vote(answers: string | number | ReadonlyArray<string | number>, { on, ...options }: OnOptions = {}): Act<Answer> {
    return this.act(callSiteOf(this.vote), { vote: answers, ...target(on) }, options)
  }

  /** Takes the vote of a poll back. */
  unvote({ on, ...options }: OnOptions = {}): Act<Answer> {
    return this.act(callSiteOf(this.unvote), { unvote: true, ...target(on) }, options)
  }

  unreact(emoji: string, { on, ...options }: OnOptions = {}): Act<Answer> {
    return this.act(callSiteOf(this.unreact), { unreact: emoji, ...target(on) }, options)
  }

  /** Adds a member of the guild, by name or id, to this thread. Refused with 403 without the right to. */
  addToThread(user: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.addToThread), { add_to_thread: user }, options)
  }

  /** Removes somebody, by name or id, from this thread; needs MANAGE_THREADS, or to own the private thread. */
  removeFromThread(user: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.removeFromThread), { remove_from_thread: user }, options)
  }

  /** Makes an invite to this channel; needs CREATE_INSTANT_INVITE. The answer's `body` is the invite, with its `code`. */
  createInvite(invite: NewInvite = {}, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.createInvite), { create_invite: invite }, options)
  }

  /** Pins a message; default: the newest. */
  pin(message: MessageTarget = "last", options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.pin), { pin: targetOf(message) }, options)
  }

  unpin(message: MessageTarget = "last", options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.unpin), { unpin: targetOf(message) }, options)
  }

  /** Plays a sound of a soundboard, by its name or id, in the voice channel that the user is connected to. */
  playSound(sound: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.playSound), { play_sound: sound }, options)
  }

  /** Sends an emoji into the voice channel that the user is connected to. */
  sendEffect(emoji: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.sendEffect), { send_effect: emoji }, options)
  }

  /** Shows the others that the user is writing. */
  startTyping(options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.startTyping), { start_typing: true }, options)
  }

  /** Edits who may use a command in the guild of this channel. */
  permit(edit: PermissionEdit, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.permit), { permit: edit }, options)
  }

  /** The channel as this user sees it, oldest first, with their ephemeral messages. */
  messages(limit?: number): Act<ReadonlyArray<SeenMessage>> {
    const site = callSiteOf(this.messages)
    return new Act(async (expected) => {
      const read = this.act(site, { read: limit ?? true }, expected === undefined ? {} : { expect: expected })
      return (await read).messages ?? []
    })
  }

  /** Waits until the user sees a message here that looks like this, old or new; the answer has it as `message`. */
  sees(message: MessageLook, { within }: Patience = {}): Act<Answer> {
    return this.act(callSiteOf(this.sees), { wait: { message, ...patience(within) } })
  }

  /** Waits until the user sees no message here (any more) that looks like this. */
  seesNo(message: MessageLook, { within }: Patience = {}): Act<Answer> {
    return this.act(callSiteOf(this.seesNo), { wait: { no_message: message, ...patience(within) } })
  }
}

const patience = (within: string | undefined): Patience => (within === undefined ? {} : { within })

const target = (on: MessageTarget | undefined): Target => (on === undefined ? {} : { on: targetOf(on) })

const sayOf = ({ reply_to, ...said }: SayParts): NonNullable<Step["say"]> => ({
  ...said,
  ...(reply_to === undefined ? {} : { reply_to: targetOf(reply_to) })
})

/** A user of the world. */
export class User extends Actor {
  readonly #session: Session
  readonly #name: string

  constructor(session: Session, name: string) {
    super(session, name)
    this.#session = session
    this.#name = name
  }

  /** The user in a channel: `general`, `#general`, `Harbour/general`, a thread, `@bob` (direct messages), or an id. */
  in(channel: string): UserInChannel {
    return new UserInChannel(this.#session, this.#name, channel)
  }
}

/** How a message looks to its reader; a text or a pattern alone is about its content. */
export type MessageLook = string | RegExp | Exclude<Expected<SeenMessage>, null>

/** An answer, a message, an id, or a matcher; a text is its content. Default: the newest that fits here. */
export type MessageTarget = { readonly message?: SeenMessage } | SeenMessage | MessageLook

/** In the form of a step; undefined for an answer without a message. */
const targetOf = (target: MessageTarget | undefined): unknown => {
  if (typeof target !== "object") return target
  const { message, id } = target as { readonly message?: unknown; readonly id?: unknown }
  if (typeof message === "object" && message !== null && "id" in message) return message.id
  return typeof id === "string" ? id : target
}
