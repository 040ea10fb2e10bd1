/** One interaction: what it was, how it went step by step, how much time is left, and what each person sees of it. */
import { useInteraction } from "../../api/Queries.ts"
import { Bar, CopyButton, Facts, Jump, Note, Pill, Problem, Section } from "../part/Bits.tsx"
import { useNames, Where, Who } from "../part/Names.tsx"
import { fullTime, span } from "../part/Spans.ts"
import { useServiceNow } from "../part/Times.ts"
import classes from "./InteractionDetail.module.css"
import { CALLBACKS, optionsText, STATES, type Traced, TYPES, titleOf } from "./Kinds.ts"
import { StepView } from "./StepView.tsx"
import { curlOf, detailOf, messagesOf, stepsOf } from "./Timeline.ts"
import { Viewers } from "./Viewers.tsx"

export const InteractionDetail = ({ interaction_id }: { readonly interaction_id: string }) => {
  const { data, error } = useInteraction(interaction_id)
  if (error !== null)
    return (
      <Section title="Interaction">
        <Problem error={error} />
      </Section>
    )
  if (data === undefined)
    return (
      <Section title="Interaction">
        <Note>Loading …</Note>
      </Section>
    )
  return (
    <>
      <Head data={data} />
      <History data={data} />
      <Viewers interaction={data} message_ids={messagesOf(data)} />
    </>
  )
}

const Head = ({ data }: { readonly data: Traced }) => {
  const names = useNames()
  const { state, error, type, user_id, channel_id, application_id, created_ms, command, response, message_id } = data
  const shown = STATES[state]
  const options = data.trace.find(({ what }) => what === "created")
  const typed = optionsText(detailOf(options?.detail)["options"])
  return (
    <section className={classes["head"]}>
      <header>
        <h3>
          {titleOf(data)} {typed === "" ? null : <span>{typed}</span>}
        </h3>
        <Pill tone={shown?.tone ?? "plain"}>{shown?.name ?? state}</Pill>
      </header>
      {error === undefined ? null : <Problem error={error} />}
      <Facts
        facts={[
          { name: "By", value: <Who id={user_id} /> },
          { name: "In", value: <Where id={channel_id} user_id={user_id} /> },
          { name: "To", value: names.application(application_id) },
          { name: "Kind", value: `${TYPES[type] ?? type}${command?.guild_id === undefined ? "" : ", guild command"}` },
          response === undefined
            ? undefined
            : {
                name: "Answer",
                value: `${CALLBACKS[response.type] ?? response.type}${response.ephemeral ? ", for this person only" : ""}`
              },
          message_id === undefined ? undefined : { name: "Message", value: <code>{message_id}</code> },
          { name: "At", value: <time>{fullTime(created_ms)}</time> },
          { name: "Id", value: <code>{data.interaction_id}</code> }
        ]}
      />
      <Left data={data} />
      <div className={classes["acts"]}>
        {command === undefined ? null : (
          <Jump to={`explain/${command.id}/${user_id}/${channel_id}`}>Why may it be used here?</Jump>
        )}
        <Jump to={`world/application/${application_id}`}>The application</Jump>
      </div>
    </section>
  )
}

const TOKEN_MS = 15 * 60_000

/** The time left to answer and that of the token, counting down on the service clock. */
const Left = ({ data }: { readonly data: Traced }) => {
  const now = useServiceNow(100) ?? Date.parse(data.now)
  const { state, created_ms } = data
  const answer = Date.parse(data.acknowledge_by)
  const token = Date.parse(data.token_ends_at)
  const waits = state === "pending" && now < answer
  return (
    <div className={classes["left"]}>
      {waits ? <Remaining name="To answer" left={answer - now} whole={answer - created_ms} /> : null}
      {now < token ? (
        <Remaining
          name={state === "deferred" ? "To complete, and of the token" : "Of the token"}
          left={token - now}
          whole={TOKEN_MS}
        />
      ) : (
        <p>Its token ended {span(now - token)} ago.</p>
      )}
    </div>
  )
}

const Remaining = ({ name, left, whole }: { readonly name: string; readonly left: number; readonly whole: number }) => (
  <div className={classes["remaining"]}>
    <span>{name}</span>
    <Bar
      part={left / whole}
      tone={left / whole < 0.2 ? "bad" : left / whole < 0.5 ? "warn" : "good"}
      label={`Time left: ${name}`}
    />
    <time>{span(left)}</time>
  </div>
)

const History = ({ data }: { readonly data: Traced }) => {
  const steps = stepsOf(data.trace, data.created_ms)
  const delivery = data.trace.find(({ what }) => what === "delivering")
  return (
    <Section
      title="What happened"
      aside={
        delivery === undefined ? null : (
          <CopyButton text={() => curlOf(detailOf(delivery.detail))}>Delivery as curl</CopyButton>
        )
      }
    >
      <ol className={classes["history"]}>
        {steps.map((step) => (
          <StepView key={step.key} step={step} interaction={data} />
        ))}
      </ol>
    </Section>
  )
}
