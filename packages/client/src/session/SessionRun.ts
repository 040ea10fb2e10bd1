/** Runs a use by the known index and repairs the index. Source: wire-interactions.md §7.1; decision 33. */
import type { Locale } from "@backlot/domain/base/Locale"
import { directoryOf } from "@backlot/domain/typing/Directory"
import { Effect, Result } from "effect"
import type { CachedIndex, Viewpoint } from "./CommandIndex.ts"
import * as ControlCall from "./ControlCall.ts"
import type { ControlClient } from "./ControlClient.ts"
import { refusedHere, type UseRefused } from "./ControlFailure.ts"
import { type AskedUse, bodyOf, leftToService, namedBy, type Reading, readAsked } from "./SessionUse.ts"

export interface SessionServices {
  readonly client: ControlClient
  readonly index: CachedIndex
}

export const runner = ({ client, index }: SessionServices, at: Viewpoint, locale: Locale | undefined) => {
  /** Refuses only by the current commands. Our choice: docs/choices.md "Picker and typing". */
  const read = Effect.fnUntraced(function* (asked: AskedUse) {
    const around = yield* client.surroundings(at, namedBy(asked))
    const setting = {
      // The service names no other locale.
      locale: locale ?? (around.user.locale as Locale),
      directory: directoryOf({ ...around, attachments: asked.attachments })
    }
    const known = yield* index.commandsAt(at)
    const reading = readAsked(asked, known.commands, setting)
    const isSettled = Result.isSuccess(reading) || known.fresh
    const settled = isSettled ? reading : readAsked(asked, yield* index.reload(at), setting)
    return Result.orElse(settled, (faults) => leftToService(asked, faults))
  })

  /** A refusal by the service shows that the index was outdated. The user must run the use again. */
  const repair = Effect.fnUntraced(function* ({ reason, command }: UseRefused, reading: Reading) {
    if (reason === "stale" && command !== undefined) {
      yield* index.repair(command)
      yield* Effect.ignore(index.reload(at))
    } else if (reason === "unknown" && "command" in reading) yield* index.discard(reading.command.id)
    else yield* index.forget(at)
  })

  return Effect.fnUntraced(function* (asked: AskedUse, how: ControlCall.UseOptions = {}) {
    const reading = yield* read(asked)
    if (Result.isFailure(reading)) return yield* refusedHere(reading.failure)
    return yield* client
      .act(ControlCall.use(at)(bodyOf(asked, reading.success, locale), how))
      .pipe(Effect.tapErrorTag("UseRefused", (refused) => repair(refused, reading.success)))
  })
}
