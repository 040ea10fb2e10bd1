/**
 * The preconditions of the decision chart: wire-interactions.md §1.2, §5.2; service.md "Subcommand structure rules",
 * "Age restriction"; decisions 6, 8, 9, 13.
 */

import { type ApplicationCommand, ContextType, IntegrationType, OptionType } from "../record/ApplicationCommand.ts"
import { QUARANTINED } from "../record/AutoModeration.ts"
import { ChannelType } from "../record/WorldVocabulary.ts"
import {
  type Facts,
  type Finding,
  fail,
  inGuildOnly,
  isExternal,
  NO_CHANNEL,
  ofCommand,
  pass,
  type Step,
  settle,
  skip
} from "./Chart.ts"
import { whereOf } from "./Lack.ts"
import * as Permission from "./Permission.ts"
import { isPending } from "./Place.ts"
import { type GuildStanding, lacking, may } from "./Standing.ts"

const existence = ({ command, standing }: Facts): Finding => {
  if (command === undefined) return fail("no such command exists")
  if (command.guild_id === undefined) return pass("the command is global")
  if (standing.kind === "direct") return fail("a guild command never runs in direct messages")
  return command.guild_id === standing.guild.id
    ? pass("the command belongs to this guild")
    : fail("the command belongs to another guild")
}

const subcommands = ofCommand((command) =>
  onlyEmptyGroups(command) ? fail("the command consists of empty groups only") : pass("the command can be completed")
)

const installation = ofCommand((command, facts) => {
  const { owners, standing, installed_here, installed_on_user } = facts
  const where = standing.kind === "guild" ? "in this guild" : "for this conversation"
  if (owners["0"] !== undefined && owners["1"] !== undefined) return pass(`installed ${where} and on the user`)
  if (owners["0"] !== undefined) return pass(`installed ${where}`)
  if (owners["1"] !== undefined)
    return pass(isExternal(facts) ? "installed on the user alone" : "installed on the user")
  if (!installed_here && !installed_on_user) {
    return fail(`the application is installed neither ${where} nor on the user`)
  }
  const how = installed_here ? `${where} but not on the user` : `on the user but not ${where}`
  return fail(`the application is installed ${how}, and the command supports integration_types ${typesOf(command)}`)
})

const typesOf = ({ guild_id, integration_types }: ApplicationCommand): string =>
  JSON.stringify(guild_id === undefined ? (integration_types ?? []) : [IntegrationType.GUILD_INSTALL])

/** Channels that contain no messages; §1.1 lists forums. Our choice: docs/choices.md "Permissions". */
const WITHOUT_MESSAGES: ReadonlyArray<number> = [ChannelType.GUILD_CATEGORY, ChannelType.GUILD_DIRECTORY]

const channel = ({ standing }: Facts): Finding => {
  const where = standing.kind === "guild" ? standing.where?.channel : standing.place.channel
  if (where === undefined) return NO_CHANNEL
  return WITHOUT_MESSAGES.includes(where.type)
    ? fail(`a channel of type ${where.type} holds no messages, so nothing can be used there`)
    : pass("the channel can hold messages")
}

/** Contexts do not affect permissions (service.md). Our choice: docs/choices.md "Permissions". */
const contexts = ofCommand((command, { context, standing }) => {
  if (standing.kind === "guild" && standing.where === undefined) return NO_CHANNEL
  const name = CONTEXT_NAMES[context]
  const listed = command.guild_id === undefined ? (command.contexts ?? null) : [ContextType.GUILD]
  if (listed !== null) {
    return listed.includes(context) ? pass(`its contexts contain ${name}`) : fail(`its contexts do not contain ${name}`)
  }
  if (command.dm_permission === false && context !== ContextType.GUILD) return fail("dm_permission is false")
  return pass("contexts is null: every context that the installation allows")
})

const age = ofCommand(({ nsfw }, { standing }) => {
  if (!nsfw) return pass("the command is not age-restricted")
  if (!standing.user.adult) return fail("the command is age-restricted and the user is under 18 (adult is false)")
  if (standing.kind === "direct") {
    return standing.user.nsfw_dms
      ? pass("the user enabled age-restricted commands in direct messages")
      : fail("the command is age-restricted and the user did not enable that in direct messages (nsfw_dms is false)")
  }
  if (standing.ruling === undefined) return pass("the user is an adult")
  // For a thread the parent channel decides.
  return standing.ruling.nsfw
    ? pass(`#${standing.ruling.name} is age-restricted and the user is an adult`)
    : fail(`the command is age-restricted and #${standing.ruling.name} is not (nsfw is false)`)
})

const viewChannel = inGuildOnly((standing) => {
  if (standing.where === undefined) return NO_CHANNEL
  return may(standing, "VIEW_CHANNEL") ? pass("the member can view the channel") : lacks(standing, "VIEW_CHANNEL")
})

const timeout = inGuildOnly(({ is_timed_out, is_administrator, member }) => {
  if (!is_timed_out) return pass("the member is not timed out")
  if (is_administrator) return pass("a time-out does not bind administrators")
  if (((member.flags ?? 0) & QUARANTINED) !== 0)
    return fail("the member's profile breaks a rule of automatic moderation")
  if (isPending(member)) return fail("the member has yet to accept the rules of the guild (pending)")
  return fail(`the member is timed out until ${member.timed_out_until}`)
})

const useCommands = inGuildOnly((standing) =>
  may(standing, "USE_APPLICATION_COMMANDS")
    ? pass(`the member can use application commands ${whereOf(standing)}`)
    : lacks(standing, "USE_APPLICATION_COMMANDS")
)

const administrator = inGuildOnly(({ is_owner, is_administrator }) => {
  if (is_owner) return settle("the member owns the guild", ["channel", "who", "default", "sending"])
  return is_administrator
    ? settle("the member is an administrator", ["channel", "who", "default", "sending"])
    : skip("the member is neither owner nor administrator")
})

const step = (name: string, refusal: Step["refusal"], judge: Step["judge"]): Step => ({
  name,
  part: "precondition",
  refusal,
  judge
})

/** §5.2 only says that an age-restricted command is hidden. Our choice: docs/choices.md "Permissions". */
export const PRECONDITIONS: ReadonlyArray<Step> = [
  step("command_exists", "unknown", existence),
  step("subcommands", "invisible", subcommands),
  step("installation", "invisible", installation),
  step("channel", "context", channel),
  step("contexts", "context", contexts),
  step("age_restriction", "invisible", age),
  step("view_channel", "permission", viewChannel),
  step("timeout", "permission", timeout),
  step("use_application_commands", "permission", useCommands),
  step("administrator", "permission", administrator)
]

const CONTEXT_NAMES = {
  [ContextType.GUILD]: "GUILD",
  [ContextType.BOT_DM]: "BOT_DM",
  [ContextType.PRIVATE_CHANNEL]: "PRIVATE_CHANNEL"
} as const

const lacks = (standing: GuildStanding, name: Permission.PermissionName): Finding =>
  fail(lacking(standing, Permission.BITS[name]))

/** Decision 13. */
const onlyEmptyGroups = ({ options = [] }: ApplicationCommand): boolean =>
  options.length > 0 && options.every((o) => o.type === OptionType.SUB_COMMAND_GROUP && (o.options ?? []).length === 0)
