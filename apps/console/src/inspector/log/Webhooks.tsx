/** Event webhooks: which were delivered, which failed and when they are tried again. */
import type { LiveEvent } from "../../live/Stream.ts"
import EventLog from "./EventLog.tsx"

const isWebhook = ({ type }: LiveEvent) => type.startsWith("webhook_event.")

const Webhooks = ({ rest }: { readonly rest: ReadonlyArray<string> }) => (
  <EventLog
    address="webhooks"
    chosen={rest[0]}
    empty="No event webhook was sent since this window was opened. An application gets them once it has an event_webhooks_url and types."
    isShown={isWebhook}
  />
)

export default Webhooks
