/** Requests of apps to the API, newest first, while this view is open. */
import { useMemo } from "react"
import { useScreen } from "../../state/Screen.ts"
import { Headers, Part, Status } from "../interaction/StepBody.tsx"
import { parsed } from "../interaction/Timeline.ts"
import { CopyButton, Facts, Jump, Note, Section } from "../part/Bits.tsx"
import { matches } from "../part/Filter.tsx"
import { Json } from "../part/Json.tsx"
import { Lines } from "../part/Lines.tsx"
import { type Names, useNames } from "../part/Names.tsx"
import { clockTime, fullTime, span } from "../part/Spans.ts"
import { Split } from "../part/Split.tsx"
import classes from "./Log.module.css"
import { LogBar, useLog } from "./LogBar.tsx"
import { type Request, useWatching, useWire } from "./Wire.ts"

const CLASSES = [
  { id: "2", name: "2xx" },
  { id: "3", name: "3xx" },
  { id: "4", name: "4xx" },
  { id: "429", name: "429" },
  { id: "5", name: "5xx" }
] as const

const Rest = ({ rest }: { readonly rest: ReadonlyArray<string> }) => {
  useWatching()
  const { shown: requests, query, application, on, bar } = useLog(useWire((wire) => wire.requests))
  const names = useNames()
  const lines = useMemo(
    () =>
      requests
        .filter(({ method, path, route, status, application_id, code }) => {
          if (application !== "" && application_id !== application) return false
          if (on.size > 0 && !on.has(String(status)) && !on.has(String(status)[0] ?? "")) return false
          return query === "" || matches(`${method} ${path} ${route} ${status} ${code ?? ""}`, query)
        })
        .toReversed(),
    [requests, query, application, on]
  )
  const one = rest[0] === undefined ? undefined : requests.find(({ id }) => id === rest[0])
  return (
    <Split
      back="rest"
      backTo="All requests"
      list={
        <>
          <LogBar label="Search method, path, status" chips={CLASSES} log={bar} />
          <Lines
            items={lines}
            keyOf={({ id }) => id}
            height={46}
            label="Requests"
            chosen={rest[0]}
            onChoose={({ id }) => useScreen.getState().inspect(`rest/${id}`)}
            empty={
              requests.length === 0
                ? "No app has called the API since this view was opened."
                : "No request fits the search."
            }
          >
            {(request) => <Row request={request} names={names} />}
          </Lines>
        </>
      }
      detail={rest[0] === undefined ? undefined : <Detail request={one} />}
    />
  )
}

export default Rest

const appOf = ({ application_id }: Request, names: Names) =>
  application_id === null ? "nobody's token" : names.application(application_id)

/** Names in place of ids, where they are known. */
const shortPath = (path: string, names: Names) =>
  path.replace(/^\/api(?:\/v\d+)?/, "").replace(/\d{15,}/g, (id) => `{${names.any(id) ?? `…${id.slice(-4)}`}}`)

const Row = ({ request, names }: { readonly request: Request; readonly names: Names }) => (
  <div className={classes["call"]}>
    <Status status={request.status} />
    <b title={request.path}>
      <span>{request.method}</span> {shortPath(request.path, names)}
    </b>
    <time>{clockTime(request.at)}</time>
    <small>
      {appOf(request, names)}
      {request.code === undefined ? "" : ` · code ${request.code}`}
    </small>
    <small>{span(request.ms)}</small>
  </div>
)

const Detail = ({ request }: { readonly request: Request | undefined }) => {
  const names = useNames()
  if (request === undefined)
    return (
      <Section title="Request">
        <Note>This window no longer has that request.</Note>
      </Section>
    )
  const { method, path, route, status, ms, at, code, request_body, response_body, request_clipped, response_clipped } =
    request
  const interaction = /\/interactions\/(\d+)\//.exec(path)?.[1]
  return (
    <>
      <Section title={`${method} ${path}`} aside={<CopyButton text={() => curlOf(request)}>As curl</CopyButton>}>
        <Facts
          facts={[
            { name: "Status", value: <Status status={status} /> },
            code === undefined ? undefined : { name: "Code", value: <code>{code}</code> },
            { name: "Took", value: span(ms) },
            { name: "Route", value: <code>{route}</code> },
            { name: "By", value: appOf(request, names) },
            { name: "At", value: `${fullTime(at)} (real time)` },
            interaction === undefined
              ? undefined
              : { name: "Interaction", value: <Jump to={`interaction/${interaction}`}>{interaction}</Jump> }
          ]}
        />
      </Section>
      {request_body === undefined ? null : (
        <Section title="Request body">
          {request_clipped === true ? <Note>It was longer; this is its beginning.</Note> : null}
          <Json key={request.id} value={parsed(request_body)} label="the request body" depth={3} />
        </Section>
      )}
      <Section title="Answer">
        {Object.keys(request.headers).length === 0 ? null : (
          <Part name="Headers">
            <Headers headers={request.headers} />
          </Part>
        )}
        {response_body === undefined ? <Note>Without a body.</Note> : null}
        {response_clipped === true ? <Note>It was longer; this is its beginning.</Note> : null}
        {response_body === undefined ? null : (
          <Json key={request.id} value={parsed(response_body)} label="the answer" depth={2} />
        )}
      </Section>
    </>
  )
}

/** Without the token, which the log never has. */
const curlOf = ({ method, path, request_body, request_type }: Request): string => {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const body =
    request_body === undefined
      ? ""
      : ` \\\n  -H ${quoted(`content-type: ${request_type ?? "application/json"}`)} -d ${quoted(request_body)}`
  return `curl -i -X ${method} ${quoted(`${location.origin}${path}`)} \\\n  -H "authorization: Bot $BOT_TOKEN"${body}`
}
