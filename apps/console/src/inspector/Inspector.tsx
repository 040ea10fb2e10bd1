/** Explains what happened, and changes what will. `what` is the part of the address after `/i/`. */
import { X } from "lucide-react"
import { lazy, Suspense } from "react"
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components"
import { useScreen } from "../state/Screen.ts"
import { IconButton } from "../ui/IconButton.tsx"
import classes from "./Inspector.module.css"
import { Interactions } from "./interaction/Interactions.tsx"
import { GROUPS, partsOf, viewOf } from "./Views.ts"

// Each view is loaded when it is first opened.
const VIEWS: Readonly<Record<string, React.ComponentType<{ readonly rest: ReadonlyArray<string> }>>> = {
  events: lazy(() => import("./log/Events.tsx")),
  webhooks: lazy(() => import("./log/Webhooks.tsx")),
  rest: lazy(() => import("./log/Rest.tsx")),
  gateway: lazy(() => import("./log/Gateway.tsx")),
  clock: lazy(() => import("./now/Clock.tsx")),
  limits: lazy(() => import("./now/Limits.tsx")),
  grants: lazy(() => import("./now/Grants.tsx")),
  lobbies: lazy(() => import("./now/Lobbies.tsx")),
  faults: lazy(() => import("./now/Faults.tsx")),
  permissions: lazy(() => import("./permission/Permissions.tsx")),
  explain: lazy(() => import("./permission/Explain.tsx")),
  world: lazy(() => import("./world/WorldView.tsx"))
}

const Inspector = ({ what }: { readonly what: string }) => {
  const inspect = useScreen((screen) => screen.inspect)
  const view = viewOf(what)
  const [head, ...rest] = partsOf(what)
  const Content = VIEWS[head] ?? VIEWS[view.id]
  return (
    <aside className={classes["inspector"]} aria-label="Inspector">
      <Tabs
        className={classes["tabs"] ?? ""}
        orientation="vertical"
        keyboardActivation="manual"
        selectedKey={view.id}
        onSelectionChange={(id) => {
          if (id !== view.id) inspect(String(id))
        }}
      >
        <TabList className={classes["rail"] ?? ""} aria-label="Inspector">
          {GROUPS.flatMap((group, at) =>
            group.map(({ id, name, icon: Icon, says }, place) => (
              <Tab key={id} id={id} className={classes["tab"] ?? ""} data-first={(at > 0 && place === 0) || undefined}>
                <span className={classes["face"]} title={`${name}: ${says}`}>
                  <Icon size={18} aria-hidden />
                  <span className={classes["label"]}>{name}</span>
                </span>
              </Tab>
            ))
          )}
        </TabList>
        <TabPanel key={view.id} id={view.id} className={classes["panel"] ?? ""}>
          <header className={classes["head"]}>
            <h2>{view.name}</h2>
            <p>{view.says}</p>
            <IconButton icon={X} label="Close the inspector" onPress={() => inspect(undefined)} />
          </header>
          <Suspense fallback={<p className={classes["loading"]}>Loading …</p>}>
            {Content === undefined ? <Interactions head={head} rest={rest} /> : <Content rest={rest} />}
          </Suspense>
        </TabPanel>
      </Tabs>
    </aside>
  )
}

export default Inspector
