/**
 * The stages of the decision chart: where a command may be used, by whom, and with which permissions; the extra
 * conditions of USER commands, and the visibility of answers. Each node of the chart is one step. Source:
 * wire-interactions.md §5.3, §5.2 (last rows), §5.6; decisions 7, 30, 31, 32.
 */
import { type ApplicationCommand, CommandType } from "../record/ApplicationCommand.ts"
import type { CommandPermission } from "../record/World.ts"
import {
  type Facts,
  type Finding,
  fail,
  inGuildOnly,
  isExternal,
  NO_CHANNEL,
  ofCommand,
  type Part,
  pass,
  type Step,
  settle,
  skip
} from "./Chart.ts"
import { tellEphemerality } from "./Ephemerality.ts"
import type { Found } from "./OverwriteLookup.ts"
import * as Permission from "./Permission.ts"
import { lacking, roleName, whereOf } from "./PermissionReason.ts"
import { type GuildStanding, isLockedOut, may, sendPermission } from "./Standing.ts"

/** The list to read: the command's own, or that of its application for all commands. */
type Level = "command" | "application"

type Target = "channel" | "all_channels" | "user" | "roles" | "everyone"

interface Node {
  readonly level: Level
  readonly target: Target
  /** The parts of the chart that an allowing overwrite skips. */
  readonly settles: ReadonlyArray<Part>
}

const CHANNEL: ReadonlyArray<Part> = ["channel"]
/** A command's own grant overrides default_member_permissions, the application's does not (§5.3 "Reading"). */
const WHO_OF_COMMAND: ReadonlyArray<Part> = ["who", "default"]
const WHO_OF_APPLICATION: ReadonlyArray<Part> = ["who"]

/** Nodes 1a to 1d. */
const CHANNEL_NODES: ReadonlyArray<Node> = [
  { level: "command", target: "channel", settles: CHANNEL },
  { level: "command", target: "all_channels", settles: CHANNEL },
  { level: "application", target: "channel", settles: CHANNEL },
  { level: "application", target: "all_channels", settles: CHANNEL }
]

/** Nodes 2a to 2f. */
const WHO_NODES: ReadonlyArray<Node> = [
  { level: "command", target: "user", settles: WHO_OF_COMMAND },
  { level: "command", target: "roles", settles: WHO_OF_COMMAND },
  { level: "command", target: "everyone", settles: WHO_OF_COMMAND },
  { level: "application", target: "user", settles: WHO_OF_APPLICATION },
  { level: "application", target: "roles", settles: WHO_OF_APPLICATION },
  { level: "application", target: "everyone", settles: WHO_OF_APPLICATION }
]

/**
 * Overwrites do not apply to applications that only the user installed (§5.6: guild admins cannot hide them). When the
 * application is installed in the guild too, they apply, whichever installation the command comes from. Our choice:
 * docs/choices.md "Permissions".
 */
const EXTERNAL = skip("the application is not installed in this guild, so the guild's overwrites do not apply to it")

const nodeStep = ({ level, target, settles }: Node, part: Part): Step => ({
  name: `${level}_${target}`,
  part,
  refusal: "permission",
  judge: inGuildOnly((standing, facts) => {
    if (isExternal(facts)) return EXTERNAL
    if (part === "channel" && standing.where === undefined) return NO_CHANNEL
    const [allowing, denying] = answersOf(facts.overwrites[level], target)
    if (allowing !== undefined) {
      return settle(`the ${level}'s overwrite for ${nameOf(standing, target, allowing)} allows it`, settles)
    }
    return denying === undefined
      ? ABSENT[level][target]
      : fail(`the ${level}'s overwrite for ${nameOf(standing, target, denying)} denies it`)
  })
})

/** Of several roles, one that allows is enough. */
const answersOf = (
  found: Found,
  target: Target
): readonly [CommandPermission | undefined, CommandPermission | undefined] => {
  if (target === "roles") return [found.allowed_role, found.denied_role]
  const overwrite = found[target]
  return overwrite?.permission === true ? [overwrite, undefined] : [undefined, overwrite]
}

