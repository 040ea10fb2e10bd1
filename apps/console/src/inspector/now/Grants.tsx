/** Who authorized which application, with the scopes and the ends of the tokens. Tokens are never shown. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { control } from "../../api/Control.ts"
import { Note, Page, Pill, Problem, Section } from "../part/Bits.tsx"
import { Filter, matches } from "../part/Filter.tsx"
import { useNames, Who } from "../part/Names.tsx"
import { span } from "../part/Spans.ts"
import { useServiceNow } from "../part/Times.ts"
import classes from "./Now.module.css"

const Grants = () => {
  const { data, error } = useQuery({
    queryKey: ["authorizations"],
    queryFn: ({ signal }) => control("list_authorizations", {}, { signal })
  })
  const now = useServiceNow()
  const names = useNames()
  const [query, setQuery] = useState("")
  if (error !== null) return <Problem error={error} />
  if (data === undefined || now === undefined) return <Note>Loading …</Note>
  const left = (ends: string | null) =>
    ends === null ? "never ends" : Date.parse(ends) > now ? `${span(Date.parse(ends) - now)} left` : "ended"
  const shown = data.authorizations.filter(
    ({ application_id, user_id, scopes }) =>
      query === "" ||
      matches(
        [names.application(application_id), user_id === null ? "" : names.user(user_id), ...scopes].join(" "),
        query
      )
  )
  return (
    <>
      <Filter query={query} onQuery={setQuery} label="Search grants" />
      <Page>
        <Section title={`${shown.length}${data.more ? "+" : ""} authorizations`}>
          {shown.length === 0 ? <Note>Nobody has authorized an application.</Note> : null}
          {shown.map(({ application_id, user_id, scopes, ends_at, tokens }) => (
            <article key={`${application_id} ${user_id}`} className={classes["card"]}>
              <header>
                <b>
                  {user_id === null ? "For itself" : <Who id={user_id} />} → {names.application(application_id)}
                </b>
                <Pill>{left(ends_at)}</Pill>
              </header>
              <div className={classes["scopes"]}>
                {scopes.map((scope) => (
                  <Pill key={scope} tone="accent">
                    {scope}
                  </Pill>
                ))}
              </div>
              <ul>
                {tokens.map(({ kind, scopes: own, expires_at, fixture }, at) => (
                  <li key={at}>
                    <span>
                      {kind} token, {own.length} scope{own.length === 1 ? "" : "s"}
                    </span>
                    {fixture ? <Pill>from the world file</Pill> : null}
                    <span>{left(expires_at)}</span>
                  </li>
                ))}
              </ul>
            </article>
          ))}
        </Section>
      </Page>
    </>
  )
}

export default Grants
