/** The playground: definitions, a typed command and a world, each judged as soon as it changes. */
import { LOCALES, type Locale } from "@backlot/domain/base/Locale"
import type { World } from "@backlot/domain/record/World"
import { Result } from "effect"
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from "react"
import { judgeDefinitions } from "../model/Definitions.ts"
import { EXAMPLES, FIRST, START } from "../model/Examples.ts"
import { hereIn, roomsOf } from "../model/Here.ts"
import { fromFragment, type Shared } from "../model/Shared.ts"
import type { Finding } from "../model/Text.ts"
import { readTyped } from "../model/Typed.ts"
import { type Decoded, decode, readWorld, traitsIn } from "../model/WorldText.ts"
import { Budgets } from "./Budgets.tsx"
import { Choice } from "./Choice.tsx"
import { Editor } from "./Editor.tsx"
import { Explained } from "./Explained.tsx"
import { Share } from "./Share.tsx"
import { TypedView } from "./TypedView.tsx"

/** `now`: milliseconds, for worlds that do not say what time it is. */
export const Playground = ({ now }: { readonly now: number }) => {
  const [state, setState] = useState<Shared>(START)
  const [chosen, setChosen] = useState(FIRST)
  const [unread, setUnread] = useState("")
  const change = (part: Partial<Shared>) => setState((before) => ({ ...before, ...part }))
  const take = useCallback((link: Result.Result<Shared, string>) => {
    setUnread(Result.isFailure(link) ? link.failure : "")
    if (Result.isSuccess(link)) setState(link.success)
  }, [])
  useFragment(take)
  const view = useJudged(state, now)
  const { definitions, worldFindings, world, here, user, channel } = view
  const isOwn = !hasTextsOf(state, EXAMPLES[chosen])
  const begin = (name: string) => {
    const example = EXAMPLES[name]
    if (example === undefined) return
    setChosen(name)
    setState(example)
  }
  return (
    <div className="pg">
      <div className="pg-bar">
        <Choice
          label="Example"
          value={isOwn ? "" : chosen}
          onValue={begin}
          choices={[
            // What is written is there already, so that nobody can choose it.
            ...(isOwn ? [["", "your own"] as const] : []),
            ...Object.keys(EXAMPLES).map((name) => [name, name] as const)
          ]}
        />
        <Choice
          label="Registered"
          value={state.scope}
          onValue={(scope) => change({ scope: scope === "guild" ? "guild" : "global" })}
          choices={[
            ["global", "globally"],
            ["guild", "in the guild"]
          ]}
        />
        <Choice label="As" value={user} onValue={(id) => change({ user: id })} choices={peopleOf(world)} />
        <Choice
          label="In"
          value={channel}
          onValue={(id) => change({ channel: id })}
          choices={world === undefined ? [] : roomsOf(world, user).map(({ id, name }) => [id, name])}
        />
        <Share shared={{ ...state, user, channel }} />
      </div>
      {unread === "" ? null : (
        <p role="alert" className="pg-summary" data-kind="fault">
          {unread}
        </p>
      )}
      <section aria-labelledby="pg-definitions">
        <h2 id="pg-definitions">Command definitions</h2>
        <Editor
          label="Definitions"
          hint="JSON as a registration sends it: one command, a list, or { commands: [...] }."
          text={state.definitions}
          onText={(text) => change({ definitions: text })}
          findings={definitions.findings}
          summary={summaryOf(definitions.count, definitions.findings)}
        >
          <Budgets {...definitions} />
        </Editor>
      </section>
      <section aria-labelledby="pg-typed">
        <h2 id="pg-typed">A typed command</h2>
        <TypedView text={state.typed} onText={(text) => change({ typed: text })} typed={view.typed} />
      </section>
      <section aria-labelledby="pg-world">
        <h2 id="pg-world">Permissions</h2>
        <Editor
          label="World"
          hint="A world file, YAML or JSON: roles, members, overwrites of channels, permissions of commands."
          text={state.world}
          onText={(text) => change({ world: text })}
          findings={worldFindings}
          summary={`The world: ${foundIn(worldFindings)}`}
        >
          {here === undefined ? null : (
            <Explained judged={here.judged} command={state.command} onCommand={(command) => change({ command })} />
          )}
        </Editor>
      </section>
    </div>
  )
}

/** Whether nothing was written since the example was chosen. */
const hasTextsOf = (state: Shared, example: Shared | undefined): boolean =>
  (["definitions", "world", "typed"] as const).every((name) => state[name] === example?.[name])

/** Takes over the state of a link, at the start and whenever the fragment changes. */
const useFragment = (take: (link: Result.Result<Shared, string>) => void) => {
  useEffect(() => {
    const read = () => {
      void fromFragment(location.hash).then((link) => {
        if (link !== undefined) take(link)
      })
    }
    read()
    addEventListener("hashchange", read)
    return () => removeEventListener("hashchange", read)
  }, [take])
}

/** All that follows from the texts. The texts themselves are shown first, however long judging takes. */
const useJudged = (state: Shared, now: number) => {
  const given = useDeferredValue(state)
  const read = useMemo(() => readWorld(given.world), [given.world])
  const traits = useMemo(() => traitsIn(Result.isSuccess(read) ? read.success.value : undefined), [read])
  const { scope } = given
  const definitions = useMemo(
    () => judgeDefinitions(given.definitions, { scope, application: traits }),
    [given.definitions, scope, traits]
  )
  const { world, findings } = useMemo(
    (): Decoded =>
      Result.isFailure(read)
        ? { world: undefined, findings: [read.failure] }
        : decode(read.success, definitions.sound, { scope, now }),
    [read, definitions, scope, now]
  )
  const { user, channel } = whereIn(world, given)
  const here = useMemo(
    () => (world === undefined ? undefined : hereIn(world, user, channel, world.now ?? now)),
    [world, user, channel, now]
  )
  const typed = useMemo(
    () => (here === undefined ? undefined : readTyped(given.typed, here, localeOf(here.place.user.locale))),
    [here, given.typed]
  )
  return { definitions, worldFindings: findings, world, here, typed, user, channel }
}

/** The chosen user and channel, or the first ones where the world has no such. */
const whereIn = (world: World | undefined, { user, channel }: Shared) => {
  if (world === undefined) return { user, channel }
  const who = world.users.find(({ id }) => id === user) ?? world.users[0]
  const rooms = who === undefined ? [] : roomsOf(world, who.id)
  const where = rooms.find(({ id }) => id === channel) ?? rooms[0]
  return { user: who?.id ?? "", channel: where?.id ?? "" }
}

const localeOf = (locale: string): Locale => LOCALES.find((one) => one === locale) ?? "en-US"

const peopleOf = (world: World | undefined) => (world?.users ?? []).map(({ id, username }) => [id, username] as const)

const summaryOf = (count: number, findings: ReadonlyArray<Finding>): string =>
  `${counted(count, "command") || "no commands"}: ${foundIn(findings)}`

const foundIn = (findings: ReadonlyArray<Finding>): string => {
  const faults = findings.filter(({ kind }) => kind === "fault").length
  const said = [counted(faults, "fault"), counted(findings.length - faults, "note")].filter((text) => text !== "")
  return said.join(", ") || "all good"
}

const counted = (count: number, what: string): string =>
  count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`
