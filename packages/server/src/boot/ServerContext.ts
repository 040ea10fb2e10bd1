/** What handlers know of their server: its addresses, the operator's settings, and whether it is stopping. */
import { PLATFORM } from "@backlot/domain/base/PlatformHosts"
import { Context, type Effect } from "effect"

/** The URLs of this server, known once it listens. */
export class Addresses extends Context.Service<Addresses, ReturnType<typeof addressesOf>>()("./Addresses.ts") {}

/** All addresses of a server at `http://host:port`. */
export const addressesOf = (url: string) => ({
  url,
  rest_url: `${url}/api`,
  gateway_url: `${url.replace(/^http/, "ws")}/gateway`,
  control_url: `${url}/control/v1`,
  console_url: `${url}/`
})

/** Those of the platform, where a program is led here. */
export const platformAddresses: ReturnType<typeof addressesOf> = {
  ...addressesOf(PLATFORM.url),
  gateway_url: PLATFORM.gateway
}

interface Settings {
  readonly version: string
  /** Only this machine reaches the server. */
  readonly loopback: boolean
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
  /** The folder of the built console; undefined without one. */
  readonly console: string | undefined
}

/** The operator's settings that handlers need. */
export class ServerSettings extends Context.Service<ServerSettings, Settings>()("./ServerSettings.ts") {}

interface Stopping {
  readonly hasBegun: () => boolean
  readonly begun: Effect.Effect<void>
  /** Ends after requests and deliveries, so that event streams report those too. */
  readonly streamsEnd: Effect.Effect<void>
}

/** Whether the server is stopping, and when endless answers must end. */
export class Closing extends Context.Service<Closing, Stopping>()("./Closing.ts") {}
