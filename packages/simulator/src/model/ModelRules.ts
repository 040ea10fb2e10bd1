/** All rules of the model, so that a run can report which ones never decided. */
import { KINDS, type WorldOperation } from "./Operation.ts"

const PLAIN = [
  "bulk: a changed command keeps its id",
  "bulk: an identical command keeps its version",
  "bulk: new commands are created",
  "bulk: removed or renamed commands lose their overwrites",
  "bulk: the entry point must be present",
  "bulk: the list is replaced",
  "clock: advanced",
  "commands: a rename onto an existing name",
  "commands: created, 201",
  "commands: delete",
  "commands: edit gives a new version",
  "commands: edit that changes nothing keeps the version",
  "commands: form fault",
  "commands: get",
  "commands: no access to a guild without installation",
  "commands: too many of a type",
  "commands: unknown",
  "commands: upsert gives a new version",
  "commands: upsert that changes nothing keeps the version",
  "faults: a planned answer changes nothing",
  "limits: a bucket refuses",
  "limits: daily creates are spent",
  "limits: the bucket is shown",
  "limits: the global window is shown",
  "limits: the global window refuses",
  "lobbies: a client leaves",
  "lobbies: a member is added",
  "lobbies: a member is removed",
  "lobbies: a secret is over after 30 days",
  "lobbies: a secret lets others in",
  "lobbies: an edit leaves what it omits",
  "lobbies: an unknown user fails the call",
  "lobbies: clients cannot leave a lobby of a server",
  "lobbies: connect",
  "lobbies: created, 201",
  "lobbies: delete",
  "lobbies: deleting an unknown one is no error",
  "lobbies: disconnect",
  "lobbies: disconnecting a user who is not a member",
  "lobbies: end when idle",
  "lobbies: form fault",
  "lobbies: get",
  "lobbies: joining again updates what is named",
  "lobbies: leaving twice is safe",
  "lobbies: members are put and removed at once",
  "lobbies: members not listed are removed",
  "lobbies: only members of a lobby connect",
  "lobbies: putting a member resets what it omits",
  "lobbies: removing a user who is not a member is no error",
  "lobbies: the first user of a secret makes the lobby",
  "lobbies: unknown",
  "localization: dictionaries on request",
  "localization: the picker falls back",
  "localization: the requester's exact locale",
  "overwrites: a bot may not replace them",
  "overwrites: an empty list removes the entry",
  "overwrites: form fault",
  "overwrites: get",
  "overwrites: gone by a rename",
  "overwrites: gone with their command",
  "overwrites: list",
  "overwrites: needs MANAGE_GUILD and MANAGE_ROLES",
  "overwrites: needs to be able to run the command",
  "overwrites: needs to manage each affected target",
  "overwrites: no access to a guild without installation",
  "overwrites: none are 404",
  "overwrites: of an unknown command",
  "overwrites: replaced",
  "server: a crash loses nothing",
  "server: a reset goes back to the world it began with",
  "server: a restart loses nothing",
  "values: fit, and the use is delivered",
  "values: refused",
  "versions: a stale global command is refused",
  "visibility: USER command needs sending",
  "visibility: USE_APPLICATION_COMMANDS",
  "visibility: VIEW_CHANNEL",
  "visibility: administrators may all",
  "visibility: age of the user",
  "visibility: age restriction of the place",
  "visibility: allowed for everybody",
  "visibility: command of another guild",
  "visibility: contexts",
  'visibility: default_member_permissions "0"',
  "visibility: default_member_permissions held",
  "visibility: default_member_permissions lacking",
  "visibility: direct messages need no permissions",
  "visibility: installation",
  "visibility: no commands in a category",
  "visibility: only empty groups",
  "visibility: timed out"
] as const

/** Rows of the chart's stages 1 and 2 (wire-interactions.md §5.3), for the command and for its application. */
const ROWS = ["channel", "all channels", "user", "roles", "everyone"] as const

export type RowTarget = (typeof ROWS)[number]
export type Row = `${"command" | "application"} ${RowTarget}`

export type Rule =
  | (typeof PLAIN)[number]
  | `overwrites: ${Row} ${"allows" | "denies"}`
  | `world: ${WorldOperation["kind"]}`

export const RULES: ReadonlyArray<Rule> = [
  ...PLAIN,
  ...ROWS.flatMap((target) => [`command ${target}`, `application ${target}`] as const).flatMap(
    (row) => [`overwrites: ${row} allows`, `overwrites: ${row} denies`] as const
  ),
  ...KINDS.world.map((change): Rule => `world: ${change}`)
]
