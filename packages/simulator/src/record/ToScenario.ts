/**
 * Turns a recording into a scenario that passes on the same world: names instead of ids, captures for ids that the
 * service created, and expectations for what was seen. Plain functions that also run in browsers. Source: product.md
 * "Scenario files" (recording).
 */
import { TARGET_KINDS } from "@backlot/domain/record/Kind"
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"
import { defined, fieldsOf } from "@backlot/scenario/Fields"
import type { Scenario } from "@backlot/scenario/Scenario"
import type { Step } from "@backlot/scenario/Step"
import { stringify } from "yaml"
import type { Translation, TranslationContext } from "./RecordedAct.ts"
import * as Change from "./RecordedChange.ts"
import { refusalOf } from "./RecordedExpectation.ts"
import { recordedIds } from "./RecordedIds.ts"
import { type RecordedNames, recordedNames } from "./RecordedNames.ts"
import * as Use from "./RecordedUse.ts"

export interface ScenarioOptions {
  /** Default: `recorded`. */
  readonly name?: string
  /** Path of the world file, relative to the scenario; without it, the scenario holds the world. */
  readonly worldFile?: string
  readonly clock?: "real" | "frozen"
  /** How to start the app under test. */
  readonly app?: Scenario["app"]
}

/**
 * @param worldAtStart the answer to GET /control/v1/world before the first entry, or after the last put of a whole
 * world
 */
export const toScenario = (
  entries: ReadonlyArray<RecordedEntry>,
  worldAtStart: unknown,
  { name = "recorded", worldFile, clock, app }: ScenarioOptions = {}
): Scenario => {
  const kept = folded(sinceWorld(entries))
  const application = mostUsed(kept)
  const names = recordedNames(worldAtStart)
  const [first] = names.now().world.applications
  const isFirst = application === undefined || application === first?.id
  return {
    name,
    world: worldFile ?? fieldsOf(worldAtStart),
    ...(isFirst ? {} : { application: names.application(application) }),
    ...defined({ app, clock }),
    steps: stepsOf(kept, names, application ?? first?.id)
  }
}

/** Entries before the last put of a whole world do not apply to it. */
const sinceWorld = (entries: ReadonlyArray<RecordedEntry>): ReadonlyArray<RecordedEntry> =>
  entries.slice(entries.findLastIndex(({ operation, status }) => operation === "put_world" && status < 400) + 1)

const stepsOf = (entries: ReadonlyArray<RecordedEntry>, names: RecordedNames, application: string | undefined) => {
  const context: TranslationContext = { names, ids: recordedIds(), application, modals: new Map() }
  const steps: Array<Step> = []
  let channel: string | undefined
  for (const entry of entries) {
    const act = TRANSLATIONS[entry.operation]?.(entry, context)
    if (act !== undefined) {
      const place = placeOf(entry, context)
      const isElsewhere = place !== undefined && (place !== channel || place.startsWith("@"))
      channel = place ?? channel
      steps.push({ ...userOf(entry, names), ...(isElsewhere ? { in: place } : {}), ...act })
      context.ids.note(entry, steps.length - 1)
    }
    names.apply(entry)
    const { modal, interaction_id } = fieldsOf(entry.answer)
    if (modal !== undefined) context.modals.set(entry.user_id ?? "", String(interaction_id))
  }
  return steps.map((step, index) => {
    const capture = context.ids.captures(index)
    return Object.keys(capture).length === 0 ? step : { ...step, capture }
  })
}

/** An edit of the path's user is not an act of that user, except for the locale, which users choose themselves. */
const userOf = ({ user_id, operation }: RecordedEntry, names: RecordedNames): Pick<Step, "as"> => {
  const isEdit = operation.includes("_world_") && operation !== "patch_world_user"
  return user_id === undefined || isEdit ? {} : { as: names.user(user_id) }
}

/** The channel of the path, or of the pressed message. */
const placeOf = (entry: RecordedEntry, { names, ids }: TranslationContext): string | undefined => {
  if (!IN_CHANNELS.has(entry.operation)) return undefined
  const id = entry.params["channel_id"] ?? entry.messages?.[0]?.channel_id
  return id === undefined ? undefined : (ids.reference(id) ?? names.channel(id, entry.user_id))
}

