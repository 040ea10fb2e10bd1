/** A running server as those who play on it know it. */
import type { RunningServer } from "@backlot/server/Server"
import type { Stage } from "@backlot/simulator/play/Stage"

export const stageOf = ({ addresses, controlToken, applications }: RunningServer): Stage => ({
  url: addresses.url,
  rest_url: addresses.rest_url,
  gateway_url: addresses.gateway_url,
  control_url: addresses.control_url,
  control_token: controlToken,
  applications: applications.map(({ application: { id, name, bot, client_secret }, publicKey }) => ({
    id,
    name,
    bot_token: bot.token,
    client_secret,
    public_key: publicKey
  }))
})
