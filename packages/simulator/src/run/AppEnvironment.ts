/**
 * The environment variables of a program started beside a server. Source: product.md "First minute" ("Programs started
 * by `simulate` and `exec` get exactly").
 */

import type { Stage, StageApplication } from "@backlot/player/stage/Stage"
import type { Environment } from "../intercept/Environment.ts"

/** Of an outer run, or of a server with a password. */
const NOT_INHERITED = /^BACKLOT_(?:APP_|DATABASE_URL$)/

/** `inherited` without those variables, then the contract's variables, then the file's own. */
export const appEnvironment = (
  inherited: Environment,
  stage: Stage,
  application: StageApplication | undefined,
  further: Readonly<Record<string, string>> = {}
): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(inherited).filter(([name]) => !NOT_INHERITED.test(name))),
  ...appVariables(stage, application),
  ...further
})

/** Only the contract's variables. Without an application there are no credentials. */
export const appVariables = (stage: Stage, application: StageApplication | undefined): Record<string, string> => ({
  BACKLOT_APP_REST_URL: stage.rest_url,
  BACKLOT_APP_GATEWAY_URL: stage.gateway_url,
  ...(application && {
    BACKLOT_APP_ID: application.id,
    BACKLOT_APP_TOKEN: application.bot_token,
    BACKLOT_APP_SECRET: application.client_secret,
    BACKLOT_APP_PUBLIC_KEY: application.public_key
  }),
  BACKLOT_APP_CONTROL_URL: stage.control_url,
  // Empty if none is needed, so that it is always set.
  BACKLOT_APP_CONTROL_TOKEN: stage.control_token ?? ""
})
