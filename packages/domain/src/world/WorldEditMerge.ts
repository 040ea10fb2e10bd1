/** The element that an edit wants, in the shape of the world file: what is given over what stays (see WorldEdit). */

import { type FileElement, isElement, slotOf, type TargetKind, type WorldTarget } from "../element/WorldTarget.ts"
import type { World } from "../record/World.ts"

/** An edit whose body is an object. */
export interface Wanted {
  readonly method: "put" | "patch"
  readonly target: WorldTarget
  readonly body: FileElement
}

/** `before`: the element as it is; undefined when it is new. */
export const merge = ({ method, target, body }: Wanted, before: FileElement | undefined, world: World): FileElement => {
  const { key, id } = slotOf(target)
  const stays = before === undefined ? {} : method === "patch" ? before : pick(before, KEPT[target.kind])
  const merged = { ...stays, ...body, ...lists(target.kind, body, before), [key]: id }
  return { ...merged, ...bot(method, target, body, before), ...position(target, merged, before, world) }
}

/** What a PUT leaves as it is when its body does not give it. */
const KEPT: Readonly<Record<TargetKind, ReadonlyArray<string>>> = {
  application: ["client_secret", "private_key"],
  user: ["installs"],
  user_install: [],
  guild: ["roles", "channels", "members", "installs"],
  role: ["position"],
  channel: ["position"],
  member: [],
  guild_install: [],
  direct_channel: []
}

const LISTS: Readonly<Partial<Record<TargetKind, ReadonlyArray<string>>>> = { user: KEPT.user, guild: KEPT.guild }

const pick = (element: FileElement, fields: ReadonlyArray<string>): FileElement =>
  Object.fromEntries(Object.entries(element).filter(([field]) => fields.includes(field)))

/** A list of elements that is null is not given. */
const lists = (kind: TargetKind, body: FileElement, before: FileElement | undefined): FileElement =>
  pick(
    before ?? {},
    (LISTS[kind] ?? []).filter((list) => body[list] === null)
  )

const bot = (
  method: Wanted["method"],
  { kind }: WorldTarget,
  body: FileElement,
  before: FileElement | undefined
): FileElement => {
  const own = before?.["bot"]
  const given = body["bot"] ?? {}
  if (kind !== "application" || !isElement(own) || !isElement(given)) return {}
  const stays = method === "patch" ? own : pick(own, ["token"])
  return { bot: { ...stays, ...given, id: own["id"] } }
}

/** Said outright, because a default would depend on the order of a list that nobody wrote. */
const position = (
  target: WorldTarget,
  merged: FileElement,
  before: FileElement | undefined,
  { roles, channels }: World
): FileElement => {
  if (merged["position"] !== undefined && merged["position"] !== null) return {}
  if (target.kind === "role") {
    const others = roles.filter((r) => r.guild_id === target.guild_id && r.id !== target.role_id)
    const top = others.reduce((highest, role) => Math.max(highest, role.position), 0)
    return { position: before?.["position"] ?? (target.role_id === target.guild_id ? 0 : top + 1) }
  }
  if (target.kind !== "channel") return {}
  const others = channels.filter((c) => c.guild_id === target.guild_id && c.id !== target.channel_id)
  const bottom = others.reduce((lowest, channel) => Math.max(lowest, channel.position), -1)
  return { position: before?.["position"] ?? bottom + 1 }
}
