/** The text printed when the server is ready. Source: product.md "First minute". */
import { resolve } from "node:path"
import { kindOf } from "@backlot/domain/oauth/RedirectUri"
import type { Application } from "@backlot/domain/record/World"
import type { RunningServer, ServerOptions } from "@backlot/server/Server"
import { shownAddress } from "@backlot/server/StoredDatabase"
import { DateTime } from "effect"

export const banner = (
  options: ServerOptions,
  { addresses, controlToken, clock, applications }: RunningServer
): string =>
  [
    "",
    `Backlot ${options.version} is ready.`,
    "",
    ...fields([
      ["Console", `${addresses.console_url}  (open it in a browser: it plays the users)`],
      ["REST base", `${addresses.rest_url}  (most libraries append the version; with it: ${addresses.rest_url}/v10)`],
      ["Control base", addresses.control_url],
      ["Control token", controlToken ?? "not needed on this address"],
      ["Gateway", `${addresses.gateway_url}  (libraries ask the REST base for it)`],
      ["Data", dataOf(options)],
      ["Time", clock.mode === "real" ? "real" : `frozen at ${DateTime.formatIso(DateTime.makeUnsafe(clock.now))}`]
    ]),
    ...(applications.length === 0 ? ["", "  This world has no application."] : []),
    ...applications.flatMap(({ application, publicKey }) => [
      "",
      `  ${application.name}`,
      ...fields([
        ["  application id", application.id],
        ["  bot token", application.bot.token],
        ["  client secret", application.client_secret],
        ["  public key", publicKey],
        ["  authorize", authorizeLink(application, addresses.url, options.servicePrefix)]
      ])
    ]),
    ""
  ].join("\n")

const LABEL_WIDTH = 18

const fields = (rows: ReadonlyArray<readonly [label: string, value: string]>): ReadonlyArray<string> =>
  rows.map(([label, value]) => `  ${label.padEnd(LABEL_WIDTH)}${value}`)

const dataOf = ({ storage }: ServerOptions): string => {
  if (storage.kind === "memory") return "in memory, gone when the server ends"
  if (storage.kind === "postgres")
    return `${shownAddress(storage.url)} (${storage.cluster === undefined ? "alone" : "other servers may share it"})`
  return `${resolve(storage.file)}${storage.durable ? " (durable)" : ""}`
}

/**
 * The authorization link of the banner. It asks for the scopes that the README's walk needs and leads to the server's
 * own page that shows the code, when the application has registered that redirect URI; otherwise the link only installs
 * the application. Our choice: docs/choices.md "Command line".
 */
export const authorizeLink = (application: Application, url: string, servicePrefix: string): string => {
  const redirect_uri = `${url}/oauth2/code`
  const registered = { ...application, application_id: application.id, service_prefix: servicePrefix }
  const asked =
    kindOf(redirect_uri, registered) === undefined
      ? installation(application)
      : { response_type: "code", scope: "identify applications.commands.permissions.update", redirect_uri }
  return `${url}/oauth2/authorize?${new URLSearchParams({ client_id: application.id, ...asked })}`
}

const installation = ({ integration_types }: Application): Readonly<Record<string, string>> =>
  integration_types.includes(0)
    ? { scope: "bot applications.commands" }
    : { scope: "applications.commands", integration_type: "1" }
