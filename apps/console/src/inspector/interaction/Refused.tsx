/** A use that was refused before it reached an app: it never became an interaction, but each step of the decision is known. */
import { useLive } from "../../live/Live.ts"
import type { LiveEvent } from "../../live/Stream.ts"
import { type Decision, decisionsOf } from "../decision/Decision.ts"
import { Decisions } from "../decision/Decisions.tsx"
import { SettingOf } from "../decision/Settings.tsx"
import { Facts, Jump, Note, Pill, Section } from "../part/Bits.tsx"
import { useNames, Where, Who } from "../part/Names.tsx"
import { fullTime } from "../part/Spans.ts"
import { useRights } from "../permission/Overwrites.ts"
import { detailOf } from "./Timeline.ts"

export interface Refusal {
  readonly user_id: string
  readonly channel_id: string | undefined
  readonly command: { readonly id: string; readonly name: string } | undefined
  readonly title: string
  readonly reason: string
  readonly because: string
  readonly decisions: ReadonlyArray<Decision>
}

export const refusalOf = ({ data }: LiveEvent): Refusal => {
  const detail = detailOf(data)
  const command = detailOf(detail["command"])
  const text = (name: string) => String(detail[name] ?? "")
  const named = typeof command["id"] === "string" ? { id: command["id"], name: String(command["name"]) } : undefined
  return {
    user_id: text("user_id"),
    channel_id: detail["channel_id"] === undefined ? undefined : text("channel_id"),
    command: named,
    title: named === undefined ? text("custom_id") || "A use" : named.name,
    reason: text("reason"),
    because: text("because"),
    decisions: decisionsOf(detail["decisions"])
  }
}

export const RefusedDetail = ({ seq }: { readonly seq: number }) => {
  const event = useLive(({ events }) => events.find((each) => each.seq === seq))
  const { data: rights } = useRights()
  const names = useNames()
  if (event === undefined)
    return (
      <Section title="Refused">
        <Note>This window no longer has that event.</Note>
      </Section>
    )
  const { user_id, channel_id, command, title, reason, because, decisions } = refusalOf(event)
  const application_id = rights?.commands.find(({ id }) => id === command?.id)?.application_id
  const about =
    channel_id === undefined
      ? undefined
      : { user_id, channel_id, guild_id: names.guildOf(channel_id) ?? null, application_id, command_id: command?.id }
  return (
    <>
      <Section title={`${title} was refused`} aside={<Pill tone="bad">{reason}</Pill>}>
        <Note>{because}</Note>
        <Facts
          facts={[
            { name: "By", value: <Who id={user_id} /> },
            channel_id === undefined ? undefined : { name: "In", value: <Where id={channel_id} user_id={user_id} /> },
            { name: "At", value: fullTime(event.at) },
            command === undefined || channel_id === undefined
              ? undefined
              : {
                  name: "Now",
                  value: <Jump to={`explain/${command.id}/${user_id}/${channel_id}`}>Explain it as things are now</Jump>
                }
          ]}
        />
      </Section>
      {decisions.length === 0 ? null : (
        <Section title="The decision">
          <Decisions
            decisions={decisions}
            settingOf={(step) => (about === undefined ? null : <SettingOf step={step} about={about} />)}
          />
        </Section>
      )}
    </>
  )
}
