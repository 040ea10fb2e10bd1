/** The command and messages recorded with an act, and the outcomes of recorded interactions. */
import { recording as limits } from "@backlot/domain/base/Limits"
import * as Time from "@backlot/usecases/event/Time"
import * as Interactions from "@backlot/usecases/interaction/Interactions"
import * as UserMessages from "@backlot/usecases/user/UserMessages"
import { Effect } from "effect"
import type { Recorder } from "./Recording.ts"
import { fieldsOf } from "./RecordingSecrets.ts"
import { answerOf } from "./UsedAnswer.ts"

export const commandIn = (id: unknown) => Effect.orElseSucceed(UserMessages.commandOf(id), () => undefined)

export const messagesIn = (userId: string | undefined, ids: ReadonlyArray<unknown>) =>
  userId === undefined
    ? Effect.succeed([])
    : UserMessages.messagesOf(userId, ids).pipe(
        Effect.map((messages) =>
          messages.map(({ id, channel_id, author, content }) => ({ id, channel_id, author_id: author.id, content }))
        ),
        Effect.orElseSucceed(() => [])
      )

/** Remembers an answered interaction that is not settled yet. */
export const openOf = ({ open }: Recorder, answer: unknown, userId: string | undefined): void => {
  const { interaction_id, state } = fieldsOf(answer)
  if (typeof interaction_id !== "string" || userId === undefined || !isOpen(state)) return
  open.set(interaction_id, userId)
  const [oldest] = open.keys()
  if (open.size > limits.open && oldest !== undefined) open.delete(oldest)
}

const isOpen = (state: unknown): boolean => state === "pending" || state === "deferred"

/** Appends an entry for each interaction that has settled. Called before an act begins and before the recording is read. */
export const appendSettled = Effect.fnUntraced(function* (recorder: Recorder) {
  if (!recorder.isOn()) return
  for (const [id, user_id] of recorder.open) {
    const found = yield* Effect.option(Interactions.look(id))
    if (found._tag === "Some" && isOpen(found.value.record.state)) continue
    // Another call may check at the same time.
    const isOurs = recorder.open.delete(id)
    if (!isOurs || found._tag === "None") continue
    const { now } = yield* Time.read
    recorder.begin()?.fill({
      at: now,
      operation: "settled",
      user_id,
      method: "GET",
      path: `/control/v1/interactions/${id}`,
      params: { interaction_id: id },
      query: {},
      status: 200,
      answer: answerOf(found.value)
    })
  }
})
