/**
 * The addresses `/webhooks/{id}/{token}` are of webhooks of channels and of interactions alike. Tells the two apart: by the
 * length of the token, then by the id. Our choice: docs/choices.md "Webhooks".
 */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { InvalidWebhookToken, UnknownWebhook } from "@backlot/domain/error/ServiceError"
import { limits } from "@backlot/domain/record/WebhookLimits"
import type { Webhook } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction } from "../store/Transact.ts"
import { applicationsOfBots } from "./Accounts.ts"

export interface WebhookAddress {
  readonly webhook_id: string
  readonly token: string
}

/** Whether an address is of a webhook of a channel. Fails with 50027 for a wrong token, and with 10015 for an unknown id. */
export const leadsToChannel = (address: WebhookAddress) => (mayLead(address) ? isFound(address) : NEVER)

const isFound = operation("WebhookDoor.leadsToChannel", (address: WebhookAddress) =>
  inTransaction(() => Body.map(find(address), (webhook) => webhook !== undefined))
)

const NEVER = Effect.succeed(false)

/** The webhook of a channel. Inside a transaction. */
export const open = function* (address: WebhookAddress) {
  return (yield* find(address)) ?? (yield* new UnknownWebhook())
}

/** The application whose bot created the webhook. Inside a transaction. */
export const ownerOf = function* ({ user_id }: Webhook) {
  const [application] = user_id === null ? [] : yield* applicationsOfBots([user_id])
  return application
}

/** Whose webhook has this id: an application has it itself, a channel's webhook may be of its bot. For the log. */
export const applicationOf = operation("WebhookDoor.applicationOf", (webhookId: Snowflake) =>
  inTransaction(function* () {
    const webhook = yield* Collections.webhooks.get(webhookId)
    return webhook === undefined ? webhookId : ((yield* ownerOf(webhook))?.id ?? null)
  })
)

/** False for the token of an interaction. */
export const mayLead = ({ webhook_id, token }: WebhookAddress): boolean =>
  isSnowflake(webhook_id) && token.length <= limits.tokenMax

/** Undefined for the address of an application, whose tokens are of interactions. */
const find = function* (address: WebhookAddress) {
  if (!mayLead(address)) return undefined
  const id: Snowflake = address.webhook_id
  const webhook = yield* Collections.webhooks.get(id)
  if (webhook === undefined) {
    if ((yield* Collections.applications.get(id)) === undefined) return yield* new UnknownWebhook()
    return undefined
  }
  const { equal } = yield* Body.use(Secrets)
  return webhook.token !== null && equal(webhook.token, address.token) ? webhook : yield* new InvalidWebhookToken()
}
