/** The log of everything that happens, newest first. */
import EventLog from "./EventLog.tsx"

const Events = ({ rest }: { readonly rest: ReadonlyArray<string> }) => (
  <EventLog
    address="events"
    chosen={rest[0]}
    empty="Nothing has happened since this window was opened."
    isShown={() => true}
  />
)

export default Events
