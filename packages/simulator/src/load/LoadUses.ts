/**
 * Prepared requests of uses: read once per step, user and channel with the client library's reader, then cached. Source:
 * decision 33.
 */
import * as ControlCall from "@backlot/client/session/ControlCall"
import * as SessionUse from "@backlot/client/session/SessionUse"
import { isLocale, type Locale } from "@backlot/domain/base/Locale"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { directoryOf } from "@backlot/domain/typing/Directory"
import type { WorldNames } from "@backlot/player/name/WorldNames"
import { StageLost } from "@backlot/player/stage/Failure"
import { interact } from "@backlot/player/turn/Interacting"
import { meantUse } from "@backlot/player/turn/MeantUse"
import { viewpoint } from "@backlot/player/turn/Playing"
import type { Turn as ActTurn } from "@backlot/player/turn/Turn"
import type { Step } from "@backlot/scenario/Step"
import { Effect, Result } from "effect"
import type { StepError } from "./LoadMeter.ts"
import { requestTo } from "./LoadRequests.ts"
import type { LoadScene, View } from "./LoadScene.ts"
import type { WireRequest } from "./LoadWire.ts"

/** A use by one user in one channel. */
export interface ReadyUse {
  readonly request: WireRequest
  readonly user: string
  readonly channel: string
  /** Whether its command was found by name, which may mean another command later. */
  readonly isNamed: boolean
}

export type LoadUses = ReturnType<typeof usesOf>

export const usesOf = (scene: LoadScene) => {
  const kept = new Map<string, ReadyUse>()
  return {
    /** By row and step, and by user for steps of `*`; undefined if it has not been read. */
    kept: (key: string): ReadyUse | undefined => kept.get(key),
    /** Reads the use; with a key it is cached. */
    read: (acting: ActTurn, key: string | undefined) =>
      Effect.map(readIn(scene, acting), (use) => {
        if (key !== undefined) kept.set(key, use)
        return use
      }),
    /** Drops an outdated use, so that it is read again. */
    forget: ({ user, channel, isNamed }: ReadyUse): void => {
      for (const [key, use] of kept) if (use.user === user && use.channel === channel) kept.delete(key)
      scene.forget({ user_id: user, channel_id: channel })
      if (isNamed) scene.playing.names.forget()
    }
  }
}

const readIn = Effect.fnUntraced(function* (scene: LoadScene, acting: ActTurn) {
  const { type, use } = acting.step
  const at = yield* acting.scene
  const [user, channel] = [at.user, at.channel.id]
  const view = yield* scene.view({ user_id: user, channel_id: channel })
  if (view === undefined)
    return yield* Effect.fail<StepError>({ kind: "unplayable", message: "the user does not see this channel" })
  const parts = typeof use === "object" ? use : { text: type ?? use ?? "" }
  const what = yield* meantUse(acting, parts)
  const { world } = scene.playing.names.known()
  const body = yield* Effect.fromResult(readUse(what, acting.step, parts.version, view, world))
  const request = yield* writtenDown(acting, { user, channel }, body)
  return { request, user, channel, isNamed: "command" in what }
})

/** Captures the request that the player would send, by playing its act against a control plane that only records. */
const writtenDown = (
  acting: ActTurn,
  at: { readonly user: string; readonly channel: string },
  body: object
): Effect.Effect<WireRequest> =>
  Effect.suspend(() => {
    const { stage } = acting.playing
    let request = requestTo(stage, "POST", "", body)
    const playing: ActTurn["playing"] = {
      ...acting.playing,
      control: (method, path, sent) => {
        request = requestTo(stage, method, path, sent)
        return Effect.fail(new StageLost({ message: "written down" }))
      }
    }
    const acted = interact({ ...acting, playing }, at, ControlCall.use(viewpoint(at)), body)
    return Effect.map(Effect.exit(acted), () => request)
  })

/** The request body, or the reason why the client itself refuses the use. Without a version: the newest. */
const readUse = (
  what: SessionUse.TypedUse | SessionUse.UseOfCommand,
  { type, locale }: Step,
  version: string | undefined,
  view: View,
  world: WorldNames
): Result.Result<object, StepError> => {
  const asked = SessionUse.askedUse(what, type !== undefined)
  const users = [...view.people, ...named(SessionUse.namedBy(asked).ids, world)]
  const directory = directoryOf({ ...view.surroundings, users, attachments: asked.attachments })
  const read = SessionUse.readAsked(asked, view.commands, { locale: localeOf(locale, view), directory })
  const settled = Result.orElse(read, (faults) => SessionUse.leftToService(asked, faults))
  return Result.match(settled, {
    onFailure: ({ reason, because }) => Result.fail({ kind: `refused:${reason}`, message: because }),
    onSuccess: (reading) => {
      const body = SessionUse.bodyOf(asked, reading, isLocale(locale) ? locale : undefined)
      return Result.succeed(version === undefined ? body : { ...body, version })
    }
  })
}

const localeOf = (locale: string | undefined, { surroundings }: View): Locale => {
  const spoken = locale ?? surroundings.user.locale
  return isLocale(spoken) ? spoken : "en-US"
}

/** Users that an id may mean although they are not in the channel. */
const named = (ids: ReadonlyArray<Snowflake>, { users }: WorldNames) => {
  const meant = new Set<string>(ids)
  return meant.size === 0 ? [] : users.filter(({ id }) => meant.has(id))
}
