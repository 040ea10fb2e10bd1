/**
 * The recording of the server as this window follows it. Others may start and stop it, too. Source: product.md "Scenario
 * files" (recording).
 */
import { create } from "zustand"
import { type AnswerOf, control } from "../../api/Control.ts"
import { ControlFailure, sentenceOf } from "../../api/ControlFailure.ts"

export type Entry = AnswerOf<"get_recording">["entries"][number]

export interface Session {
  readonly phase: "unknown" | "idle" | "starting" | "recording" | "stopped"
  readonly entries: ReadonlyArray<Entry>
  /** As it was when the recording began, or when a whole world was put last. */
  readonly world: unknown
  readonly clock: "real" | "frozen"
  /** What was done since is not recorded. */
  readonly full: boolean
  /** Somebody else began it: the world of its beginning is not known here. */
  readonly joined: boolean
  readonly problem: string | undefined
}

const NONE: Session = {
  phase: "unknown",
  entries: [],
  world: undefined,
  clock: "real",
  full: false,
  joined: false,
  problem: undefined
}

export const useSession = create<Session>()(() => NONE)

let following: AbortController | undefined

/** Starts anew. An earlier recording is forgotten, here and on the server. */
export const begin = async (): Promise<void> => {
  following?.abort()
  useSession.setState({ ...NONE, phase: "starting" })
  try {
    // Records before it reads the world: changes in between are recorded, and replayed on the world before them.
    await control("start_recording", {})
    await follow({ joined: false })
  } catch (error) {
    useSession.setState({ phase: "idle", problem: sentenceOf(error) })
  }
}

/** Ends the recording. What was recorded stays. */
export const end = async (): Promise<void> => {
  following?.abort()
  try {
    const { entries, full } = await control("stop_recording", {})
    useSession.setState({ phase: "stopped", entries, full, problem: undefined })
  } catch (error) {
    // The entries that arrived are not lost.
    useSession.setState({ phase: "stopped", problem: sentenceOf(error) })
  }
}

/** Finds out whether the server records already, once. */
export const join = async (): Promise<void> => {
  if (useSession.getState().phase !== "unknown") return
  useSession.setState({ phase: "starting" })
  try {
    const { recording } = await control("get_recording", {})
    if (recording) await follow({ joined: true })
    else useSession.setState({ phase: "idle" })
  } catch (error) {
    useSession.setState({ phase: "idle", problem: sentenceOf(error) })
  }
}

const follow = async ({ joined }: Pick<Session, "joined">): Promise<void> => {
  const [world, { mode }] = await Promise.all([control("get_world", {}), control("get_clock", {})])
  useSession.setState({ phase: "recording", world, clock: mode, joined, problem: undefined })
  const stopped = new AbortController()
  following = stopped
  void loop(stopped.signal)
}

const AGAIN_MS = 1_000

const loop = async (signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    try {
      if (!(await listen(signal))) return
    } catch (error) {
      if (signal.aborted) return
      useSession.setState({ problem: sentenceOf(error) })
      const isGone = error instanceof ControlFailure && error.status === 0
      if (!isGone) return useSession.setState({ phase: "stopped" })
      await new Promise((go) => setTimeout(go, AGAIN_MS))
    }
  }
}

/** Takes the next entries; false once the recording is over. */
const listen = async (signal: AbortSignal): Promise<boolean> => {
  const after = useSession.getState().entries.length
  const state = await control("get_recording", {}, { signal, query: { after, wait: true } })
  // A server that was started again knows nothing of this recording.
  if (state.total < after) {
    useSession.setState({ phase: "stopped", problem: "The server was started again: the recording has ended." })
    return false
  }
  const world = state.entries.some(isWorld) ? { world: await control("get_world", {}, { signal }), joined: false } : {}
  if (signal.aborted) return false
  useSession.setState(({ entries }) => ({
    ...world,
    entries: [...entries, ...state.entries],
    full: state.full,
    problem: undefined,
    phase: state.recording ? "recording" : "stopped"
  }))
  return state.recording
}

/** Later entries happen in the world that was put. */
const isWorld = ({ operation, status }: Entry): boolean => operation === "put_world" && status < 400
