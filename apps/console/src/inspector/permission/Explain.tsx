/** Why somebody may or may not use a command in a place: each step, with the setting that decides it. `explain/<command>[/<user>/<channel>]`. */
import { useQuery } from "@tanstack/react-query"
import { control } from "../../api/Control.ts"
import { useView, useWorld } from "../../api/Queries.ts"
import { nameOf, placeOf } from "../../place/Places.ts"
import { useFocused, useScreen } from "../../state/Screen.ts"
import { Choose } from "../../ui/Form.tsx"
import { Decisions } from "../decision/Decisions.tsx"
import { SettingOf } from "../decision/Settings.tsx"
import { Facts, Jump, Note, Page, Pill, Problem, Section } from "../part/Bits.tsx"
import { useNames, Where, Who } from "../part/Names.tsx"
import { useRights } from "./Overwrites.ts"
import classes from "./Permissions.module.css"

const Explain = ({ rest }: { readonly rest: ReadonlyArray<string> }) => {
  const focused = useFocused()
  const { data: view } = useView(focused.user_id)
  const { data: world } = useWorld()
  const { data: rights } = useRights()
  const names = useNames()
  const command_id = rest[0] ?? ""
  const user_id = rest[1] ?? focused.user_id
  const channel_id = rest[2] ?? placeOf(view, focused)?.id ?? ""
  const { data, error } = useQuery({
    queryKey: ["commands", "explain", user_id, channel_id, command_id],
    queryFn: () => control("explain_command", { user_id, channel_id, command_id }),
    enabled: command_id !== "" && channel_id !== "",
    retry: false
  })
  const command = rights?.commands.find(({ id }) => id === command_id)
  const guild_id = names.guildOf(channel_id) ?? null
  const guild = world?.guilds.find(({ id }) => id === guild_id)
  const show = (user: string, channel: string) =>
    useScreen.getState().inspect(`explain/${command_id}/${user}/${channel}`)
  const about = { user_id, channel_id, guild_id, application_id: command?.application_id, command_id }
  const rooms = [
    ...(guild?.channels ?? []).filter(({ type }) => type !== 4).map(({ id, name }) => ({ id, name: `#${name}` })),
    ...(world?.direct_channels ?? [])
      .filter(({ recipients }) => recipients.includes(user_id))
      .map(({ id }) => ({ id, name: names.channel(id), note: "direct" }))
  ]
  const failed = data?.decisions.find(({ outcome }) => outcome === "fail")
  return (
    <Page>
      <div className={classes["choices"]}>
        <Choose
          label="Person"
          value={user_id}
          choices={(world?.users ?? []).map((user) => ({ id: user.id, name: nameOf(user) }))}
          onChange={(id) => show(id, channel_id)}
        />
        <Choose label="Place" value={channel_id} choices={rooms} onChange={(id) => show(user_id, id)} />
      </div>
      <Section
        title={
          command === undefined
            ? "Command"
            : command.type === undefined || command.type === 1
              ? `/${command.name}`
              : command.name
        }
        aside={
          data === undefined ? null : (
            <Pill tone={data.usable ? "good" : data.visible ? "warn" : "bad"}>
              {data.usable ? "may use it" : data.visible ? "sees it, may not use it" : "does not see it"}
            </Pill>
          )
        }
      >
        {error === null ? null : <Problem error={error} />}
        {data === undefined ? null : (
          <Note>
            {failed === undefined
              ? "Every step that has something to say lets this person through."
              : `It stops at the step ${failed.step.replaceAll("_", " ")}: ${failed.because}.`}
          </Note>
        )}
        <Facts
          facts={[
            { name: "Person", value: <Who id={user_id} /> },
            { name: "Place", value: <Where id={channel_id} user_id={user_id} /> },
            command === undefined
              ? undefined
              : { name: "Application", value: names.application(command.application_id) },
            command === undefined || guild_id === null
              ? undefined
              : {
                  name: "Overwrites",
                  value: (
                    <Jump to={`permissions/${guild_id}/${command.application_id}/${command_id}`}>Edit permissions</Jump>
                  )
                }
          ]}
        />
      </Section>
      {data === undefined ? null : (
        <Section title="Step by step">
          <Decisions all decisions={data.decisions} settingOf={(step) => <SettingOf step={step} about={about} />} />
        </Section>
      )}
    </Page>
  )
}

export default Explain
