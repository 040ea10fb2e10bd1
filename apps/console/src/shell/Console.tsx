/** The window: rail, channels, the panes of people side by side, and the inspector. Source: product.md "Console". */
import { lazy, Suspense, useEffect, useState } from "react"
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels"
import { setToken } from "../api/Control.ts"
import { queries, useWorld } from "../api/Queries.ts"
import { useFollowing, useLive } from "../live/Live.ts"
import { useAddress } from "../state/Address.ts"
import { useFocused, useScreen } from "../state/Screen.ts"
import { useBadge } from "./Badge.ts"
import { ChannelList } from "./ChannelList.tsx"
import classes from "./Console.module.css"
import { GuildRail } from "./GuildRail.tsx"
import { useNarrow } from "./Narrow.ts"
import { PaneView } from "./PaneView.tsx"
import { useShortcuts } from "./Shortcuts.ts"
import { useTheme } from "./Theme.ts"
import { TitleBar } from "./TitleBar.tsx"
import { TokenGate } from "./TokenGate.tsx"

const ActWindow = lazy(() => import("../act/ActWindow.tsx"))
const Palette = lazy(async () => ({ default: (await import("./Palette.tsx")).Palette }))
const Help = lazy(async () => ({ default: (await import("./Help.tsx")).Help }))
const Inspector = lazy(() => import("../inspector/Inspector.tsx"))
const Record = lazy(() => import("../play/Record.tsx"))
const Runs = lazy(() => import("../play/Runs.tsx"))

export const Console = () => {
  const [again, setAgain] = useState(0)
  useFollowing(again)
  useAddress()
  useTheme()
  useShortcuts()
  useBadge()
  useSomeone()
  const locked = useLive(({ connection }) => connection === "locked")
  const unlock = (token: string) => {
    setToken(token)
    setAgain(again + 1)
    void queries.resetQueries()
  }
  return locked ? <TokenGate tried={again > 0} onToken={unlock} /> : <Desk />
}

const Desk = () => {
  const panes = useScreen((screen) => screen.panes)
  const inspector = useScreen((screen) => screen.inspector)
  const focused = useFocused()
  const narrow = useNarrow()
  // One thing at a time where there is no room for more.
  const shown = !narrow ? panes : inspector === undefined ? [focused] : []
  const panelIds = [...shown.map(({ id }) => `pane-${id}`), ...(inspector === undefined ? [] : ["inspector"])]
  const layout = useDefaultLayout({ id: "backlot.panes", panelIds })
  return (
    <div className={classes["window"]} data-inspecting={inspector !== undefined || undefined}>
      <TitleBar />
      <GuildRail />
      <ChannelList pane={focused} />
      <main className={classes["panes"]}>
        {inspector !== undefined && RUN.test(inspector) ? (
          <Suspense fallback={<div className={classes["loading"]}>Opening the run …</div>}>
            <Runs what={inspector} />
          </Suspense>
        ) : (
          <Group
            orientation="horizontal"
            {...(layout.defaultLayout === undefined ? {} : { defaultLayout: layout.defaultLayout })}
            onLayoutChanged={layout.onLayoutChanged}
          >
            {shown.map((pane, at) => [
              at === 0 ? null : <Separator key={`before-${pane.id}`} className={classes["handle"]} />,
              <Panel key={pane.id} id={`pane-${pane.id}`} minSize={narrow ? 0 : 280}>
                <PaneView pane={pane} alone={shown.length === 1} />
              </Panel>
            ])}
            {inspector === undefined || narrow ? null : <Separator className={classes["handle"]} />}
            {inspector === undefined ? null : (
              <Panel id="inspector" minSize={narrow ? 0 : 320} defaultSize={narrow ? "100%" : "38%"}>
                <Suspense fallback={<div className={classes["loading"]}>Opening the inspector …</div>}>
                  {inspector === "record" ? <Record /> : <Inspector what={inspector} />}
                </Suspense>
              </Panel>
            )}
          </Group>
        )}
      </main>
      <Suspense>
        <ActWindow />
        <Palette />
        <Help />
      </Suspense>
    </div>
  )
}

/** A run takes the place of the panes. */
const RUN = /^run(?:\/|$)/

/** Gives panes without a person the first one of the world, and panes whose person is gone another. */
const useSomeone = () => {
  const { data: world } = useWorld()
  const panes = useScreen((screen) => screen.panes)
  useEffect(() => {
    const first = world?.users[0]
    if (world === undefined || first === undefined) return
    for (const pane of panes) {
      if (world.users.some(({ id }) => id === pane.user_id)) continue
      const guild = world.guilds.find(({ members }) => members.some(({ user_id }) => user_id === first.id))
      useScreen.getState().go({ user_id: first.id, guild_id: guild?.id ?? null, channel_id: undefined }, pane.id)
    }
  }, [world, panes])
}
