/** What is asked of a bot on whatever library. */
export interface OtherBot {
  /** Of its only command, `/greet`, which it answers with "greet by <user>". */
  readonly command_id: string
  /** As its library had them cached when it was ready. */
  readonly guilds: ReadonlyArray<{
    readonly name: string
    /** How many. */
    readonly roles: number
    readonly channels: ReadonlyArray<string>
    /** The name of its own member. */
    readonly self: string | undefined
  }>
  /** Messages, in order. */
  readonly heard: ReadonlyArray<string>
  /** Errors and warnings of its library. */
  readonly troubles: ReadonlyArray<string>
  /** How often it went on with a session. */
  readonly resumes: () => number
  readonly stop: () => Promise<unknown>
}

/** Logs in and registers its command. */
export type StartOtherBot = (rest_url: string, token: string) => Promise<OtherBot>

export const GREET = { name: "greet", description: "Greets", type: 1 } as const
