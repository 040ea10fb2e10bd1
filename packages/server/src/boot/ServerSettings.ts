/** The operator's settings that handlers need. */
import { Context } from "effect"

export class ServerSettings extends Context.Service<
  ServerSettings,
  {
    readonly version: string
    /** Undefined if none is needed: on a loopback bind without `--control-token`. */
    readonly control_token: string | undefined
    /** Host names that this server answers to; undefined allows any. */
    readonly hosts: ReadonlySet<string> | undefined
    /** The clock mode after a reset. */
    readonly clock: "real" | "frozen"
    /** Decision 43: the first part of the redirect scheme of the authorization arguments. */
    readonly service_prefix: string
    /** Unknown request fields are reported. */
    readonly strict: boolean
  }
>()("./ServerSettings.ts") {}
