/**
 * Tracks ids that the service created during the recording: another run has others, so a step captures the ids that
 * later steps need.
 */
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"
import { fieldsOf } from "@backlot/scenario/Fields"

export type RecordedIds = ReturnType<typeof recordedIds>

interface Source {
  readonly step: number
  /** Path in the outcome of the step. */
  readonly path: string
  readonly kind: string
  name: string | undefined
}

export const recordedIds = () => {
  const sources = new Map<string, Source>()
  const counts = new Map<string, number>()
  const nameFor = (kind: string) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind}${count}`
  }
  return {
    /** Notes the ids that an act created; `step` is its index. */
    note: (entry: RecordedEntry, step: number): void => {
      for (const [id, kind, path] of givenBy(entry)) {
        // An edited message keeps its id.
        if (typeof id === "string" && !sources.has(id)) sources.set(id, { step, path, kind, name: undefined })
      }
    },
    /** `${message1}` for an id that a step created; undefined for any other. */
    reference: (id: string): string | undefined => {
      const source = sources.get(id)
      if (source === undefined) return undefined
      source.name ??= nameFor(source.kind)
      return `\${${source.name}}`
    },
    /** The captures of the step at this index. */
    captures: (step: number): Readonly<Record<string, string>> =>
      Object.fromEntries(
        [...sources.values()].flatMap(({ step: of, name, path }) => (of === step && name ? [[name, path]] : []))
      )
  }
}

type Given = readonly [id: unknown, kind: string, path: string]

/** The ids of an answer, and their paths in the outcome of the step. */
const givenBy = ({ operation, answer, status }: RecordedEntry): ReadonlyArray<Given> => {
  if (status >= 400) return []
  const fields = fieldsOf(answer)
  const own = OWN[operation]
  return [
    ...(own === undefined ? [] : [[fields[operation === "create_invite" ? "code" : "id"], ...own] as const]),
    [fieldsOf(fields["message"])["id"], "message", "message.id"],
    [fields["interaction_id"], "interaction", "interaction_id"]
  ]
}

/** Operations that answer with the created object. */
const OWN: Readonly<Record<string, readonly [kind: string, path: string]>> = {
  say: ["message", "message.id"],
  create_or_join_lobby: ["lobby", "lobby.id"],
  plan_fault: ["fault", "body.id"],
  create_invite: ["invite", "body.code"],
  open_direct_channel: ["channel", "body.id"],
  open_group: ["channel", "body.id"],
  start_thread: ["thread", "body.id"],
  start_thread_of_message: ["thread", "body.id"]
}
