/**
 * Builds the request body of a use with the client library's reader and the commands that the user sees. Source:
 * decision 33.
 */
import {
  askedUse,
  bodyOf,
  leftToService,
  namedBy,
  readAsked,
  type TypedUse,
  type UseOfCommand
} from "@backlot/client/session/SessionUse"
import { isLocale, type Locale } from "@backlot/domain/base/Locale"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { directoryOf } from "@backlot/domain/typing/Directory"
import type { WorldNames } from "@backlot/player/name/WorldNames"
import { Result } from "effect"
import type { StepError } from "./LoadMeter.ts"
import type { View } from "./LoadScene.ts"

export interface Use {
  readonly what: TypedUse | UseOfCommand
  /** Undefined means the newest. */
  readonly version: string | undefined
  readonly autocomplete: boolean
  readonly locale: string | undefined
}

/** The request body, or the reason why the client itself refuses the use. */
export const readUse = (use: Use, view: View, world: WorldNames): Result.Result<object, StepError> => {
  const asked = askedUse(use.what, use.autocomplete)
  const users = [...view.people, ...named(namedBy(asked).ids, world)]
  const directory = directoryOf({ ...view.surroundings, users, attachments: asked.attachments })
  const read = readAsked(asked, view.commands, { locale: localeOf(use, view), directory })
  const settled = Result.orElse(read, (faults) => leftToService(asked, faults))
  return Result.match(settled, {
    onFailure: ({ reason, because }) => Result.fail({ kind: `refused:${reason}`, message: because }),
    onSuccess: (reading) => {
      const body = bodyOf(asked, reading, isLocale(use.locale) ? use.locale : undefined)
      return Result.succeed(use.version === undefined ? body : { ...body, version: use.version })
    }
  })
}

const localeOf = ({ locale }: Use, { surroundings }: View): Locale => {
  const spoken = locale ?? surroundings.user.locale
  return isLocale(spoken) ? spoken : "en-US"
}

/** Users that an id may mean although they are not in the channel. */
const named = (ids: ReadonlyArray<Snowflake>, { users }: WorldNames) => {
  const meant = new Set<string>(ids)
  return meant.size === 0 ? [] : users.filter(({ id }) => meant.has(id))
}
