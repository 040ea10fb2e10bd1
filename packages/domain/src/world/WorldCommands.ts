/** Judges the commands of a world by the rules of registration. Source: service.md "Application command". */
import { Result } from "effect"
import * as Limits from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type ApplicationTraits, traitsOf } from "../command/ApplicationTraits.ts"
import type { ValidationContext } from "../command/CommandValidation.ts"
import { compose } from "../command/CommandWire.ts"
import { type Fault, fault, under } from "../error/Fault.ts"
import {
  type ApplicationCommand,
  type CommandContent,
  IntegrationType,
  type Scope
} from "../record/ApplicationCommand.ts"
import type { Application } from "../record/World.ts"
import type { Draft } from "./element/CommandElement.ts"
import type { Mint } from "./element/Element.ts"
import type { Placed } from "./rule/Placed.ts"
import { repeats } from "./rule/Unique.ts"
import * as WorldError from "./rule/WorldError.ts"

/** The rules of registration for one command body. */
export type ValidateCommand = (
  body: unknown,
  context: ValidationContext
) => Result.Result<CommandContent, ReadonlyArray<Fault>>

export interface JudgedCommands {
  readonly commands: ReadonlyArray<ApplicationCommand>
  readonly faults: ReadonlyArray<Fault>
}

interface Judged {
  readonly path: Placed<Draft>["path"]
  readonly scope: Scope
  readonly command: ApplicationCommand
}

export const judgeCommands = (
  places: ReadonlyArray<Placed<Draft>>,
  applications: ReadonlyMap<Snowflake, Application>,
  validate: ValidateCommand,
  mint: Mint
): JudgedCommands => {
  const results = places.map((place, n) => judgeOne(place, n, applications, validate, mint))
  const judged = results.flatMap((r) => (Result.isSuccess(r) ? [r.success] : []))
  return {
    commands: judged.map((j) => j.command),
    faults: [
      ...results.flatMap((r) => (Result.isFailure(r) ? r.failure : [])),
      ...repeatedNames(judged),
      ...tooMany(judged)
    ]
  }
}

const judgeOne = (
  { path, value }: Placed<Draft>,
  n: number,
  applications: ReadonlyMap<Snowflake, Application>,
  validate: ValidateCommand,
  mint: Mint
): Result.Result<Judged, ReadonlyArray<Fault>> => {
  const { id, application_id, version, guild_id, ...body } = value
  const scope = guild_id ?? "global"
  const application = applications.get(application_id ?? "")
  // Another rule reports an unknown application; its commands cannot be judged.
  if (application === undefined) return Result.fail([])
  const context = {
    scope: guild_id ? "guild" : "global",
    application: id && version ? ANY : traitsOf(application)
  } as const
  return Result.mapBoth(validate(body, context), {
    onFailure: (faults) => under(path, faults),
    onSuccess: (content) => ({
      path,
      scope,
      command: compose(
        {
          id: id ?? mint.snowflake(2 * n),
          application_id: application.id,
          version: version ?? mint.snowflake(2 * n + 1)
        },
        scope,
        content
      )
    })
  })
}

/**
 * A command with id and version is a stored record. It may be older than the settings of its application, and an
 * export must always import. Our choice: docs/choices.md "World file".
 */
const ANY: ApplicationTraits = {
  integration_types: Object.values(IntegrationType),
  embedded: true,
  discoverable: false
}

const listOf = ({ command, scope }: Judged) => `${command.application_id}/${scope}/${command.type}`

/** service.md "Naming rules": unique per application, type and scope. */
const repeatedNames = (judged: ReadonlyArray<Judged>): ReadonlyArray<Fault> =>
  repeats(judged.map((j) => ({ key: `${listOf(j)}/${j.command.name}`, path: [...j.path, "name"] }))).map(({ path }) =>
    fault(path, NAME_TAKEN)
  )

const NAME_TAKEN = WorldError.duplicateName("Command names are unique per application, per type, within each scope.")

/** service.md "Limits": commands per type; the first command beyond the limit has the fault. */
const tooMany = (judged: ReadonlyArray<Judged>): ReadonlyArray<Fault> =>
  [...Map.groupBy(judged, listOf).values()].flatMap((list) =>
    list.flatMap(({ path, command }, i) => {
      const max = Limits.command.perType[command.type]
      return i === max ? [fault(path, WorldError.tooManyCommands(command.type, max))] : []
    })
  )
