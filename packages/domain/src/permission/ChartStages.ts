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
import { describeEphemerality } from "./Ephemerality.ts"
import { roleName, whereOf } from "./Lack.ts"
import type { Found } from "./OverwriteLookup.ts"
import * as Permission from "./Permission.ts"
import { type GuildStanding, isLockedOut, lacking, may, sendPermission } from "./Standing.ts"

/** The lists to read: the command's own, then that of its application for all commands. */
const LEVELS = ["command", "application"] as const
type Level = (typeof LEVELS)[number]

const TARGETS = {
  channel: "this channel",
  all_channels: "All Channels",
  user: "this user",
  roles: "a role of the member",
  everyone: "@everyone"
}
type Target = keyof typeof TARGETS

/** The parts of the chart that an allowing overwrite skips. */
const CHANNEL: ReadonlyArray<Part> = ["channel"]
/** A command's own grant overrides default_member_permissions, the application's does not (§5.3 "Reading"). */
const WHO_OF_COMMAND: ReadonlyArray<Part> = ["who", "default"]
const WHO_OF_APPLICATION: ReadonlyArray<Part> = ["who"]

/**
 * Overwrites do not apply to applications that only the user installed (§5.6: guild admins cannot hide them). When the
 * application is installed in the guild too, they apply, whichever installation the command comes from. Our choice:
 * docs/choices.md "Permissions".
 */
const EXTERNAL = skip("the application is not installed in this guild, so the guild's overwrites do not apply to it")

/** The nodes of one part of the chart: each target, in the command's list and then in the application's. */
const nodeSteps = (part: Part, targets: ReadonlyArray<Target>): ReadonlyArray<Step> =>
  LEVELS.flatMap((level) => targets.map((target) => nodeStep(part, level, target)))

const nodeStep = (part: Part, level: Level, target: Target): Step => {
  const who = level === "command" ? WHO_OF_COMMAND : WHO_OF_APPLICATION
  const settles = part === "channel" ? CHANNEL : who
  const absent = skip(`the ${level} has no overwrite for ${TARGETS[target]}`)
  const judge = inGuildOnly((standing, facts) => {
    if (isExternal(facts)) return EXTERNAL
    if (part === "channel" && standing.where === undefined) return NO_CHANNEL
    const [allowing, denying] = answersOf(facts.overwrites[level], target)
    if (allowing !== undefined) {
      return settle(`the ${level}'s overwrite for ${nameOf(standing, target, allowing)} allows it`, settles)
    }
    return denying === undefined
      ? absent
      : fail(`the ${level}'s overwrite for ${nameOf(standing, target, denying)} denies it`)
  })
  return { name: `${level}_${target}`, part, refusal: "permission", judge }
}

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
  return standing.where === undefined ? NO_CHANNEL : pass(describeEphemerality(standing))
})

const NOT_HIDDEN = skip("only what the user alone brings into a guild is hidden from others")

export const STAGES: ReadonlyArray<Step> = [
  // Nodes 1a to 1d, then 2a to 2f.
  ...nodeSteps("channel", ["channel", "all_channels"]),
  ...nodeSteps("who", ["user", "roles", "everyone"]),
  { name: "default_member_permissions", part: "default", refusal: "permission", judge: defaultPermissions },
  { name: "send_messages", part: "sending", refusal: "permission", stays_visible: true, judge: sending },
  { name: "ephemeral_answers", part: "answers", refusal: "permission", judge: answers }
]
