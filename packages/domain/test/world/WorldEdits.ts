/** The small world of WorldFixture, edited. */

import { Result } from "effect"
import type { WorldTarget } from "../../src/element/WorldTarget.ts"
import { formatPath } from "../../src/error/Fault.ts"
import type { World } from "../../src/record/World.ts"
import { decodeWorld } from "../../src/world/WorldDecoder.ts"
import { type Edit, edit } from "../../src/world/WorldEdit.ts"
import { elementOf } from "../../src/world/WorldElement.ts"
import * as Play from "../fixture/WorldFixture.ts"

export const { APP, OTHER_APP, GUILD, ROLE, GENERAL, CATEGORY, THREAD, ALICE, BOB } = Play

export const world = (file: unknown = Play.valid()): World => Result.getOrThrow(decodeWorld(file, Play.mint, Play.NOW))

export const application = (application_id = APP): WorldTarget => ({ kind: "application", application_id })
export const user = (user_id = ALICE): WorldTarget => ({ kind: "user", user_id })
export const userInstall = (user_id: string, application_id: string): WorldTarget => ({
  kind: "user_install",
  user_id,
  application_id
})
export const guild = (guild_id = GUILD): WorldTarget => ({ kind: "guild", guild_id })
export const role = (role_id = ROLE): WorldTarget => ({ kind: "role", guild_id: GUILD, role_id })
export const channel = (channel_id = GENERAL): WorldTarget => ({ kind: "channel", guild_id: GUILD, channel_id })
export const member = (user_id = BOB): WorldTarget => ({ kind: "member", guild_id: GUILD, user_id })
export const install = (application_id = APP): WorldTarget => ({
  kind: "guild_install",
  guild_id: GUILD,
  application_id
})
export const direct = (channel_id: string): WorldTarget => ({ kind: "direct_channel", channel_id })

const make =
  (method: Edit["method"]) =>
  (target: WorldTarget, body: unknown, before: World = world()) =>
    Result.getOrThrow(edit(before, { method, target, body }, Play.mint)).world

export const put = make("put")
export const patch = make("patch")

/** The element of the world after the edit. */
export const element = (after: World, target: WorldTarget) => elementOf(after, target)

/** Every fault as `path CODE`, sorted; one at the root as `CODE`. */
export const faultsOf = (
  method: Edit["method"],
  target: WorldTarget,
  body: unknown,
  before: World = world()
): ReadonlyArray<string> =>
  Result.match(edit(before, { method, target, body }, Play.mint), {
    onSuccess: () => [],
    onFailure: (faults) => faults.map(({ path, code }) => `${formatPath(path)} ${code}`.trim()).sort()
  })
