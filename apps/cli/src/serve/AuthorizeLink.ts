/**
 * The authorization link of the banner. It asks for the scopes that the README's walk needs and leads to the server's
 * own page that shows the code, when the application has registered that redirect URI; otherwise the link only installs
 * the application. Our choice: docs/choices.md "Command line".
 */
import { kindOf } from "@backlot/domain/oauth/RedirectUri"
import type { Application } from "@backlot/domain/record/World"

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
