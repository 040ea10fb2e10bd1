/** Lobbies with their members, who of them is connected, and when they end. `lobbies[/<lobby>]`. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { Plug, Unplug } from "lucide-react"
import { useState } from "react"
import { control } from "../../api/Control.ts"
import { queries } from "../../api/Queries.ts"
import { Facts, Note, Page, Pill, Press, Problem, Section } from "../part/Bits.tsx"
import { Filter, matches } from "../part/Filter.tsx"
import { Json } from "../part/Json.tsx"
import { useNames, Where, Who } from "../part/Names.tsx"
import { span } from "../part/Spans.ts"
import { useServiceNow } from "../part/Times.ts"
import classes from "./Now.module.css"

const reveal = (card: HTMLElement | null) => card?.scrollIntoView({ block: "nearest" })

const Lobbies = ({ rest }: { readonly rest: ReadonlyArray<string> }) => {
  const { data, error } = useQuery({
    queryKey: ["lobbies"],
    queryFn: ({ signal }) => control("list_lobbies", {}, { signal })
  })
  const now = useServiceNow()
  const names = useNames()
  const [query, setQuery] = useState("")
  const { mutate, error: refusal } = useMutation({
    mutationFn: ({
      connect,
      ...params
    }: {
      readonly connect: boolean
      readonly user_id: string
      readonly lobby_id: string
    }) => control(connect ? "connect_lobby" : "disconnect_lobby", params),
    onSettled: () => queries.invalidateQueries({ queryKey: ["lobbies"] })
  })
  if (error !== null) return <Problem error={error} />
  if (data === undefined || now === undefined) return <Note>Loading …</Note>
  const shown = data.lobbies.filter(
    ({ id, application_id, members }) =>
      query === "" ||
      matches([id, names.application(application_id), ...members.map((each) => names.user(each.id))].join(" "), query)
  )
  return (
    <>
      <Filter query={query} onQuery={setQuery} label="Search lobbies" />
      <Page>
        <Section title={`${shown.length} ${shown.length === 1 ? "lobby" : "lobbies"}`}>
          <Problem error={refusal} />
          {shown.length === 0 ? (
            <Note>There is no lobby. Apps make them by POST /lobbies, clients by a secret.</Note>
          ) : null}
          {shown.map((lobby) => {
            const {
              id,
              application_id,
              members,
              idle_expires_at,
              idle_timeout_seconds,
              linked_channel_id,
              metadata,
              by_client
            } = lobby
            return (
              <article
                key={id}
                ref={id === rest[0] ? reveal : null}
                className={classes["card"]}
                data-chosen={id === rest[0] || undefined}
              >
                <header>
                  <b>{names.application(application_id)}</b>
                  {idle_expires_at === null ? (
                    <Pill tone="good">in use</Pill>
                  ) : (
                    <Pill tone="warn">ends in {span(Math.max(0, Date.parse(idle_expires_at) - now))}</Pill>
                  )}
                </header>
                <Facts
                  facts={[
                    { name: "Id", value: <code>{id}</code> },
                    { name: "Idle time", value: span(idle_timeout_seconds * 1_000) },
                    { name: "Made by", value: by_client ? "a client, with a secret" : "the application" },
                    linked_channel_id === null
                      ? undefined
                      : { name: "Linked to", value: <Where id={linked_channel_id} /> }
                  ]}
                />
                {metadata === null ? null : <Json value={metadata} label="the metadata" bare />}
                <ul>
                  {members.map(({ id: user_id, connected, flags }) => (
                    <li key={user_id}>
                      <Who id={user_id} />
                      {flags === 1 ? <Pill>may link</Pill> : null}
                      {connected ? <Pill tone="good">connected</Pill> : null}
                      <Press
                        label={`${connected ? "Disconnect" : "Connect"} ${names.user(user_id)}`}
                        onPress={() => mutate({ connect: !connected, user_id, lobby_id: id })}
                      >
                        {connected ? <Unplug size={13} aria-hidden /> : <Plug size={13} aria-hidden />}{" "}
                        {connected ? "Disconnect" : "Connect"}
                      </Press>
                    </li>
                  ))}
                </ul>
              </article>
            )
          })}
        </Section>
      </Page>
    </>
  )
}

export default Lobbies
