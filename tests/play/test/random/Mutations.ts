/** Single wrong rules, planted one at a time into a copy of the sources. Each must be found by random users. */

export interface Mutation {
  /** What the service then does wrong. */
  readonly sentence: string
  readonly about: "permission" | "upsert" | "bulk" | "version" | "lobby" | "limit"
  /** Below `packages/`. */
  readonly file: string
  /** Stands in the file once. */
  readonly from: string
  readonly to: string
}

const [chart, look, standing, permission, edit] = [
  "domain/src/permission/ChartStages.ts",
  "domain/src/permission/OverwriteLookup.ts",
  "domain/src/permission/Standing.ts",
  "domain/src/permission/Permission.ts",
  "domain/src/permission/CommandPermissionEdit.ts"
]
const [registry, matching, choice] = [
  "domain/src/command/CommandRegistry.ts",
  "domain/src/command/CommandMatch.ts",
  "usecases/src/command/CommandChoice.ts"
]
const [state, join] = ["domain/src/lobby/LobbyState.ts", "domain/src/lobby/LobbyJoin.ts"]

const of =
  (about: Mutation["about"]) =>
  (sentence: string, file: string, from: string, to: string): Mutation => ({ sentence, about, file, from, to })

const permissions = of("permission")
const upserts = of("upsert")
const bulks = of("bulk")
const versions = of("version")
const lobbies = of("lobby")