const STATES = ["responded", "failed", "timed_out", "launched"] as const

/** An answer that settled after the next act began. */
const awaited: Translation = ({ answer }) => {
  const state = STATES.find((one) => one === fieldsOf(answer)["state"])
  return state === undefined ? undefined : { wait: { state } }
}

/** Adds that the act was refused, where it shows nothing else. */
const refusable =
  (translate: Translation): Translation =>
  (entry, context) => {
    const act = translate(entry, context)
    const expect = refusalOf(entry.status, entry.answer)
    return act === undefined || expect === undefined ? act : { ...act, expect }
  }

const REFUSABLE: Readonly<Record<string, Translation>> = {
  say: Use.said,
  edit_said: Use.revised,
  delete_said: Use.erased,
  forward: Use.forwarded,
  add_reaction: Use.reaction("react"),
  remove_reaction: Use.reaction("unreact"),
  pin_message: Use.pinned("pin"),
  unpin_message: Use.pinned("unpin"),
  edit_own_member: Change.nicknamed,
  set_presence: Change.presented,
  vote: Use.voted,
  connect_lobby: Use.inLobby("connect"),
  disconnect_lobby: Use.inLobby("disconnect"),
  create_or_join_lobby: Use.joined,
  leave_lobby: Use.inLobby("leave"),
  create_invite: Change.invited,
  revoke_invite: Change.ofInvite("revoke_invite"),
  accept_invite: Change.ofInvite("accept_invite"),
  leave_guild_as_user: Change.left,
  boost_guild: Change.boosted,
  stop_boosting: Change.unboosted,
  accept_rules: Change.rulesAccepted,
  ask_to_join: Change.askedToJoin,
  withdraw_join_request: Change.withdrawn,
  review_join_request: Change.reviewed,
  open_direct_channel: Change.directOpened,
  open_group: Change.groupOpened,
  add_to_thread: Change.ofThread("add_to_thread"),
  remove_from_thread: Change.ofThread("remove_from_thread"),
  buy_sku: Change.bought("buy"),
  cancel_subscription: Change.bought("unsubscribe"),
  start_thread: Change.threadStarted,
  start_thread_of_message: Change.threadStarted,
  join_thread_as_user: Change.inThread("join_thread"),
  leave_thread_as_user: Change.inThread("leave_thread"),
  connect_voice: Change.joinedVoice,
  disconnect_voice: Change.leftVoice,
  send_voice_effect: Change.effectSent,
  mark_interest: Change.interested,
  withdraw_interest: Change.uninterested,
  set_clock: Change.clockSet,
  plan_fault: Change.faultPlanned,
  remove_faults: Change.faultsCleared,
  remove_fault: Change.faultRemoved,
  set_guild_application_command_permissions: Change.permitted,
  set_command_permissions: Change.permitted,
  ...Object.fromEntries(
    TARGET_KINDS.flatMap((kind) => ["put", "patch", "delete"].map((verb) => `${verb}_world_${kind}`)).map(
      (operation) => [operation, Change.edited]
    )
  )
}

const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  use_command: Use.used,
  use_component: Use.pressed,
  submit_modal: Use.submitted,
  reset: Change.reset,
  authorize: Change.decided,
  settled: awaited,
  ...Object.fromEntries(Object.entries(REFUSABLE).map(([name, translate]) => [name, refusable(translate)]))
}

const IN_CHANNELS = new Set(
  [
    "use_command use_component say edit_said delete_said add_reaction remove_reaction",
    "pin_message unpin_message vote forward send_voice_effect start_thread start_thread_of_message",
    "add_to_thread remove_from_thread create_invite"
  ].flatMap((names) => names.split(" "))
)

