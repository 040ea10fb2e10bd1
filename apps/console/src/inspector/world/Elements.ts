/** Reads and changes elements of the world. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { control } from "../../api/Control.ts"
import { queries } from "../../api/Queries.ts"
import { type Kind, paramsOf } from "./Kinds.ts"

export type Element = Readonly<Record<string, unknown>>

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
