/** Reads and changes elements of the world, and finds what each holds. */
import { KINDS, PARAMETERS, TARGET_KINDS, type TargetKind } from "@backlot/domain/record/Kind"
import { useMutation, useQuery } from "@tanstack/react-query"
import { control } from "../../api/Control.ts"
import { queries } from "../../api/Queries.ts"

export type Kind = TargetKind

export const isKind = (text: string | undefined): text is Kind => text !== undefined && Object.hasOwn(KINDS, text)

export type Element = Readonly<Record<string, unknown>>

const paramsOf = (kind: Kind, ids: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(PARAMETERS[kind].map((name, at) => [name, ids[at] ?? ""]))

/** What an element of this kind holds. */
export const heldBy = (kind: Kind): ReadonlyArray<Kind> =>
  TARGET_KINDS.filter(
    (held) =>
      PARAMETERS[kind].length === 1 && PARAMETERS[held].length > 1 && PARAMETERS[held][0] === PARAMETERS[kind][0]
  )

/** What an element of this kind is in. */
export const holderOf = (kind: Kind): Kind | undefined => TARGET_KINDS.find((holder) => heldBy(holder).includes(kind))

/** The elements of a kind in the world, or in their holder; `guild_installs` are the `installs` of a guild. */
export const elementsOf = (kind: Kind, holder: object): ReadonlyArray<Element> => {
  const name = KINDS[kind].list.replace(/^(?:application|user|guild)_/, "")
  return (Reflect.get(holder, name) ?? []) as ReadonlyArray<Element>
}

/** The last part of an element's address. */
export const idOf = (kind: Kind, element: Element): string =>
  String(element[PARAMETERS[kind].at(-1) ?? ""] ?? element["id"])

/** Below the key of the world, which events renew. */
export const useElement = (kind: Kind, ids: ReadonlyArray<string>) =>
  useQuery({
    queryKey: ["world", "element", kind, ...ids],
    queryFn: ({ signal }) =>
      control(`get_world_${kind}`, paramsOf(kind, ids), { signal }) as Promise<unknown> as Promise<Element>,
    retry: false
  })

interface Change {
  readonly kind: Kind
  readonly ids: ReadonlyArray<string>
  readonly method: "put" | "patch" | "delete"
  readonly body?: Element
}

// The contract of edits is made from a table, so that the compiler does not know that they have bodies.
export const changeElement = ({ kind, ids, method, body }: Change) =>
  control(
    `${method}_world_${kind}`,
    paramsOf(kind, ids),
    body === undefined ? {} : { body: body as unknown as undefined }
  )

export const useChange = () =>
  useMutation({
    mutationFn: changeElement,
    onSettled: () => queries.invalidateQueries({ queryKey: ["world"] })
  })