/** The application whose commands were used most. */
const mostUsed = (entries: ReadonlyArray<RecordedEntry>): string | undefined => {
  const counts = new Map<string, number>()
  for (const { command, answer, application_id } of entries) {
    const own = fieldsOf(fieldsOf(answer)["message"])["application_id"]
    const id = command?.application_id ?? application_id ?? own
    if (typeof id === "string") counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/**
 * Merges entries that belong to others: the result of a deferred answer, consent that a later act requests itself, and the
 * choices that were asked for letter by letter.
 */
const folded = (entries: ReadonlyArray<RecordedEntry>): ReadonlyArray<RecordedEntry> =>
  withLastTyping(withoutConsent(withSettled(entries)))

/** Whoever types an option asks for its choices at every letter. What was asked last says what the person typed. */
const withLastTyping = (entries: ReadonlyArray<RecordedEntry>): ReadonlyArray<RecordedEntry> =>
  entries
    .reduceRight<Later>(
      ({ kept, next }, entry) => {
        const typed = typedOption(entry)
        if (typed === undefined || next.get(entry.user_id) !== typed) kept.push(entry)
        next.set(entry.user_id, typed)
        return { kept, next }
      },
      { kept: [], next: new Map() }
    )
    .kept.reverse()

/** The entries that stay, newest first, and by user where the next entry types. */
interface Later {
  readonly kept: Array<RecordedEntry>
  readonly next: Map<string | undefined, string | undefined>
}

/** Where a person types: the command and the option; undefined where choices were not asked for by an option's value. */
const typedOption = ({ operation, params, command, body }: RecordedEntry): string | undefined => {
  const { autocomplete, options } = fieldsOf(body)
  if (operation !== "use_command" || autocomplete !== true || !Array.isArray(options)) return undefined
  return JSON.stringify([params["channel_id"], command?.id, focusedName(options)])
}

const focusedName = (options: ReadonlyArray<unknown>): unknown => {
  for (const option of options.map(fieldsOf)) {
    if (option["focused"] === true) return option["name"]
    const inner = Array.isArray(option["options"]) ? focusedName(option["options"]) : undefined
    if (inner !== undefined) return [option["name"], inner]
  }
  return undefined
}

/**
 * An answer that settled before the next act is the answer. One that settled later becomes a wait, if its interaction
 * is still the user's last.
 */
const withSettled = (entries: ReadonlyArray<RecordedEntry>): ReadonlyArray<RecordedEntry> => {
  const merged: Array<RecordedEntry> = []
  const last = new Map<string, string>()
  let run = 0
  for (const entry of entries) {
    const interaction = interactionOf(entry)
    if (entry.operation !== "settled") {
      if (interaction !== undefined) last.set(entry.user_id ?? "", interaction)
      merged.push(entry)
      run = 0
      continue
    }
    const at = merged.length - 1 - run
    const before = merged[at]
    if (before !== undefined && interactionOf(before) === interaction) {
      const { interaction_id } = fieldsOf(before.answer)
      merged[at] = { ...before, answer: { ...fieldsOf(entry.answer), interaction_id } }
    } else if (last.get(entry.user_id ?? "") === interaction) {
      merged.push(entry)
      run++
    }
  }
  return merged
}

const interactionOf = ({ operation, params, answer }: RecordedEntry): string | undefined => {
  const id = operation === "settled" ? params["interaction_id"] : fieldsOf(answer)["interaction_id"]
  return typeof id === "string" ? id : undefined
}

/** Scopes that a step requests itself, by operation. */
const ASKED: Readonly<Record<string, string>> = {
  create_or_join_lobby: "openid sdk.social_layer",
  leave_lobby: "openid sdk.social_layer",
  set_guild_application_command_permissions: "applications.commands.permissions.update"
}

/** Such a step authorizes its application when it is played. */
const withoutConsent = (entries: ReadonlyArray<RecordedEntry>): ReadonlyArray<RecordedEntry> =>
  entries.filter((entry, index) => {
    if (entry.operation !== "authorize") return true
    const scopes = (entry.query["scope"] ?? "").split(/[ +]/).join(" ")
    const asksItself = ({ operation, user_id, application_id }: RecordedEntry) =>
      ASKED[operation] === scopes && user_id === entry.user_id && application_id === entry.query["client_id"]
    return !entries.slice(index + 1).some(asksItself)
  })

/** A recorded scenario or world as the text of a file. */
export const fileText = (value: unknown, format: "yaml" | "json"): string =>
  format === "json"
    ? `${JSON.stringify(value, null, 2)}\n`
    : stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
