/**
 * Kinds and states of interactions, and the owners of an application's installations, for other records. Sources:
 * wire-interactions.md §1.1, §1.2, §4.2; product.md "Control plane" (states).
 */
import type { Snowflake } from "../base/Snowflake.ts"

export const InteractionType = {
  PING: 1,
  APPLICATION_COMMAND: 2,
  MESSAGE_COMPONENT: 3,
  APPLICATION_COMMAND_AUTOCOMPLETE: 4,
  MODAL_SUBMIT: 5
} as const
export type InteractionType = (typeof InteractionType)[keyof typeof InteractionType]

/** §4.2; 2 and 3 are no longer used. */
export const CallbackType = {
  PONG: 1,
  CHANNEL_MESSAGE_WITH_SOURCE: 4,
  DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE: 5,
  DEFERRED_UPDATE_MESSAGE: 6,
  UPDATE_MESSAGE: 7,
  APPLICATION_COMMAND_AUTOCOMPLETE_RESULT: 8,
  MODAL: 9,
  PREMIUM_REQUIRED: 10,
  IFRAME_MODAL: 11,
  LAUNCH_ACTIVITY: 12
} as const
export type CallbackType = (typeof CallbackType)[keyof typeof CallbackType]

/**
 * - `pending`: delivered, no answer yet
 * - `deferred`: acknowledged, the answer follows
 * - `responded`: answered, or a deferral that was completed
 * - `failed`: bad answer, error status, refused connection, or a deferral that was never completed
 * - `timed_out`: no answer in time
 * - `launched`: an entry point without the application
 */
export type InteractionState = "pending" | "deferred" | "responded" | "failed" | "timed_out" | "launched"

/** §1.2: "0" → guild id, or "0" in the bot's direct messages; "1" → the user who installed the application. */
export type IntegrationOwners = { readonly [type in "0" | "1"]?: Snowflake }
