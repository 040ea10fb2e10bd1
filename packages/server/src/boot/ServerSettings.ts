/** What the operator chose for this server and its handlers need to know. */
import { Context } from "effect"

export class ServerSettings extends Context.Service<
  ServerSettings,
  {
    readonly version: string
    /** Undefined where none is needed: a loopback bind without `--control-token`. */
    readonly control_token: string | undefined
    /** Host names that this server answers to; undefined answers to any. */
    readonly hosts: ReadonlySet<string> | undefined
    /** The clock mode that a reset goes back to. */
    readonly clock: "real" | "frozen"
    /** Decision 43: what the redirect scheme of the authorization arguments begins with. */
    readonly service_prefix: string
    /** Unknown request fields are reported. */
    readonly strict: boolean
  }
>()("./ServerSettings.ts") {}
