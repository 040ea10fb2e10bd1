/** Message bodies as the domain reads them. */
import { formatPath } from "@backlot/domain/Fault"
import { decodeMessage, type MessageContent } from "@backlot/domain/MessageBody"
import { Result } from "effect"

/** What a body without faults says. */
export const sound = (body: unknown): MessageContent => Result.getOrThrow(decodeMessage(body))

/** `place: code` of each fault; an empty message is "EmptyMessage". */
export const faults = (body: unknown): ReadonlyArray<string> => {
  const result = decodeMessage(body)
  if (Result.isSuccess(result)) return []
  const error = result.failure
  return error._tag === "InvalidForm" ? error.faults.map((f) => `${formatPath(f.path)}: ${f.code}`) : [error._tag]
}
