/**
 * Who may use which command of an application in a guild: the overwrites, as the platform's editor has them, and beside them
 * what they do for each person. `permissions/<guild>/<application>[/<command>]`.
 */
import { useMemo, useState } from "react"
import { useWorld } from "../../api/Queries.ts"
import { nameOf } from "../../place/Places.ts"
import { useFocused, useScreen } from "../../state/Screen.ts"
import { Choose } from "../../ui/Form.tsx"
import { Note, Page, Problem, Section } from "../part/Bits.tsx"
import { EffectTable } from "./EffectTable.tsx"
import { OverwriteEditor } from "./OverwriteEditor.tsx"
import { useEdit, useRights } from "./Overwrites.ts"
import classes from "./Permissions.module.css"

const Permissions = ({ rest }: { readonly rest: ReadonlyArray<string> }) => {
  const { data: world } = useWorld()
  const { data: rights, error } = useRights()
  const focused = useFocused()
  const [editor, setEditor] = useState<string>()
  const { mutate, error: refusal, isPending, variables } = useEdit()
  const guild = world?.guilds.find(({ id }) => id === (rest[0] ?? focused.guild_id)) ?? world?.guilds[0]
  const here = useMemo(
    () =>
      (rights?.commands ?? []).filter((command) => command.guild_id === undefined || command.guild_id === guild?.id),
    [rights, guild?.id]
  )
  const withCommands = new Set(here.map(({ application_id }) => application_id))
  const apps = world?.applications ?? []
  const app = apps.find(({ id }) => id === rest[1]) ?? apps.find(({ id }) => withCommands.has(id)) ?? apps[0]
  if (error !== null) return <Problem error={error} />
  if (world === undefined || rights === undefined) return <Note>Loading …</Note>
  if (guild === undefined || app === undefined) return <Note>There is no guild with an application.</Note>
  const commands = here.filter(({ application_id }) => application_id === app.id)
  const subject = commands.find(({ id }) => id === rest[2])?.id ?? app.id
  const entry = rights.command_permissions.find(({ id, guild_id }) => id === subject && guild_id === guild.id)
  const show = (...parts: ReadonlyArray<string>) => useScreen.getState().inspect(["permissions", ...parts].join("/"))
  const members = new Set(guild.members.map(({ user_id }) => user_id))
  const people = world.users.filter(({ id }) => members.has(id) || id === guild.owner_id)
  const as = editor ?? guild.owner_id
  return (
    <Page>
      <div className={classes["choices"]}>
        <Choose
          label="Guild"
          value={guild.id}
          choices={world.guilds.map(({ id, name }) => ({ id, name }))}
          onChange={(id) => show(id, app.id)}
        />
        <Choose
          label="Application"
          value={app.id}
          choices={apps.map(({ id, name }) => ({ id, name }))}
          onChange={(id) => show(guild.id, id)}
        />
        <Choose
          label="Command"
          value={subject}
          choices={[
            { id: app.id, name: "All commands" },
            ...commands.map(({ id, name, type }) => ({
              id,
              name: type === undefined || type === 1 ? `/${name}` : name,
              note: rights.command_permissions.some((each) => each.id === id && each.guild_id === guild.id)
                ? "has overwrites"
                : undefined
            }))
          ]}
          onChange={(id) => (id === app.id ? show(guild.id, app.id) : show(guild.id, app.id, id))}
        />
        <Choose
          label="Edited by"
          value={as}
          choices={people.map((user) => ({
            id: user.id,
            name: nameOf(user),
            note: user.id === guild.owner_id ? "owner" : undefined
          }))}
          onChange={setEditor}
        />
      </div>
      {refusal !== null && variables?.command_id === subject ? <Problem error={refusal} /> : null}
      <OverwriteEditor
        key={subject}
        guild={guild}
        people={people}
        application={app}
        command={commands.find(({ id }) => id === subject)}
        permissions={entry?.permissions ?? []}
        disabled={isPending}
        onChange={(permissions) =>
          mutate({ user_id: as, guild_id: guild.id, application_id: app.id, command_id: subject, permissions })
        }
      />
      <Section title="What it does">
        <EffectTable guild={guild} people={people} commands={commands} subject={subject} />
      </Section>
    </Page>
  )
}

export default Permissions