export const RULE_MUTATIONS: ReadonlyArray<Mutation> = [
  permissions(
    "a grant of the command does not beat default_member_permissions",
    chart,
    'WHO_OF_COMMAND: ReadonlyArray<Part> = ["who", "default"]',
    'WHO_OF_COMMAND: ReadonlyArray<Part> = ["who"]'
  ),
  permissions(
    "a grant of the application beats default_member_permissions",
    chart,
    'WHO_OF_APPLICATION: ReadonlyArray<Part> = ["who"]',
    'WHO_OF_APPLICATION: ReadonlyArray<Part> = ["who", "default"]'
  ),
  permissions(
    "of several roles one that denies is enough",
    chart,
    "return [found.allowed_role, found.denied_role]",
    "return [found.denied_role === undefined ? found.allowed_role : undefined, found.denied_role]"
  ),
  permissions('default_member_permissions "0" lets everybody in', chart, "if (bits === 0n) {", "if (bits < 0n) {"),
  permissions("All Channels is not looked up", look, "id === all_channels_id", 'id === "0"'),
  permissions(
    "overwrites of a channel do not rule its threads",
    standing,
    "isThread(channel) ? (parent?.id ?? channel.parent_id ?? channel.id) : channel.id",
    "isThread(channel) ? channel.id : channel.id"
  ),
  permissions(
    "denies of roles beat allows of other roles",
    permission,
    "set = (set & ~deny) | allow",
    "set = (set | allow) & ~deny"
  ),
  permissions(
    "dm_permission false does not hide",
    "domain/src/permission/ChartPreconditions.ts",
    "command.dm_permission === false && context",
    "command.dm_permission === undefined && context"
  ),
  permissions(
    "MANAGE_GUILD or MANAGE_ROLES is enough to edit overwrites",
    edit,
    'may(standing, "MANAGE_GUILD") && may(standing, "MANAGE_ROLES")',
    '(may(standing, "MANAGE_GUILD") || may(standing, "MANAGE_ROLES"))'
  ),
  permissions(
    "an overwrite that is taken away needs no right over its target",
    edit,
    "...before.filter((overwrite) => !kept.has(targetKey(overwrite))),",
    "...before.filter((overwrite) => !kept.has(targetKey(overwrite))).slice(0, 0),"
  ),
  upserts(
    "a command that is replaced gets a new id",
    registry,
    "const ids = { id: before.id, application_id",
    "const ids = { id, application_id"
  ),
  upserts(
    "one command too many of a type is let in",
    registry,
    "found.sameType >= Limits.command.perType[type]",
    "found.sameType > Limits.command.perType[type]"
  ),
  upserts(
    "a rename keeps the overwrites",
    registry,
    "(before && before.name !== after?.name ? before.id : [])",
    "(before && !after ? before.id : [])"
  ),
  upserts(
    "an upsert is answered with 201",
    registry,
    '{ status: before ? "updated" : "created", command: after }',
    '{ status: before ? "created" : "created", command: after }'
  ),
  bulks(
    "elements are not matched by type and name",
    matching,
    "const found = byName.get(nameKey(element))",
    "const found = byName.get(`${nameKey(element)}?`)"
  ),
  bulks("elements are not matched by id", matching, "byId.get(element.id)\n", "byId.get(`${element.id}?`)\n"),
  bulks(
    "MESSAGE commands are not overwritten",
    registry,
    "state.filter((c) => !kept.has(c))",
    "state.filter((c) => !kept.has(c) && c.type !== CommandType.MESSAGE)"
  ),
  bulks(
    "the entry point may be left out",
    registry,
    "removed.some((c) => c.type === PRIMARY_ENTRY_POINT)",
    'removed.some((c) => c.type === PRIMARY_ENTRY_POINT && c.name === "")'
  ),
  bulks(
    "new commands of a bulk overwrite count as one daily create",
    registry,
    "created: changes.filter(({ before }) => before === undefined).length",
    "created: Math.min(1, changes.filter(({ before }) => before === undefined).length)"
  ),
  versions(
    "an identical write gives a new version",
    registry,
    "sameContent(before, after) ? before : after",
    "sameContent(before, after) ? after : after"
  ),
  versions(
    "a change keeps the version",
    registry,
    "version: following(before.version, version) }",
    "version: before.version }"
  ),
  versions(
    "a stale guild command is refused",
    choice,
    "command.guild_id === undefined && version !== undefined &&",
    "version !== undefined &&"
  ),
  versions(
    "only versions that are too new are stale",
    choice,
    "version !== command.version)",
    "BigInt(version) > BigInt(command.version))"
  ),
  lobbies(
    "an edit resets the metadata that it omits",
    state,
    "metadata: draft.metadata === undefined ? before.metadata : draft.metadata",
    "metadata: draft.metadata === undefined ? null : draft.metadata"
  ),
  lobbies(
    "putting a member again keeps the flags that it omits",
    state,
    "{ ...membershipOf(record, member), ...connection",
    "{ ...membershipOf(record, { ...member, flags: member.flags || (before?.flags ?? 0) }), ...connection"
  ),
  lobbies(
    "members that are not listed stay",
    state,
    "present.filter(({ id }) => !named.has(id))",
    "present.filter(({ id }) => !named.has(id) && false)"
  ),
  lobbies(
    "the idle time does not begin at the last disconnect",
    state,
    "left.connected_count === 0 ? idleFrom(left, now) : left",
    "left.connected_count === 0 && now < 0 ? idleFrom(left, now) : left"
  ),
  lobbies(
    "a new idle time-out counts only from the next disconnect",
    state,
    "before.idle_due_ms + (idle_timeout_seconds - before.idle_timeout_seconds) * 1_000",
    "before.idle_due_ms"
  ),
  lobbies(
    "joining again resets the metadata of the member",
    join,
    "metadata === undefined ? before : { ...before, metadata }",
    "({ ...before, metadata: metadata ?? null })"
  ),
  lobbies(
    "an unknown user among several members is left out",
    "usecases/src/lobby/LobbyMembers.ts",
    "yield* LobbyStore.requireUsers([...asked.removed, ...asked.put.map((member) => member.id)])",
    "yield* LobbyStore.requireUsers(asked.removed)"
  ),
  lobbies(
    "members that a list removes stay",
    "usecases/src/lobby/LobbyMembers.ts",
    "for (const userId of asked.removed) {",
    "for (const userId of asked.removed.slice(1)) {"
  ),
  lobbies(
    "clients can leave a lobby of a server",
    "usecases/src/lobby/LobbyMembers.ts",
    "if (member !== undefined && !Join.isOfClients(lobby))",
    "if (member !== undefined && !Join.isOfClients(lobby) && now < 0)"
  )
]
