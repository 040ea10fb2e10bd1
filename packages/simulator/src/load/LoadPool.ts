/** Runs before the first play: finds the users of `as: "*"`, and checks that every name and every use resolves. */
import { StageLost } from "@backlot/player/stage/Failure"
import { memory } from "@backlot/player/turn/Playing"
import { type ActFailure, turnOf } from "@backlot/player/turn/Turn"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { Cause, Effect, Exit } from "effect"
import { type LoadFault, LoadLost, type LoadRefused, messageOf, refusedBy } from "./LoadFault.ts"
import type { LoadJob } from "./LoadJob.ts"
import { concrete, isUse, keyOf, NO_MARKS, type PoolUser } from "./LoadPlay.ts"
import type { LoadScene } from "./LoadScene.ts"
import { ANYBODY, type LoadStep } from "./LoadStep.ts"
import type { LoadUses } from "./LoadUses.ts"

/** Concurrent requests before the load. */
const AT_ONCE = 8

/**
 * The users that `*` rotates through: users of the world, in order, who see every channel that `*` plays in; no more
 * than can play at once.
 */
export const usersOf = Effect.fnUntraced(function* ({ rows, course }: LoadJob, scene: LoadScene) {
  const theirs = rows.flat().filter(({ as, step }) => as === ANYBODY || JSON.stringify(step).includes("${user}"))
  if (theirs.length === 0) return []
  const places = [...new Set(theirs.flatMap((step) => (step.in === undefined || isOpen(step.in) ? [] : [step.in])))]
  const { world } = scene.playing.names.known()
  const many = course.model === "closed" ? Math.ceil(course.most) : BOUNDS.loadUsers.value
  const found: Array<PoolUser> = []
  for (let from = 0; from < world.users.length && found.length < many; from += AT_ONCE) {
    const some = world.users.slice(from, from + AT_ONCE)
    for (const user of some) for (const place of places) yield* begun(scene, user.id, place)
    const seeing = yield* Effect.forEach(some, (user) => seesAll(scene, user, places), { concurrency: AT_ONCE })
    found.push(...some.filter((_, index) => seeing[index]))
  }
  if (found.length > 0) return found.slice(0, many)
  const message = `no user of the world sees ${places.join(" and ")}, so "*" and \${user} have no user`
  return yield* refusedBy([{ path: "as", message }])
})

/** Reads every use that never changes, and resolves every place; reports what does not resolve. */
export const readAll = Effect.fnUntraced(function* (
  { rows }: LoadJob,
  scene: LoadScene,
  uses: LoadUses,
  users: ReadonlyArray<PoolUser>
): Effect.fn.Return<void, LoadRefused | LoadLost> {
  const readings = rows.flatMap((steps, row) =>
    steps
      .filter((step) => !step.isOpen && step.act !== "wait" && step.act !== "app" && step.as !== undefined)
      .flatMap((step) => (step.as === ANYBODY ? users : [undefined]).map((user) => ({ step, row, user })))
  )
  for (const { step, user } of readings) yield* begun(scene, user?.id ?? step.as ?? "", step.in ?? "")
  const faults = yield* Effect.forEach(
    readings,
    ({ step, row, user }) => faultOf(step, readOne(scene, uses, step, row, user)),
    { concurrency: AT_ONCE }
  )
  const found = faults.filter((fault) => fault !== undefined)
  const distinct = Map.groupBy(found, ({ path, message }) => `${path} ${message}`)
  if (distinct.size > 0) return yield* refusedBy([...distinct.values()].flatMap((same) => same.slice(0, 1)))
})

const isOpen = (text: string): boolean => text.includes("${")

const sceneOf = (scene: LoadScene, as: string, place: string | undefined) =>
  turnOf({ ...scene.playing, memory: memory() }, place === undefined ? { as } : { as, in: place }, NO_MARKS, NO_MARKS)

/** Opens missing direct messages one after the other: each takes the next free id. */
const begun = (scene: LoadScene, as: string, place: string): Effect.Effect<void> =>
  place.startsWith("@") ? Effect.ignore(sceneOf(scene, as, place).scene) : Effect.void

const seesAll = Effect.fnUntraced(function* (scene: LoadScene, user: PoolUser, places: ReadonlyArray<string>) {
  for (const place of places) {
    const at = yield* Effect.option(sceneOf(scene, user.id, place).scene)
    if (at._tag === "None") return false
    const view = yield* scene.view({ user_id: user.id, channel_id: at.value.channel.id })
    if (view === undefined) return false
  }
  return true
})

const readOne = Effect.fnUntraced(function* (
  scene: LoadScene,
  uses: LoadUses,
  step: LoadStep,
  row: number,
  user: PoolUser | undefined
) {
  const written = yield* Effect.fromResult(concrete(step, {}, user))
  const acting = sceneOf(scene, written.as ?? "", written.in)
  if (written.in === undefined) return yield* Effect.asVoid(acting.user)
  yield* acting.scene
  if (isUse(step)) yield* uses.read({ ...acting, step: written }, keyOf(row, step, user))
})

/** The fault of the step. A lost server ends everything. */
const faultOf = <E extends ActFailure | LoadLost | { readonly kind: string; readonly message: string }>(
  { number, place }: LoadStep,
  reading: Effect.Effect<void, E>
): Effect.Effect<LoadFault | undefined, LoadLost> =>
  Effect.flatMap(Effect.exit(reading), (exit) => {
    if (Exit.isSuccess(exit)) return Effect.succeed(undefined)
    const failure = Cause.squash(exit.cause)
    if (failure instanceof LoadLost) return Effect.fail(failure)
    if (failure instanceof StageLost) return Effect.fail(new LoadLost({ message: failure.message }))
    return Effect.succeed({ path: `steps[${number - 1}]`, message: messageOf(failure), place })
  })
