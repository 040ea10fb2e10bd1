/**
 * Changing the world while it runs, one element at a time. Each edit is one transaction: the element, what goes with
 * it, and the events of both. Source: product.md "Control plane"; what is ours stands at WorldEdit and WorldCascade.
 */
import {
  InvalidForm,
  UnknownApplication,
  UnknownChannel,
  UnknownGuild,
  UnknownIntegration,
  UnknownMember,
  UnknownRole,
  UnknownUser
} from "@backlot/domain/ServiceError"
import type { Snowflake } from "@backlot/domain/Snowflake"
import type { World } from "@backlot/domain/World"
import { changesBetween } from "@backlot/domain/WorldChange"
import { type Edit, edit } from "@backlot/domain/WorldEdit"
import { eventsOf } from "@backlot/domain/WorldEvent"
import { fromSeed, largestMinted } from "@backlot/domain/WorldMint"
import { remove as removeFrom } from "@backlot/domain/WorldRemoval"
import {
  elementOf,
  type FileElement,
  requireAround,
  type TargetKind,
  type WorldTarget
} from "@backlot/domain/WorldTarget"
import { Ids } from "@backlot/ports/Ids"
import { Secrets } from "@backlot/ports/Secrets"
import { Storage } from "@backlot/ports/Storage"
import { Effect, Result } from "effect"
import * as AutomaticLaunch from "./AutomaticLaunch.ts"
import { EventLog } from "./EventLog.ts"
import * as WorldChanges from "./WorldChanges.ts"
import * as WorldParts from "./WorldParts.ts"
import { forRemoval } from "./WorldRemovalParts.ts"

/** An element in the shape of the world file, secrets in clear. */
export interface Put {
  readonly element: FileElement
  /** False when it was there before. */
  readonly created: boolean
}

export const get = Effect.fnUntraced(function* (target: WorldTarget) {
  const storage = yield* Storage
  return yield* storage.transaction(
    Effect.gen(function* () {
      const world = yield* WorldParts.forEdit(target, undefined)
      return yield* there(world, target)
    })
  )
})

/** Creates the element, or replaces it. */
export const put = (target: WorldTarget, body: unknown) => change({ method: "put", target, body })

/** The element with the fields of the body merged in. */
export const patch = (target: WorldTarget, body: unknown) =>
  Effect.map(change({ method: "patch", target, body }), ({ element }) => element)

/** Takes the element away with all that hangs on it. */
export const remove = Effect.fnUntraced(function* (target: WorldTarget) {
  const log = yield* EventLog
  yield* log.commit(
    Effect.gen(function* () {
      const before = yield* forRemoval(target)
      yield* there(before, target)
      const after = removeFrom(before, target)
      if (Result.isFailure(after)) return yield* new InvalidForm({ faults: after.failure })
      return { value: undefined, events: yield* write(before, after.success, []) }
    })
  )
})

const SEED_BYTES = 32

const change = Effect.fnUntraced(function* (asked: Edit) {
  const { target, body, method } = asked
  const { hex, sha256 } = yield* Secrets
  const { many } = yield* Ids
  const mint = fromSeed({ seed: yield* hex(SEED_BYTES), sha256, ids: [] })
  const ids = target.kind === "application" ? yield* many(AutomaticLaunch.IDS) : []
  const log = yield* EventLog
  const done = yield* log.commit(
    Effect.gen(function* () {
      const before = yield* WorldParts.forEdit(target, body)
      yield* Effect.fromResult(requireAround(before, target))
      if (method === "patch") yield* there(before, target)
      const edited = edit(before, asked, mint)
      if (Result.isFailure(edited)) return yield* new InvalidForm({ faults: edited.failure })
      const { world, created } = edited.success
      const events = yield* write(before, world, ids)
      return { value: { element: yield* there(world, target), created } satisfies Put, events }
    })
  )
  if (done.created && target.kind === "direct_channel") yield* passId(target.channel_id)
  return done
})

/** New ids come behind that of a direct channel, as behind those of a world. */
const passId = Effect.fnUntraced(function* (id: Snowflake) {
  const largest = largestMinted({ direct_channels: [{ id }] })
  if (largest !== undefined) yield* (yield* Ids).goBehind(largest)
})

const write = Effect.fnUntraced(function* (before: World, after: World, ids: ReadonlyArray<string>) {
  const changes = changesBetween(before, after)
  return [...eventsOf(changes), ...(yield* WorldChanges.write(changes, ids))]
})

/** The element, when it and what is around it are there. */
const there = Effect.fnUntraced(function* (world: World, target: WorldTarget) {
  yield* Effect.fromResult(requireAround(world, target))
  return elementOf(world, target) ?? (yield* unknown(target.kind))
})

const unknown = (kind: TargetKind) => {
  switch (kind) {
    case "application":
      return new UnknownApplication()
    case "user":
      return new UnknownUser()
    case "guild":
      return new UnknownGuild()
    case "role":
      return new UnknownRole()
    case "member":
      return new UnknownMember()
    case "channel":
    case "direct_channel":
      return new UnknownChannel()
    case "user_install":
    case "guild_install":
      return new UnknownIntegration()
  }
}