const nameOf = (standing: GuildStanding, target: Target, { id }: CommandPermission): string => {
  if (target === "channel") return `#${standing.ruling?.name ?? id}`
  if (target === "all_channels") return "All Channels"
  return target === "user" ? `the user ${standing.user.username}` : roleName(standing, id)
}

const TARGETS: ReadonlyArray<readonly [Target, string]> = [
  ["channel", "this channel"],
  ["all_channels", "All Channels"],
  ["user", "this user"],
  ["roles", "a role of the member"],
  ["everyone", "@everyone"]
]

const absent = (level: Level) =>
  // Object.fromEntries widens its keys to string.
  Object.fromEntries(
    TARGETS.map(([target, name]) => [target, skip(`the ${level} has no overwrite for ${name}`)])
  ) as Record<Target, Finding>

const ABSENT: Readonly<Record<Level, Readonly<Record<Target, Finding>>>> = {
  command: absent("command"),
  application: absent("application")
}

/**
 * default_member_permissions also applies to user-installed commands in a foreign guild (§5.6, unverified), because it
 * is a setting of the command and not of the guild. Our choice: docs/choices.md "Permissions".
 */
const defaultPermissions = inGuildOnly((standing, facts) =>
  ofCommand((command) => judgeDefaults(command, standing, isExternal(facts)))(facts)
)

const judgeDefaults = (command: ApplicationCommand, standing: GuildStanding, external: boolean): Finding => {
  // Decision 7: false without default_member_permissions means "0".
  const impliedZero = command.default_member_permissions === null && command.default_permission === false
  const needed = impliedZero ? "0" : command.default_member_permissions
  if (needed === null) return pass("default_member_permissions is null")
  const bits = BigInt(needed)
  if (bits === 0n) {
    const setting = impliedZero ? "default_permission is false" : 'default_member_permissions is "0"'
    return fail(`${setting}: administrators only${external ? "" : ", unless an overwrite of the command allows it"}`)
  }
  const missing = bits & ~standing.permissions
  return missing === 0n
    ? pass(`the member holds default_member_permissions ${whereOf(standing)}`)
    : fail(`default_member_permissions asks for more: ${lacking(standing, missing)}`)
}

/** Decision 32: such a command is listed, but its use is refused. */
const sending = (facts: Facts): Finding => {
  const { command, standing } = facts
  if (command?.type !== CommandType.USER) return NOT_USER
  if (standing.kind === "direct") return SENDS_DIRECTLY
  if (standing.where === undefined) return NO_CHANNEL
  // Without MANAGE_THREADS nobody can send messages in an archived and locked thread. Our choice: docs/choices.md
  // "Permissions".
  if (isLockedOut(standing)) return fail("Permission Denied: the thread is archived and locked")
  const name = sendPermission(standing)
  return may(standing, name)
    ? pass(`the member can send messages ${whereOf(standing)}`)
    : fail(`Permission Denied: ${lacking(standing, Permission.BITS[name])}`)
}

const NOT_USER = skip("only USER commands ask whether the user can send messages")
const SENDS_DIRECTLY = pass("a recipient can send messages in direct messages")

/** Never refuses: without USE_EXTERNAL_APPS and similar permissions the command still runs, with hidden answers. */
const answers = inGuildOnly((standing, facts) => {
  if (!isExternal(facts)) return NOT_HIDDEN
  return standing.where === undefined ? NO_CHANNEL : pass(tellEphemerality(standing))
})

const NOT_HIDDEN = skip("only what the user alone brings into a guild is hidden from others")

export const STAGES: ReadonlyArray<Step> = [
  ...CHANNEL_NODES.map((node) => nodeStep(node, "channel")),
  ...WHO_NODES.map((node) => nodeStep(node, "who")),
  { name: "default_member_permissions", part: "default", refusal: "permission", judge: defaultPermissions },
  { name: "send_messages", part: "sending", refusal: "permission", stays_visible: true, judge: sending },
  { name: "ephemeral_answers", part: "answers", refusal: "permission", judge: answers }
]
