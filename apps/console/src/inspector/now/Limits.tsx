/** Rate limits: the windows that have begun, as they fill and run out, and addresses that sent invalid requests. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { type AnswerOf, control } from "../../api/Control.ts"
import { Bar, Note, Page, Pill, Problem, Section } from "../part/Bits.tsx"
import { Filter, matches } from "../part/Filter.tsx"
import { useNames } from "../part/Names.tsx"
import { span } from "../part/Spans.ts"
import { useServiceNow } from "../part/Times.ts"
import classes from "./Now.module.css"

/** Requests are no events of the log. */
const LOOK_MS = 500

type Window = AnswerOf<"list_rate_limits">["windows"][number]

const MODES = {
  enforce: "Limits refuse requests, as the platform does.",
  observe: "Headers count, and nothing is refused.",
  off: "Limits are off."
} as const

const Limits = () => {
  const { data, error } = useQuery({
    queryKey: ["limits"],
    queryFn: ({ signal }) => control("list_rate_limits", {}, { signal }),
    refetchInterval: LOOK_MS
  })
  const ticking = useServiceNow(250)
  const names = useNames()
  const [query, setQuery] = useState("")
  if (error !== null) return <Problem error={error} />
  if (data === undefined) return <Note>Loading …</Note>
  const now = ticking ?? Date.parse(data.now)
  const windows = data.windows.filter(
    ({ application_id, method = "", route = "global" }) =>
      query === "" || matches(`${names.application(application_id)} ${method} ${route}`, query)
  )
  return (
    <>
      <Filter query={query} onQuery={setQuery} label="Search limits" />
      <Page>
        <Section title="Windows" aside={<Pill tone={data.mode === "enforce" ? "accent" : "plain"}>{data.mode}</Pill>}>
          <Note>{MODES[data.mode]}</Note>
          {windows.length === 0 ? <Note>No window has begun. The next request of an app opens one.</Note> : null}
          {windows.map((window) => (
            <WindowView key={keyOf(window)} window={window} now={now} />
          ))}
        </Section>
        {data.addresses.length === 0 ? null : (
          <Section title="Invalid requests by address">
            <Note>Answers of 401, 403 and 429. An address with too many is blocked for a while.</Note>
            {data.addresses.map(({ address, count, limit, reset_ms, blocked_until_ms }) => (
              <div key={address} className={classes["window"]}>
                <b>{address}</b>
                {blocked_until_ms === null ? (
                  <Pill>
                    {count ?? "?"} of {limit}
                  </Pill>
                ) : (
                  <Pill tone="bad">blocked for {span(blocked_until_ms - now)}</Pill>
                )}
                <Bar part={(count ?? 0) / limit} tone="bad" label={`Invalid requests from ${address}`} />
                <small>{reset_ms === null ? "" : `begins anew in ${span(reset_ms - now)}`}</small>
              </div>
            ))}
          </Section>
        )}
      </Page>
    </>
  )
}

export default Limits

const keyOf = ({ application_id, scope, method, route, major, user_id }: Window) =>
  [application_id, scope, method, route, major, user_id].join(" ")

const WindowView = ({ window, now }: { readonly window: Window; readonly now: number }) => {
  const names = useNames()
  const { application_id, scope, method, route, major, user_id, limit, count, reset_ms, bucket } = window
  const part = limit === null ? 0 : count / limit
  return (
    <div className={classes["window"]} title={bucket === undefined ? undefined : `Bucket ${bucket}`}>
      <b>{scope === "global" ? "All requests, each second" : `${method} ${route}`}</b>
      <Pill tone={part >= 1 ? "bad" : part > 0.7 ? "warn" : "plain"}>
        {count} of {limit ?? "∞"}
      </Pill>
      <Bar
        part={part}
        tone={part >= 1 ? "bad" : part > 0.7 ? "warn" : "accent"}
        label={`Requests of ${route ?? "all routes"}`}
      />
      <small>
        {names.application(application_id)}
        {user_id === undefined || user_id === null ? "" : ` for ${names.user(user_id)}`}
        {major === undefined || major === ""
          ? ""
          : ` · ${major
              .split("/")
              .map((id) => names.any(id) ?? id)
              .join(" / ")}`}{" "}
        · ends in {span(Math.max(0, reset_ms - now))}
      </small>
    </div>
  )
}
