/** The URLs of this server, known once it listens. */
import { Context } from "effect"

export class Addresses extends Context.Service<
  Addresses,
  {
    readonly url: string
    readonly rest_url: string
    readonly gateway_url: string
    readonly control_url: string
    readonly console_url: string
  }
>()("./Addresses.ts") {}

/** All addresses of a server at `http://host:port`. */
export const addressesOf = (url: string): Addresses["Service"] => ({
  url,
  rest_url: `${url}/api`,
  gateway_url: `${url.replace(/^http/, "ws")}/gateway`,
  control_url: `${url}/control/v1`,
  console_url: `${url}/`
})
