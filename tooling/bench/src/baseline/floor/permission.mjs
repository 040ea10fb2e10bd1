/** Whether a member may use a command in a channel, with every step that decided it. */

/** @typedef {{ step: string, outcome: "pass" | "fail" | "skip", because: string }} Step */

const [VIEW_CHANNEL, USE_COMMANDS, SEND_MESSAGES] = [1n << 10n, 1n << 31n, 1n << 11n]
const EVERYONE = 1_126_761_151_974_976n
const ALL = 2n ** 53n - 1n

/** The steps that an administrator skips. */
const SETTLED = [
  ...["command_channel", "command_all_channels", "application_channel", "application_all_channels", "command_user"],
  ...["command_roles", "command_everyone", "application_user", "application_roles", "application_everyone"],
  ...["default_member_permissions", "send_messages"]
]

/**
 * @param {import("./judge.mjs").Fields} command
 * @param {string} application
 * @param {import("./state.mjs").Guild} guild
 * @param {{ name: string, type: number }} channel
 * @param {string} user
 * @returns {ReadonlyArray<Step>}
 */
export const evaluate = (command, application, guild, channel, user) => {
  const isOwner = guild.owner_id === user
  const bits = isOwner ? ALL : EVERYONE
  const { options = [], contexts, nsfw } = command
  const isHollow = Array.isArray(options) && options.length > 0 && options.every(isEmptyGroup)
  const isInstalled = guild.installs.some((one) => one.application_id === application)
  const isMember = guild.members.some((one) => one.user_id === user)
  const isHere = !Array.isArray(contexts) || contexts.includes(0)
  /** @type {(step: string, passes: boolean, because: string) => Step} */
  const judged = (step, passes, because) => ({ step, outcome: passes ? "pass" : "fail", because })
  const rest = isOwner ? "not asked: administrator settles it" : "no overwrite"
  return [
    judged("command_exists", true, command["guild_id"] === undefined ? "the command is global" : "of this guild"),
    judged("subcommands", !isHollow, "the command can be completed"),
    judged("installation", isInstalled, "installed in this guild"),
    judged("channel", channel.type === 0 || channel.type === 2, "the channel can hold messages"),
    judged("contexts", isHere, "contexts is null: every context that the installation allows"),
    judged("age_restriction", nsfw !== true, "the command is not age-restricted"),
    judged("view_channel", isMember && (bits & VIEW_CHANNEL) !== 0n, "the member can view the channel"),
    judged("timeout", true, "the member is not timed out"),
    judged(
      "use_application_commands",
      (bits & USE_COMMANDS) !== 0n && (bits & SEND_MESSAGES) !== 0n,
      `the member can use application commands in #${channel.name}`
    ),
    isOwner ? judged("administrator", true, "the member owns the guild") : skipped("administrator", "not an owner"),
    ...SETTLED.map((step) => skipped(step, rest)),
    skipped("ephemeral_answers", "only what the user alone brings into a guild is hidden from others")
  ]
}

/** @type {(step: string, because: string) => Step} */
const skipped = (step, because) => ({ step, outcome: "skip", because })

/** @type {(option: { type: number, options?: ReadonlyArray<object> }) => boolean} */
const isEmptyGroup = ({ type, options = [] }) => type === 2 && options.length === 0
