/** What is known of a step: decisions, requests, signatures, answers, calls. */

import { decisionsOf } from "../decision/Decision.ts"
import { Decisions } from "../decision/Decisions.tsx"
import { SettingOf } from "../decision/Settings.tsx"
import { Facts, Jump, Pill } from "../part/Bits.tsx"
import { Json } from "../part/Json.tsx"
import { span } from "../part/Spans.ts"
import classes from "./InteractionDetail.module.css"
import type { Traced } from "./Kinds.ts"
import { Signature } from "./Signature.tsx"
import { detailOf, parsed, type Step } from "./Timeline.ts"

interface Of {
  readonly step: Step
  readonly interaction: Traced
}

export const StepBody = ({ step, interaction }: Of) => {
  const { detail, line } = step
  switch (line.what) {
    case "evaluated": {
      const { user_id, channel_id, application_id, guild_id, command } = interaction
      const about = { user_id, channel_id, application_id, guild_id, command_id: command?.id }
      return (
        <Decisions decisions={decisionsOf(line.detail)} settingOf={(name) => <SettingOf step={name} about={about} />} />
      )
    }
    case "delivering":
      return (
        <>
          <Part name="Request">
            <code className={classes["formula"]}>POST {String(detail["url"])}</code>
          </Part>
          <Part name="Headers">
            <Headers headers={detail["headers"]} />
          </Part>
          <Signature detail={detail} application_id={interaction.application_id} />
          <Part name="Payload">
            <Json value={parsed(detail["body"])} label="the payload" depth={1} />
          </Part>
        </>
      )
    case "dispatching":
      return (
        <Part name="Payload (d of the dispatch)">
          <Json value={parsed(detail["body"])} label="the payload" depth={1} />
        </Part>
      )
    case "answered":
      return (
        <>
          <Facts
            facts={[
              detail["status"] === undefined
                ? undefined
                : { name: "Status", value: <Status status={Number(detail["status"])} /> },
              detail["took_ms"] === undefined
                ? undefined
                : { name: "Took", value: `${span(Number(detail["took_ms"]))} of real time` },
              detail["because"] === undefined ? undefined : { name: "Because", value: String(detail["because"]) }
            ]}
          />
          {detail["headers"] === undefined ? null : (
            <Part name="Headers">
              <Headers headers={detail["headers"]} />
            </Part>
          )}
          {detail["body"] === undefined ? null : (
            <Part name="Body">
              <Json value={parsed(detail["body"])} label="the answer" depth={3} />
            </Part>
          )}
        </>
      )
    case "called":
      return (
        <>
          <Facts
            facts={[
              {
                name: "Endpoint",
                value:
                  detail["channel"] === "callback"
                    ? "/interactions/{id}/{token}/callback"
                    : `/webhooks/{application}/{token}${detail["message_id"] === undefined ? "" : `/messages/${String(detail["message_id"])}`}`
              },
              { name: "Outcome", value: String(detail["outcome"]) },
              detail["status"] === undefined
                ? undefined
                : { name: "Status", value: <Status status={Number(detail["status"])} /> },
              detail["code"] === undefined ? undefined : { name: "Code", value: <code>{String(detail["code"])}</code> },
              detail["message"] === undefined ? undefined : { name: "Message", value: String(detail["message"]) },
              detail["faults"] === undefined ? undefined : { name: "Faults", value: String(detail["faults"]) }
            ]}
          />
          {detail["body"] === undefined ? null : (
            <Part name="Body">
              <Json value={parsed(detail["body"])} label="the body of the call" depth={3} />
            </Part>
          )}
        </>
      )
    case "modal_submitted":
      return <Jump to={`interaction/${String(detail["interaction_id"])}`}>The interaction of the submission</Jump>
    default:
      return line.detail === null || line.detail === undefined ? null : (
        <>
          <Json value={line.detail} label="the details" depth={3} />
          {typeof detail["opened_by"] === "string" ? (
            <Jump to={`interaction/${detail["opened_by"]}`}>The interaction that opened the modal</Jump>
          ) : null}
        </>
      )
  }
}

export const Part = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <div>
    <p className={classes["label"]}>{name}</p>
    {children}
  </div>
)

export const Status = ({ status }: { readonly status: number }) => (
  <Pill tone={status < 300 ? "good" : status < 400 ? "accent" : status < 500 ? "warn" : "bad"}>{status}</Pill>
)

export const Headers = ({ headers }: { readonly headers: unknown }) => (
  <Facts
    facts={Object.entries(detailOf(headers)).map(([name, value]) => ({ name, value: <code>{String(value)}</code> }))}
  />
)
