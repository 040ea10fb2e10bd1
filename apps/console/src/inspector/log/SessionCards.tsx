/** Gateway sessions: whose, with which intents, how their heart beats and what a resume could replay. */

import { useMutation } from "@tanstack/react-query"
import { Unplug } from "lucide-react"
import { Button } from "react-aria-components"
import { type AnswerOf, control } from "../../api/Control.ts"
import { queries } from "../../api/Queries.ts"
import { useScreen } from "../../state/Screen.ts"
import { Bar, Facts, Fold, Note, Pill, Press, Problem } from "../part/Bits.tsx"
import { useNames } from "../part/Names.tsx"
import { span } from "../part/Spans.ts"
import { intentNames } from "./FrameText.ts"
import classes from "./Gateway.module.css"

type Answer = AnswerOf<"list_gateway_sessions">
type Session = Answer["sessions"][number]

interface Of {
  readonly answer: Answer | undefined
  readonly chosen: string | undefined
}

export const SessionCards = ({ answer, chosen }: Of) => {
  if (answer === undefined) return null
  const shown =
    chosen === undefined ? answer.sessions : answer.sessions.filter(({ session_id }) => session_id === chosen)
  return (
    <div className={classes["cards"]}>
      {answer.sessions.length === 0 ? (
        <Note>No bot is logged in to the gateway. A bot with an interactions endpoint URL needs no session.</Note>
      ) : null}
      {chosen !== undefined && shown.length === 0 ? <Note>That session has ended.</Note> : null}
      {shown.map((session) => (
        <Card key={session.session_id} session={session} answer={answer} chosen={session.session_id === chosen} />
      ))}
    </div>
  )
}

interface OfCard {
  readonly session: Session
  readonly answer: Answer
  readonly chosen: boolean
}

const Card = ({ session, answer, chosen }: OfCard) => {
  const names = useNames()
  const {
    application_id,
    session_id,
    user_id,
    shard,
    intents,
    connected,
    opening,
    seq,
    resume_buffer,
    connection,
    left_ms
  } = session
  const { now_ms, heartbeat_interval_ms, resume_ms } = answer
  const beat = connection?.heartbeat_ms
  const state = opening ? "opening" : connected ? "connected" : "waits for a resume"
  return (
    <article className={classes["card"]}>
      <header>
        <Button
          className={classes["title"] ?? ""}
          aria-pressed={chosen}
          onPress={() => useScreen.getState().inspect(chosen ? "gateway" : `gateway/${session_id}`)}
        >
          {names.application(application_id)}
          {user_id === undefined ? "" : `, ${names.user(user_id)}`}
        </Button>
        <Pill tone={connected ? "good" : "warn"}>{state}</Pill>
        {shard === undefined ? null : (
          <Pill>
            shard {shard[0]} of {shard[1]}
          </Pill>
        )}
        <Disconnect session={session_id} />
      </header>
      <Facts
        facts={[
          { name: "Session", value: <code>{session_id}</code> },
          { name: "For", value: span(now_ms - session.began_ms) },
          connected
            ? {
                name: "Heartbeat",
                value:
                  beat === undefined || beat === null
                    ? "not yet"
                    : `${span(now_ms - beat)} ago, due each ${span(heartbeat_interval_ms)}`
              }
            : { name: "Kept for", value: span(Math.max(0, resume_ms - (now_ms - (left_ms ?? now_ms)))) },
          { name: "Sequence", value: String(seq) },
          connection === undefined
            ? undefined
            : { name: "Wire", value: `v${connection.version}, ${connection.encoding}, ${connection.compression}` }
        ]}
      />
      <div className={classes["buffer"]}>
        <span>Resume buffer</span>
        <Bar part={resume_buffer.count / resume_buffer.max_count} label="Resume buffer" />
        <span>
          {resume_buffer.count} of {resume_buffer.max_count}
        </span>
      </div>
      <Fold title={`Intents: ${intentNames(intents).length}`}>
        <p className={classes["intents"]}>
          {intentNames(intents).map((name) => (
            <Pill key={name}>{name}</Pill>
          ))}
        </p>
      </Fold>
    </article>
  )
}

/** As a planned fault of the moment: the bot may resume. */
const Disconnect = ({ session }: { readonly session: string }) => {
  const { mutate, error } = useMutation({
    mutationFn: () =>
      control("plan_fault", {}, { body: { match: { surface: "gateway", session }, disconnect: { code: 4000 } } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["faults"] })
  })
  return (
    <>
      <Press label="Disconnect this session" onPress={() => mutate()}>
        <Unplug size={13} aria-hidden /> Disconnect
      </Press>
      <Problem error={error} />
    </>
  )
}
