/** The world file of the playground, with the definitions as the commands of its first application. */
import type { ApplicationTraits } from "@backlot/domain/command/ApplicationTraits"
import { formatPath, type Path } from "@backlot/domain/error/Fault"
import { CommandType } from "@backlot/domain/record/ApplicationCommand"
import type { World } from "@backlot/domain/record/World"
import type { Mint } from "@backlot/domain/world/element/Element"
import { decodeWorld } from "@backlot/domain/world/WorldDecoder"
import { Predicate, Result } from "effect"
import type { SoundCommand } from "./Definitions.ts"
import { type Finding, inOrder, readText } from "./Text.ts"

export type Scope = "global" | "guild"

export interface WorldValue {
  readonly value: unknown
  readonly locate: (path: Path) => { readonly line: number; readonly column: number }
}

const EMPTY = "It is empty. A world has applications, users and guilds."

export const readWorld = (text: string): Result.Result<WorldValue, Finding> => readText(text, "yaml", EMPTY)

/** What the definitions are judged by, as far as the text says it. */
export const traitsIn = (value: unknown): ApplicationTraits => {
  const [application] = elements(value, "applications")
  const flags = application?.["flags"]
  const types = application?.["integration_types"]
  return {
    embedded: Array.isArray(flags) && flags.includes("EMBEDDED"),
    discoverable: application?.["discoverable"] === true,
    integration_types: ([0, 1] as const).filter((type) => !Array.isArray(types) || types.includes(type))
  }
}

export interface Decoded {
  readonly findings: ReadonlyArray<Finding>
  /** Undefined where the findings are faults. */
  readonly world: World | undefined
}

/** The world with the commands; they are those of its first application, of its first guild in the scope `guild`. */
export const decode = (
  { value, locate }: WorldValue,
  commands: ReadonlyArray<SoundCommand>,
  { scope, now }: { readonly scope: Scope; readonly now: number }
): Decoded => {
  const found = (kind: Finding["kind"], path: Path, said: Pick<Finding, "code" | "message">): Finding => ({
    kind,
    ...locate(path),
    path: formatPath(path),
    ...said
  })
  const { whole, kept, waiting } = completed(value, commands, scope)
  const notes = waiting.map(({ index, said }) => found("note", ["command_permissions", index, "id"], said))
  const decoded = decodeWorld(whole, MINT, now)
  if (Result.isSuccess(decoded)) return { findings: notes, world: decoded.success }
  const faults = decoded.failure.map(({ path: [list, index, ...rest], code, message }) => {
    const original = list === "command_permissions" ? kept[Number(index)]?.index : undefined
    return found(
      "fault",
      [list, original ?? index, ...rest].filter((key) => key !== undefined),
      { code, message }
    )
  })
  return { findings: [...faults, ...notes].sort(inOrder), world: undefined }
}

const MISSING = {
  code: "COMMAND_MISSING",
  message: "No definition without faults has this name, so these permissions are left out"
}

const AMBIGUOUS = {
  code: "COMMAND_AMBIGUOUS",
  message:
    "Commands of several types have this name, so these permissions are left out: write /NAME, user:NAME or message:NAME"
}

/** The definition at this index gets this id; in `command_permissions` its name will do. */
export const idOf = (index: number): string => String(FIRST + BigInt(index))
const FIRST = 900_000_000_000_000_000n

interface Permissions {
  /** With the place of each in the text. */
  readonly kept: ReadonlyArray<{ readonly index: number; readonly entry: unknown }>
  /** Places of those that name no command, or more than one. */
  readonly waiting: ReadonlyArray<{ readonly index: number; readonly said: typeof MISSING }>
}

/** The value of a world file with the commands. */
export const completed = (value: unknown, commands: ReadonlyArray<SoundCommand>, scope: Scope) => {
  const permissions = permissionsIn(value, commands)
  return { ...permissions, whole: withCommands(value, commands, scope, permissions.kept) }
}

const permissionsIn = (value: unknown, commands: ReadonlyArray<SoundCommand>): Permissions => {
  const list = Predicate.isReadonlyObject(value) ? value["command_permissions"] : undefined
  const meant = meaning(commands)
  const kept: Array<Permissions["kept"][number]> = []
  const waiting: Array<Permissions["waiting"][number]> = []
  for (const [index, entry] of (Array.isArray(list) ? list : []).entries()) {
    const id = Predicate.isReadonlyObject(entry) ? entry["id"] : undefined
    const isName = typeof id === "string" && !/^\d*$/.test(id)
    if (!isName) {
      kept.push({ index, entry })
      continue
    }
    const [known, ...more] = meant(id)
    if (known === undefined) waiting.push({ index, said: MISSING })
    else if (more.length > 0) waiting.push({ index, said: AMBIGUOUS })
    else kept.push({ index, entry: { ...entry, id: known } })
  }
  return { kept, waiting }
}

/** What stands before a name whose command has this type, where commands of several types have the name. */
const PREFIXES: Readonly<Record<CommandType, string>> = {
  [CommandType.CHAT_INPUT]: "/",
  [CommandType.USER]: "user:",
  [CommandType.MESSAGE]: "message:",
  [CommandType.PRIMARY_ENTRY_POINT]: "launch:"
}

/** The ids of the commands that a text can mean: of the one with this type and name, or of all with this name. */
const meaning = (commands: ReadonlyArray<SoundCommand>): ((text: string) => ReadonlyArray<string>) => {
  const exact = new Map(commands.map(({ index, content }) => [PREFIXES[content.type] + content.name, idOf(index)]))
  const named = Map.groupBy(commands, ({ content }) => content.name)
  return (text) => {
    const one = exact.get(text)
    return one === undefined ? (named.get(text) ?? []).map(({ index }) => idOf(index)) : [one]
  }
}

const withCommands = (
  value: unknown,
  commands: ReadonlyArray<SoundCommand>,
  scope: Scope,
  permissions: Permissions["kept"]
): unknown => {
  if (!Predicate.isReadonlyObject(value)) return value
  const application_id = elements(value, "applications")[0]?.["id"]
  const guild_id = elements(value, "guilds")[0]?.["id"]
  const own = Array.isArray(value["commands"]) ? value["commands"] : []
  const definitions = commands.map(({ content, index }) => ({
    ...content,
    id: idOf(index),
    version: idOf(index),
    application_id,
    ...(scope === "guild" ? { guild_id } : {})
  }))
  return {
    ...value,
    automatic_launch: value["automatic_launch"] ?? false,
    commands: [...own, ...definitions],
    ...(Array.isArray(value["command_permissions"])
      ? { command_permissions: permissions.map(({ entry }) => entry) }
      : {})
  }
}

const elements = (value: unknown, list: string): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const found = Predicate.isReadonlyObject(value) ? value[list] : undefined
  return Array.isArray(found) ? found.filter(Predicate.isReadonlyObject) : []
}

/** Nobody logs in here, so that no key has to be secret. Distinct texts have distinct hashes: each is its own. */
const MINT: Mint = {
  privateKey: () => "0".repeat(64),
  secret: (what, id) => `${what}-${id}`,
  sha256: (text) => text,
  snowflake: (n) => String(FIRST + 1_000_000n + BigInt(n))
}
