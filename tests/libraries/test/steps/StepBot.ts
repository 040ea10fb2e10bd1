/**
 * What the forty steps ask of a bot, on whatever library: commands that it answers by itself, acts that it is told to
 * do, and events that it tells of. All three are in the words of `Steps.ts`, so that every library does the same.
 */
import type { LiveServer } from "../LiveServer.ts"

export interface StepBot {
  /** Does what `name` says and gives what its library then knows; rejects when the library fails. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
  readonly act: (name: string, args?: object) => Promise<any>
  /** The events of this name that it told of, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: events are read field by field
  readonly heard: (event: string) => ReadonlyArray<any>
  /** What its library complained of, and every connection that it was kept from. */
  readonly troubles: () => ReadonlyArray<string>
  readonly stop: () => Promise<void>
}

export interface StepLibrary {
  readonly name: string
  /** Why it can not run here, and what installs it. */
  readonly missing?: string
  /** Logs in, on one shard or on several, and waits until the bot is ready. */
  readonly start: (server: LiveServer, shards: number) => Promise<StepBot>
}
