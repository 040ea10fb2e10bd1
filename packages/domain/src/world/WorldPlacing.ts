/** An element in its place in a world file, and the faults of the file as faults of the element. */

import { elementsOf, type FileElement, isElement, type Slot } from "../element/WorldTarget.ts"
import { type Fault, fault, type Path } from "../error/Fault.ts"

export interface Placed {
  readonly file: FileElement
  /** Where the element stands in it. */
  readonly path: Path
}

/** Put in place of the one there is, last of all: of two that clash, the later one is at fault. */
export const place = (file: unknown, { list, key, id, holder }: Slot, element: unknown): Placed => {
  if (holder === undefined) {
    const { items, path } = last(file, list, key, id, element)
    return { file: { ...(isElement(file) ? file : {}), [list]: items }, path }
  }
  const around = elementsOf(file, holder.list).find((e) => e["id"] === holder.id) ?? {}
  const inner = last(around, list, key, id, element)
  const outer = last(file, holder.list, "id", holder.id, { ...around, [list]: inner.items })
  return {
    file: { ...(isElement(file) ? file : {}), [holder.list]: outer.items },
    path: [...outer.path, ...inner.path]
  }
}

const last = (around: unknown, list: string, key: string, id: string, element: unknown) => {
  const others = elementsOf(around, list).filter((e) => e[key] !== id)
  return { items: [...others, element], path: [list, others.length] }
}

/** Faults from the root of the element; one that it causes elsewhere stands at its root and says where. */
export const relocate = (faults: ReadonlyArray<Fault>, element: Path, file: FileElement): ReadonlyArray<Fault> =>
  faults.map(({ path, code, message }) =>
    element.every((key, i) => path[i] === key)
      ? { path: path.slice(element.length), code, message }
      : fault([], { code, message: `${describe(file, path)}: ${message}` })
  )

const NAMES: Readonly<Record<string, string>> = {
  applications: "application",
  users: "user",
  guilds: "guild",
  roles: "role",
  channels: "channel",
  members: "member",
  installs: "installation",
  direct_channels: "direct channel",
  tokens: "token"
}

/** e.g. `channel 200000000000000021 parent_id`. */
const describe = (file: FileElement, path: Path): string => {
  let at: unknown = file
  let named = ""
  let rest: Path = path
  for (const [i, key] of path.entries()) {
    at = Array.isArray(at) || isElement(at) ? Object.entries(at).find(([k]) => k === String(key))?.[1] : undefined
    const id = isElement(at) ? (at["id"] ?? at["user_id"] ?? at["application_id"]) : undefined
    const what = NAMES[String(path[i - 1])]
    if (id === undefined || what === undefined) continue
    named = `${what} ${String(id)}`
    rest = path.slice(i + 1)
  }
  return [named, ...rest].filter((part) => part !== "").join(" ")
}
